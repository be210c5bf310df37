import type { changeDeskContract } from '#shared/contract/change-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { ChangeSets } from './change-sets.service.ts';

export function changeRoutes(changeSets: ChangeSets): Omit<Handlers<typeof changeDeskContract>, 'changes'> {
  return {
    change: ({ caller, params }) => changeSets.detail(params.id, caller),
    revertChange: ({ caller, params, facts }) => changeSets.revert(params.id, caller, facts),
  };
}
