import type { adminContract } from '#shared/contract/staff';
import { withTotal } from '../../http/dialect.ts';
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
