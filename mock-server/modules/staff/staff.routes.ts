import type { adminContract } from '#shared/contract/staff';
import type { Handlers } from '../../http/mount.ts';
import { withTotal } from '../../http/total.ts';
import type { StaffService } from './staff.service.ts';

export function staffRoutes(
  service: StaffService,
): Pick<Handlers<typeof adminContract>, 'staffTasks' | 'staffTicketMovements'> {
  return {
    staffTasks: async ({ input, response }) => withTotal(response, await service.tasks(input)),
    staffTicketMovements: async ({ input, response }) => withTotal(response, await service.movements(input)),
  };
}
