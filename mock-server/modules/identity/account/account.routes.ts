import type { rightsDeskContract } from '#shared/contract/rights-desk';
import type { adminContract, manageContract } from '#shared/contract/staff';
import type { Handlers } from '../../../http/mount.ts';
import { sightOf } from '../../base/caller.ts';
import type { AccountDesk } from './account-desk.service.ts';

type AccountHandlers = Omit<Handlers<typeof manageContract>, 'staffLogin' | 'staffLogout'> &
  Pick<Handlers<typeof adminContract>, 'revealPhone'> &
  Pick<Handlers<typeof rightsDeskContract>, 'sendPhoneCode'>;

export function accountRoutes(service: AccountDesk): AccountHandlers {
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
    sendPhoneCode: ({ params, input, facts }) => service.sendPhoneCode(params.id, input.phoneNo, facts),
    restoreAccount: ({ caller, params, facts }) => service.restore(caller, params.accountId, facts),
  };
}
