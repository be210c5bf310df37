import type { rightsDeskContract } from '#shared/contract/rights-desk';
import type { Handlers } from '../../http/mount.ts';
import type { ManageService } from '../account/manage.service.ts';
import type { PendingChanges } from './pending-change.service.ts';

export function pendingChangeRoutes(
  pending: PendingChanges,
  manage: ManageService,
): Omit<Handlers<typeof rightsDeskContract>, 'pendingChanges'> {
  return {
    approveChange: ({ caller, params, input, facts }) => pending.approve(caller, params.id, input.totpCode, facts),
    rejectChange: ({ caller, params, input, facts }) => pending.reject(caller, params.id, input.answer, facts),
    sendPhoneCode: ({ params, input, facts }) => manage.sendPhoneCode(params.id, input.phoneNo, facts),
  };
}
