import type { adminContract } from '#shared/contract/staff';
import type { Handlers } from '../../http/mount.ts';
import { withTotal } from '../../http/total.ts';
import { sightOf } from '../caller.ts';
import type { StaffService } from './staff.service.ts';

export function staffRoutes(
  service: StaffService,
): Pick<Handlers<typeof adminContract>, 'staffTasks' | 'staffTicketMovements'> {
  return {
    staffTasks: async ({ caller, input, response }) =>
      withTotal(response, await service.tasks({ ...input, sight: sightOf(caller) })),
    staffTicketMovements: async ({ caller, input, response }) =>
      withTotal(response, await service.movements({ ...input, sight: sightOf(caller) })),
  };
}
