import { ProductError } from '#shared/errors';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { Db } from '../../base/store.ts';
import type { ChangeSets, RecordState, RevertContext } from '../../records/audit/change-sets.service.ts';
import type { Grants } from '../../records/grant/grant.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import * as accounts from './account.repository.ts';
import { isGone } from './account.rules.ts';
import type { AccountMemberships } from './account-ports.ts';
import type { PhoneHash } from './former-phone.ts';

export interface AccountUndoDeps {
  changeSets: ChangeSets;
  memberships: Pick<AccountMemberships, 'stretchesOf' | 'putBack'>;
  grants: Pick<Grants, 'giveBack'>;
  now: () => number;
  hashPhone: PhoneHash;
  pending: Pick<PendingChanges, 'refuseUndo'>;
  requireStaffRight(caller: StaffCaller): void;
  requireOtherAdmin(tx: Db, account: accounts.AccountRow): Promise<void>;
  requireFree(
    tx: Db,
    fields: { phoneNo?: string | undefined; loginName?: string | undefined; email?: string | undefined },
    except: string,
  ): Promise<void>;
  tellStanding(tx: Db, accountId: string): Promise<void>;
  endSessions(tx: Db, accountId: string): Promise<void>;
}

/** Columns of an account that staff change; plan and dates follow from the membership periods. */
const columns = {
  phoneNo: 'phone_no',
  nickName: 'nick_name',
  userType: 'user_type',
  isTestUser: 'is_test',
  status: 'status',
  statusReason: 'status_reason',
  bannedUntil: 'banned_until',
  loginName: 'login_name',
  email: 'email',
  role: 'role',
  passwordHash: 'password_hash',
  deletedAt: 'deleted_at',
} as const;

/** Credentials of an account; sessions end when one of them changes. */
const doors = ['phone_no', 'login_name', 'email', 'password_hash', 'role'] as const;

/** Credential columns: they decide who can log in, unlike the role, which decides what that person may do. */
const proofs = ['phone_no', 'login_name', 'email', 'password_hash'] as const;

type FormerRow = Pick<accounts.AccountRow, (typeof columns)[keyof typeof columns]>;

/** Throws `auth.forbidden`, `account.last_admin`, and where a name, number or address belongs to somebody else now. */
async function requireRevertible(
  deps: AccountUndoDeps,
  tx: Db,
  caller: StaffCaller,
  { row, old }: { row: accounts.AccountRow; old: FormerRow },
): Promise<void> {
  const isStaff = old.user_type === 9;
  if (row.user_type === 9 || isStaff) deps.requireStaffRight(caller);
  // Restoring an old phone number or password may hand the account to another person: it needs approval, too.
  if (proofs.some((door) => old[door] !== row[door])) await deps.pending.refuseUndo(tx, caller);
  const staysAdmin = isStaff && old.role === 'admin' && old.status === 'active' && old.deleted_at === null;
  if (!staysAdmin && row.deleted_at === null) await deps.requireOtherAdmin(tx, row);
  if (old.deleted_at !== null) return;
  const { phone_no: phoneNo, login_name: loginName, email } = old;
  const names = { phoneNo: phoneNo ?? undefined, loginName: loginName ?? undefined, email: email ?? undefined };
  await deps.requireFree(tx, names, row.id);
}

/** Puts accounts back to what they were before staff changed, banned, deleted or restored them. Sessions stay ended. */
export function createAccountUndo(deps: AccountUndoDeps) {
  const { changeSets, memberships, grants } = deps;

  async function stateOf(tx: Db, id: string): Promise<RecordState | null> {
    const row = await accounts.findAccount(tx, id);
    if (!row) return null;
    const fields = Object.entries(columns).map(([name, column]) => [name, row[column]] as const);
    // The type of who is no staff follows the plan.
    const userType = row.user_type === 9 ? 9 : 1;
    return { ...Object.fromEntries(fields), userType, stretches: await memberships.stretchesOf(tx, id) };
  }

  async function revert(tx: Db, id: string, before: RecordState, { caller }: RevertContext): Promise<void> {
    const row = await accounts.findAccount(tx, id);
    if (!row || isGone(row)) throw new ProductError('account.not_found');
    const { user_type: type, ...old } = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [column, before[name]]),
    ) as FormerRow;
    await requireRevertible(deps, tx, caller, { row, old: { ...old, user_type: type } });
    const user_type = type === 9 || row.user_type === 9 ? type : row.user_type;
    const now = deps.now();
    const back = { ...old, user_type, version: row.version + 1, updated_at: now };
    await accounts.updateDoors(tx, id, back, { hash: deps.hashPhone, now });
    await memberships.putBack(tx, id, before.stretches as never);
    if (old.status !== row.status || old.deleted_at !== row.deleted_at) await deps.tellStanding(tx, id);
    const isClosed = old.status === 'banned' || old.deleted_at !== null;
    if (isClosed || doors.some((door) => old[door] !== row[door])) await deps.endSessions(tx, id);
  }

  /** Of a new account, which can still be restored as one that was deleted. */
  async function remove(tx: Db, id: string, { caller }: RevertContext): Promise<void> {
    const row = await accounts.findAccount(tx, id);
    if (!row || row.deleted_at !== null) throw new ProductError('account.not_found');
    if (row.user_type === 9) deps.requireStaffRight(caller);
    await deps.requireOtherAdmin(tx, row);
    await accounts.updateAccount(tx, id, { deleted_at: deps.now(), version: row.version + 1 });
    await deps.tellStanding(tx, id);
    await deps.endSessions(tx, id);
  }

  changeSets.register('account', {
    now: stateOf,
    async revert(tx, { id, before, after }, context) {
      if (before) await revert(tx, id, before, context);
      else await remove(tx, id, context);
      if (typeof after?.grant === 'number') await grants.giveBack(tx, after.grant, context.reason);
    },
  });

  return {
    /** Notes a new account as something that can be undone; `grant` as in `noting`. */
    async noteNew(
      tx: Db,
      { caller, facts, id, title }: { caller: StaffCaller; facts: RequestFacts; id: string; title: string },
      grant: number | undefined,
    ): Promise<void> {
      const after = { ...(await stateOf(tx, id)), ...(grant === undefined ? {} : { grant }) };
      await changeSets.record(tx, { caller, facts, title, items: [{ resource: 'account', id, before: null, after }] });
    },

    /** Changes an account in a way that can be undone; `granted` is told by what a grant in it is counted. */
    async noting<T>(
      tx: Db,
      { caller, facts, id, title }: { caller: StaffCaller; facts: RequestFacts; id: string; title: string },
      change: (granted: (grant: number) => void) => Promise<T>,
    ): Promise<T> {
      const before = await stateOf(tx, id);
      let grant: number | undefined;
      const answer = await change((made) => {
        grant = made;
      });
      const state = await stateOf(tx, id);
      const after = state && grant !== undefined ? { ...state, grant } : state;
      await changeSets.record(tx, { caller, facts, title, items: [{ resource: 'account', id, before, after }] });
      return answer;
    },
  };
}
