import type { taskContract } from '#shared/contract/task';
import { ticketKindOf } from '#shared/domain/ticket-kind';
import type { Handlers } from '../../http/mount.ts';
import type { TicketService } from './ticket.service.ts';

export function ticketRoutes(service: TicketService): Pick<Handlers<typeof taskContract>, 'totalTicket'> {
  return { totalTicket: ({ caller, input }) => service.total(caller.accountId, ticketKindOf(input.type)) };
}
