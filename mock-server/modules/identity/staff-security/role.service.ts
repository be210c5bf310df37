import type { PendingChange } from '#shared/contract/pending-change';
import type { StaffRoleRow } from '#shared/contract/staff-desk';
import { permissionsOf, type StaffRole, staffRoleLabels } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import * as doors from './security.repository.ts';

export type RoleService = ReturnType<typeof createRoleService>;

/** Roles of staff: what they may do stands in the program, whether they need a second factor is set here. */
export function createRoleService({
  store,
  audit,
  pending,
}: {
  store: Store;
  audit: AuditService;
  pending: PendingChanges;
}) {
  const list: ConsoleList<StaffRoleRow> = {
    source: { table: 'staff_role', columns: { id: 'id', isFactorNeeded: 'is_factor_needed' } },
    rows: async (db, ids) => (await doors.findRoles(db, ids)).map(toRole),
    idOf: (row) => row.id,
  };

  interface Change {
    isFactorNeeded: boolean;
  }

  async function carryOut(
    tx: Db,
    { caller, facts }: { caller: StaffCaller; facts: RequestFacts },
    before: StaffRoleRow,
    { isFactorNeeded }: Change,
    reason: string,
  ): Promise<StaffRoleRow> {
    const after = { ...before, isFactorNeeded, version: before.version + 1 };
    await doors.updateRole(tx, before.id, isFactorNeeded, after.version);
    const told = { before, after: { ...after, reason } };
    await audit.record(tx, { caller, facts, action: 'role.update', subject: before.id, ...told });
    return after;
  }

  pending.register<Change>('role', {
    async carryOut(tx, { subject, version, change, reason }, decision) {
      const [before] = await list.rows(tx, [subject], decision.caller);
      if (before?.version !== version) throw new ProductError('pending.stale');
      await carryOut(tx, decision, before, change, reason);
      return undefined;
    },
  });

  return {
    list,

    /**
     * Changes whether a role requires a second factor. Only a member with a second factor can require one for their own
     * role, so that they do not lock themselves out. Removing the requirement needs approval. Throws
     * `content.changed_meanwhile`, `staff.own_factor_first`.
     */
    async update(
      caller: StaffCaller,
      id: StaffRole,
      change: { isFactorNeeded: boolean; version: number; reason: string },
      facts: RequestFacts,
    ): Promise<StaffRoleRow & { pendingChange?: PendingChange }> {
      return store.transact(async (tx) => {
        const [before] = await list.rows(tx, [id], caller);
        if (!before || before.version !== change.version)
          throw new ProductError('content.changed_meanwhile', { beside: { current: before } });
        const isOwn = caller.role === id && change.isFactorNeeded && !before.isFactorNeeded;
        if (isOwn && !(await doors.findFactor(tx, caller.accountId))?.confirmed_at)
          throw new ProductError('staff.own_factor_first');
        const { isFactorNeeded, reason } = change;
        if (before.isFactorNeeded && !isFactorNeeded && (await pending.isNeeded(tx, caller))) {
          const asked = { kind: 'role', subject: id, title: before.label, version: before.version, reason } as const;
          const shown = [{ name: 'isFactorNeeded' as const, before: '必须', after: '不要求' }];
          const pendingChange = await pending.hold(
            tx,
            { caller, facts },
            { ...asked, change: { isFactorNeeded }, shown },
          );
          return { ...before, pendingChange };
        }
        return carryOut(tx, { caller, facts }, before, { isFactorNeeded }, reason);
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
