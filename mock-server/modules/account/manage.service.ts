import type { Account, AccountDraft, AccountPatch, AccountRow } from '#shared/contract/staff';
import { maskEmail, maskPhone } from '#shared/domain/phone';
import type { Plan } from '#shared/domain/plan';
import { mayStaff } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ChangeSets } from '../audit/change-sets.service.ts';
import type { Passwords } from '../auth/password.ts';
import type { RequestFacts, StaffCaller } from '../caller.ts';
import type { ConsoleList } from '../console-list.ts';
import type { MembershipService } from '../membership/membership.service.ts';
import { requireGoodPassword } from '../staff-security/security.rules.ts';
import type { Db, Store } from '../store.ts';
import * as accounts from './account.repository.ts';
import { deletedAccountsKeptMs, livePlan, userTypeOf } from './account.rules.ts';
import type { AccountService, NewAccount } from './account.service.ts';
import { createAccountUndo } from './account-undo.ts';

export interface ManageDeps {
  store: Store;
  clock: Clock;
  accounts: AccountService;
  memberships: MembershipService;
  audit: AuditService;
  changeSets: ChangeSets;
  passwords: Passwords;
  /** Ends every session of an account, inside the caller's transaction. */
  endSessions: (tx: Db, accountId: string) => Promise<void>;
}

export type ManageService = ReturnType<typeof createManageService>;

/** What staff do to accounts: every change leaves an audit row in the same transaction. */
export function createManageService(deps: ManageDeps) {
  const { store, clock, accounts: accountService, memberships, audit, changeSets, passwords, endSessions } = deps;
  const { db, transact } = store;
  const watchers: Array<(tx: Db, accountId: string) => Promise<void>> = [];
  const passwordWatchers: Array<(tx: Db, accountId: string) => Promise<void>> = [];

  /** Tells who asked for it that somebody else has given an account its password. */
  async function tellPassword(tx: Db, accountId: string): Promise<void> {
    for (const watcher of passwordWatchers) await watcher(tx, accountId);
  }

  async function summary(handle: Db, id: string): Promise<Account> {
    const row = await accounts.findSummary(handle, id, clock.now());
    if (!row) throw new ProductError('account.not_found');
    return toAccount(row);
  }

  /** Accounts of staff take a right of their own beside that of the call. */
  function requireStaffRight(caller: StaffCaller): void {
    if (!mayStaff(caller.role, 'staff.write')) throw new ProductError('auth.forbidden');
  }

  async function requireFree(
    tx: Db,
    fields: { phoneNo?: string | undefined; loginName?: string | undefined; email?: string | undefined },
    except?: string,
  ) {
    const byPhone = fields.phoneNo ? await accounts.findByPhone(tx, fields.phoneNo) : undefined;
    if (byPhone && byPhone.id !== except) throw refuse('account.phone_taken', 'phoneNo');
    const byName = fields.loginName ? await accounts.findByLoginName(tx, fields.loginName) : undefined;
    if (byName && byName.id !== except) throw refuse('account.name_taken', 'loginName');
    const byEmail = fields.email ? await accounts.findByEmail(tx, fields.email) : undefined;
    if (byEmail && byEmail.id !== except) throw refuse('account.email_taken', 'email');
  }

  /** Of an account of staff, or one that becomes one. */
  async function requireStaffPassword(id: string, patch: AccountPatch): Promise<void> {
    const known = await accountService.find(db, id);
    if (known.user_type !== 9 && patch.userType !== 9) return;
    requireGoodPassword(patch.password ?? '', [patch.loginName ?? known.login_name ?? '', known.nick_name]);
  }

  async function requireOtherAdmin(tx: Db, account: accounts.AccountRow): Promise<void> {
    const isActiveAdmin = account.role === 'admin' && account.status === 'active';
    if (isActiveAdmin && (await accounts.countOtherAdmins(tx, account.id)) === 0)
      throw new ProductError('account.last_admin');
  }

  /** Tells who asked for it that an account is active now or is not any more. */
  async function tellStanding(tx: Db, accountId: string): Promise<void> {
    for (const watcher of watchers) await watcher(tx, accountId);
  }

  const undo = createAccountUndo({
    ...{ changeSets, memberships, now: clock.now },
    ...{ requireStaffRight, requireOtherAdmin, requireFree, tellStanding, endSessions },
  });

  const updateRow = (
    tx: Db,
    caller: StaffCaller,
    id: string,
    patch: AccountPatch,
    facts: RequestFacts,
    passwordHash?: string,
  ): Promise<Account> =>
    undo.noting(tx, { caller, facts, id, title: titleOf(patch) }, async () => {
      const known = await accountService.find(tx, id);
      if (known.deleted_at !== null) throw new ProductError('account.not_found');
      const touchesStaff = known.user_type === 9 || patch.userType === 9 || patch.role !== undefined;
      if (touchesStaff) requireStaffRight(caller);
      if (patch.version !== undefined && patch.version !== known.version)
        throw new ProductError('account.changed_meanwhile');
      const losesAdmin =
        (patch.role !== undefined && patch.role !== 'admin') ||
        patch.status === 'banned' ||
        (patch.userType ?? 9) !== 9;
      if (losesAdmin) await requireOtherAdmin(tx, known);
      await requireFree(tx, patch, id);
      const leavesStaff = known.user_type === 9 && (patch.userType ?? 9) !== 9;

      const before = await summary(tx, id);
      await accounts.updateAccount(tx, id, {
        ...(patch.phoneNo === undefined ? {} : { phone_no: patch.phoneNo }),
        ...(patch.nickName === undefined ? {} : { nick_name: patch.nickName }),
        user_type: typeAfter(known, patch, clock.now()),
        ...(patch.isTestUser === undefined ? {} : { is_test: patch.isTestUser ? 1 : 0 }),
        ...(patch.status === undefined ? {} : { status: patch.status }),
        ...(patch.statusReason === undefined ? {} : { status_reason: patch.statusReason }),
        ...(patch.loginName === undefined ? {} : { login_name: patch.loginName }),
        ...(patch.email === undefined ? {} : { email: patch.email }),
        ...(leavesStaff ? { role: null } : patch.role === undefined ? {} : { role: patch.role }),
        ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
        version: known.version + 1,
        updated_at: clock.now(),
      });
      if (passwordHash && caller.accountId !== id) await tellPassword(tx, id);
      const asked = planAsked(known, patch, clock.now());
      if (asked) await memberships.setByStaff(tx, id, asked.plan, asked.endsAt);
      if (patch.status !== undefined && patch.status !== known.status) await tellStanding(tx, id);
      if (patch.status === 'banned' || passwordHash || leavesStaff) await endSessions(tx, id);
      const account = await summary(tx, id);
      await audit.record(tx, { caller, facts, action: 'account.update', subject: id, before, after: account });
      return account;
    });

  /** Reversible for 30 days; money records stay. */
  const removeRow = (tx: Db, caller: StaffCaller, id: string, facts: RequestFacts): Promise<void> =>
    undo.noting(tx, { caller, facts, id, title: '删除账号' }, async () => {
      const known = await accountService.find(tx, id);
      if (known.deleted_at !== null) throw new ProductError('account.not_found');
      if (known.user_type === 9) requireStaffRight(caller);
      await requireOtherAdmin(tx, known);
      const before = await summary(tx, id);
      await accounts.updateAccount(tx, id, { deleted_at: clock.now(), version: known.version + 1 });
      await tellStanding(tx, id);
      await endSessions(tx, id);
      await audit.record(tx, { caller, facts, action: 'account.delete', subject: id, before });
    });

  const restoreRow = (tx: Db, caller: StaffCaller, id: string, facts: RequestFacts): Promise<Account> =>
    undo.noting(tx, { caller, facts, id, title: '找回账号' }, async () => {
      const known = await accountService.find(tx, id);
      if (known.deleted_at === null || known.deleted_at < clock.now() - deletedAccountsKeptMs) {
        throw new ProductError('account.not_found');
      }
      if (known.user_type === 9) requireStaffRight(caller);
      const names = {
        phoneNo: known.phone_no ?? undefined,
        loginName: known.login_name ?? undefined,
        email: known.email ?? undefined,
      };
      await requireFree(tx, names, id);
      await accounts.updateAccount(tx, id, { deleted_at: null, version: known.version + 1 });
      await tellStanding(tx, id);
      const account = await summary(tx, id);
      await audit.record(tx, { caller, facts, action: 'account.restore', subject: id, after: account });
      return account;
    });

  return {
    /** Has something done in the transaction in which an account is banned, deleted or let in again. */
    watchStanding(watcher: (tx: Db, accountId: string) => Promise<void>): void {
      watchers.push(watcher);
    },

    /** Has something done in the transaction in which staff set the password of an account of somebody else. */
    watchPasswords(watcher: (tx: Db, accountId: string) => Promise<void>): void {
      passwordWatchers.push(watcher);
    },

    async list({
      page,
      size,
      sort,
      order,
      ...filter
    }: Parameters<typeof accounts.pageOfAccounts>[2] & Omit<accounts.AccountFilter, 'deletedSince'>) {
      const now = clock.now();
      const deletedSince = now - deletedAccountsKeptMs;
      const { rows, total } = await accounts.pageOfAccounts(
        db,
        { ...filter, deletedSince },
        { page, size, sort, order },
        now,
      );
      return { list: rows.map(toAccount), total, page, size };
    },

    accountList: {
      source: accounts.accountSource,
      rows: async (handle, ids) =>
        (await accounts.accountSummaries(handle, ids, clock.now())).map((row) => ({ id: row.id, ...toAccount(row) })),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<AccountRow>,

    staffList: {
      source: { ...accounts.accountSource, scope: accounts.isStaff },
      rows: async (handle, ids) =>
        (await accounts.accountSummaries(handle, ids, clock.now()))
          .filter((row) => row.user_type === 9)
          .map((row) => ({ id: row.id, ...toAccount(row) })),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<AccountRow>,

    async detail(id: string): Promise<Account> {
      return summary(db, id);
    },

    /** The whole number and address; who looked and why stands in the audit. */
    async revealPhone(caller: StaffCaller, id: string, reason: string, facts: RequestFacts) {
      return transact(async (tx) => {
        const account = await accountService.find(tx, id);
        await audit.record(tx, { caller, facts, action: 'account.reveal_phone', subject: id, after: { reason } });
        return { phoneNo: account.phone_no, email: account.email };
      });
    },

    async createByStaff(caller: StaffCaller, draft: AccountDraft, facts: RequestFacts): Promise<Account> {
      if (draft.userType === 9) requireStaffRight(caller);
      if (draft.userType === 9 && draft.password)
        requireGoodPassword(draft.password, [draft.loginName ?? '', draft.nickName ?? '']);
      const staff = draft.userType === 9 ? await staffPart(draft, passwords) : undefined;
      if (!staff && !draft.phoneNo && !draft.email) throw refuse('phone.invalid', 'phoneNo');
      const passwordHash = staff?.passwordHash ?? (draft.password && (await passwords.hash(draft.password)));
      return transact(async (tx) => {
        await requireFree(tx, draft);
        const plan = draft.userType === 3 ? 'team' : draft.plan;
        const made = await accountService.create(tx, { ...draft, passwordHash, ...(staff ? { staff } : {}) });
        if (plan !== 'free') await memberships.setByStaff(tx, made.id, plan, draft.planExpiresAt ?? null);
        if (staff) await tellPassword(tx, made.id);
        const account = await summary(tx, made.id);
        await audit.record(tx, { caller, facts, action: 'account.create', subject: made.id, after: account });
        return account;
      });
    },

    async update(caller: StaffCaller, id: string, patch: AccountPatch, facts: RequestFacts): Promise<Account> {
      if (patch.password) await requireStaffPassword(id, patch);
      const passwordHash = patch.password ? await passwords.hash(patch.password) : undefined;
      return transact((tx) => updateRow(tx, caller, id, patch, facts, passwordHash));
    },

    remove: (caller: StaffCaller, id: string, facts: RequestFacts): Promise<void> =>
      transact((tx) => removeRow(tx, caller, id, facts)),

    restore: (caller: StaffCaller, id: string, facts: RequestFacts): Promise<Account> =>
      transact((tx) => restoreRow(tx, caller, id, facts)),

    /** The same inside a transaction, for many at once. */
    rows: { update: updateRow, remove: removeRow, restore: restoreRow },
  };
}

function titleOf({ status, plan, planExpiresAt }: AccountPatch): string {
  if (status !== undefined) return status === 'banned' ? '停用账号' : '恢复使用账号';
  return plan === undefined && planExpiresAt === undefined ? '修改账号' : '调整套餐';
}

/** The membership a change asks for, if it asks for one: what it leaves out stays, a new plan has no end by itself. */
function planAsked(
  known: accounts.AccountRow,
  { plan, planExpiresAt, userType }: AccountPatch,
  now: number,
): { plan: Plan; endsAt: number | null } | undefined {
  const present = livePlan(known, now);
  const wanted = plan ?? (userType === 3 ? 'team' : present);
  if (wanted === present && planExpiresAt === undefined) return undefined;
  const endsAt = planExpiresAt === undefined ? (present === 'free' ? null : known.plan_expires_at) : planExpiresAt;
  return { plan: wanted, endsAt };
}

/** A role makes the account staff; without one its type follows its plan again. */
function typeAfter(known: accounts.AccountRow, patch: AccountPatch, now: number): accounts.AccountRow['user_type'] {
  return (patch.userType ?? known.user_type) === 9 ? 9 : userTypeOf(livePlan(known, now));
}

async function staffPart(draft: AccountDraft, passwords: Passwords): Promise<NonNullable<NewAccount['staff']>> {
  if (!draft.loginName) throw missing('loginName', '请输入登录名');
  if (!draft.password) throw missing('password', '请输入密码');
  return {
    loginName: draft.loginName,
    passwordHash: await passwords.hash(draft.password),
    role: draft.role ?? 'viewer',
  };
}

function missing(field: string, sentence: string): ProductError {
  return new ProductError('request.invalid', { fields: { [field]: [sentence] } });
}

function refuse(
  reason: 'account.phone_taken' | 'account.name_taken' | 'account.email_taken' | 'phone.invalid',
  field: string,
): ProductError {
  return new ProductError(reason, { fields: { [field]: [new ProductError(reason).message] } });
}

function toAccount(row: accounts.AccountSummaryRow): Account {
  return {
    accountId: row.id,
    phoneNo: row.phone_no && maskPhone(row.phone_no),
    nickName: row.nick_name,
    userType: row.user_type,
    plan: row.plan,
    planExpiresAt: row.plan_expires_at,
    isTestUser: row.is_test === 1,
    status: row.status,
    statusReason: row.status_reason,
    loginName: row.login_name,
    email: row.email && maskEmail(row.email),
    role: row.role,
    inviteCode: row.invite_code,
    tickets: { normal: row.normal, live: row.live, gpt: row.gpt },
    taskCount: row.task_count,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    deletedAt: row.deleted_at,
    version: row.version,
  };
}
