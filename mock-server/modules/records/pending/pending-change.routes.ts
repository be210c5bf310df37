import type { rightsDeskContract } from '#shared/contract/rights-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { PendingChanges } from './pending-change.service.ts';

export function pendingChangeRoutes(
  pending: PendingChanges,
): Pick<Handlers<typeof rightsDeskContract>, 'approveChange' | 'rejectChange'> {
  return {
    approveChange: ({ caller, params, input, facts }) => pending.approve(caller, params.id, input.totpCode, facts),
    rejectChange: ({ caller, params, input, facts }) => pending.reject(caller, params.id, input.answer, facts),
  };
}
