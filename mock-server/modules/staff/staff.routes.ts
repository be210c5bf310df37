import type { Response } from 'express';
import type { adminContract } from '#shared/contract/staff';
import type { Handlers } from '../../http/mount.ts';
import type { StaffService } from './staff.service.ts';

export function staffRoutes(
  service: StaffService,
): Pick<Handlers<typeof adminContract>, 'staffTasks' | 'staffTicketMovements'> {
  return {
    staffTasks: async ({ caller, input, response }) => withTotal(response, await service.tasks(caller, input)),
    staffTicketMovements: async ({ caller, input, response }) =>
      withTotal(response, await service.movements(caller, input)),
  };
}

function withTotal<T>(response: Response, { list, total }: { list: T[]; total: number }): T[] {
  response.set({ 'x-total-count': String(total), 'access-control-expose-headers': 'X-Total-Count' });
  return list;
}
