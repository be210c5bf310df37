import type { adminContract, manageContract } from '#shared/contract/staff';
import type { Handlers } from '../../http/mount.ts';
import type { AuthRoutes } from '../auth/auth.routes.ts';
import { sightOf } from '../caller.ts';
import type { ManageService } from './manage.service.ts';

type AccountHandlers = Omit<Handlers<typeof manageContract>, keyof AuthRoutes> &
  Pick<Handlers<typeof adminContract>, 'revealPhone'>;

export function accountRoutes(service: ManageService): AccountHandlers {
  return {
    accountPage: ({ caller, input }) => service.list({ ...input, sight: sightOf(caller) }),
    accountDetail: ({ params }) => service.detail(params.accountId),
    createAccount: ({ caller, input, facts }) => service.createByStaff(caller, input, facts),
    updateAccount: ({ caller, params, input, facts }) => service.update(caller, params.accountId, input, facts),
    deleteAccount: async ({ caller, params, facts }) => {
      await service.remove(caller, params.accountId, facts);
      return null;
    },
    revealPhone: ({ caller, params, input, facts }) =>
      service.revealPhone(caller, params.accountId, input.reason, facts),
    restoreAccount: ({ caller, params, facts }) => service.restore(caller, params.accountId, facts),
  };
}
