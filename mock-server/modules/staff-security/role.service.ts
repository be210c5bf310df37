import type { StaffRoleRow } from '#shared/contract/staff-desk';
import { permissionsOf, type StaffRole, staffRoleLabels } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { AuditService } from '../audit/audit.service.ts';
import type { RequestFacts, StaffCaller } from '../caller.ts';
import type { ConsoleList } from '../console-list.ts';
import type { Store } from '../store.ts';
import * as doors from './security.repository.ts';

export type RoleService = ReturnType<typeof createRoleService>;

/** Roles of staff: what they may do stands in the program, whether they need a second factor is set here. */
export function createRoleService({ store, audit }: { store: Store; audit: AuditService }) {
  const list: ConsoleList<StaffRoleRow> = {
    source: { table: 'staff_role', columns: { id: 'id', isFactorNeeded: 'is_factor_needed' } },
    rows: async (db, ids) => (await doors.findRoles(db, ids)).map(toRole),
    idOf: (row) => row.id,
  };

  return {
    list,

    /** Who asks others for a second factor has one, so that nobody locks everybody out. */
    async update(
      caller: StaffCaller,
      id: StaffRole,
      change: { isFactorNeeded: boolean; version: number; reason: string },
      facts: RequestFacts,
    ): Promise<StaffRoleRow> {
      return store.transact(async (tx) => {
        const [before] = await list.rows(tx, [id], caller);
        if (!before || before.version !== change.version)
          throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
        const isOwn = caller.role === id && change.isFactorNeeded && !before.isFactorNeeded;
        if (isOwn && !(await doors.findFactor(tx, caller.accountId))?.confirmed_at)
          throw new ProductError('staff.own_factor_first');
        await doors.updateRole(tx, id, change.isFactorNeeded, before.version + 1);
        const after = { ...before, isFactorNeeded: change.isFactorNeeded, version: before.version + 1 };
        const told = { before, after: { ...after, reason: change.reason } };
        await audit.record(tx, { caller, facts, action: 'role.update', subject: id, ...told });
        return after;
      });
    },
  };
}

function toRole(row: Awaited<ReturnType<typeof doors.findRoles>>[number]): StaffRoleRow {
  return {
    id: row.id,
    label: staffRoleLabels[row.id],
    permissions: [...permissionsOf(row.id)],
    isFactorNeeded: row.is_factor_needed === 1,
    members: row.members ?? 0,
    withFactor: row.with_factor ?? 0,
    version: row.version,
  };
}
