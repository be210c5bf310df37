import type { auditDeskContract } from '#shared/contract/audit-desk';
import { mayStaff } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Handlers } from '../../../http/mount.ts';
import type { AuditService } from './audit.service.ts';

export function auditRoutes(audit: AuditService): Omit<Handlers<typeof auditDeskContract>, 'auditEntries'> {
  return {
    auditEntry: ({ caller, params }) => audit.detail(params.id, caller),
    revealAudit: ({ caller, params, input, facts }) => {
      if (!mayStaff(caller.role, 'audit.read')) throw new ProductError('auth.forbidden');
      return audit.reveal(params.id, input.reason, caller, facts);
    },
  };
}
