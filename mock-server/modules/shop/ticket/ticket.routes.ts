import type { membershipContract } from '#shared/contract/membership';
import type { productDeskContract } from '#shared/contract/product-desk';
import type { taskContract } from '#shared/contract/task';
import { ticketKindOf } from '#shared/domain/ticket-kind';
import type { Handlers } from '../../../http/mount.ts';
import type { TicketService } from './ticket.service.ts';
import type { TicketDesk } from './ticket-desk.service.ts';

type TicketHandlers = Pick<Handlers<typeof taskContract>, 'totalTicket'> &
  Pick<Handlers<typeof membershipContract>, 'ticketSummary' | 'ticketStatement'> &
  Pick<Handlers<typeof productDeskContract>, 'giveTickets' | 'giveTicketsToMany' | 'takeBackTickets'>;

export function ticketRoutes(service: TicketService, desk: TicketDesk): TicketHandlers {
  return {
    totalTicket: ({ caller, input }) => service.total(caller.accountId, ticketKindOf(input.type), !caller.viewing),
    ticketSummary: ({ caller }) => service.summary(caller.accountId, !caller.viewing),
    ticketStatement: ({ caller, input: { type, cursor, size } }) => {
      const kind = type === undefined ? undefined : ticketKindOf(type as 1 | 2 | 3);
      return service.statement(caller.accountId, { kind, cursor, size }, !caller.viewing);
    },
    giveTickets: ({ caller, input, facts }) => desk.give(caller, input, facts),
    giveTicketsToMany: ({ caller, input, facts }) => desk.giveToMany(caller, input, facts),
    takeBackTickets: ({ caller, input, facts }) => desk.takeBack(caller, input, facts),
  };
}
