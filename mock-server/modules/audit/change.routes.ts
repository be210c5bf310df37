import type { changeDeskContract } from '#shared/contract/change-desk';
import type { Handlers } from '../../http/mount.ts';
import { withTotal } from '../../http/total.ts';
import type { ChangeSets } from './change-sets.service.ts';

export function changeRoutes(changeSets: ChangeSets): Handlers<typeof changeDeskContract> {
  return {
    changes: async ({ caller, input, response }) => withTotal(response, await changeSets.list(input, caller)),
    change: ({ caller, params }) => changeSets.detail(params.id, caller),
    revertChange: ({ caller, params, facts }) => changeSets.revert(params.id, caller, facts),
  };
}
