import type { Account, AccountDraft, AccountPatch, AccountRow } from '#shared/contract/staff';
import type { Plan } from '#shared/domain/plan';
import { mayStaff, type StaffPermission } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import { longestPlanMs, worthOfPlan } from '../../records/grant/grant.rules.ts';
import type { Grants } from '../../records/grant/grant.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import * as accounts from './account.repository.ts';
import { deletedAccountsKeptMs, isBanned, isGone, livePlan } from './account.rules.ts';
import type { AccountService, NewAccount } from './account.service.ts';
import {
  banAsked,
  doorsAsked,
  missing,
  planAsked,
  requireNear,
  titleOf,
  toAccount,
  typeAfter,
  whole,
} from './account-change.rules.ts';
import type { AccountMemberships, AccountPlans } from './account-ports.ts';
import { createAccountUndo } from './account-undo.ts';
import { createBanEnds } from './ban-ends.ts';
import type { DoorChanges } from './door-changes.ts';
import { accountsBehind, type PhoneHash } from './former-phone.ts';
import { type Passwords, requireGoodPassword } from './password.ts';
import type { Reasons } from './reasons.ts';

export interface ManageDeps {
  store: Store;
  clock: Clock;
  accounts: AccountService;
  memberships: AccountMemberships;
  audit: AuditService;
  changeSets: ChangeSets;
  passwords: Passwords;
  /** Ends every session of an account, inside the caller's transaction. */
  endSessions: (tx: Db, accountId: string) => Promise<void>;
  plans: AccountPlans;
  grants: Grants;
  reasons: Reasons;
  pending: PendingChanges;
  hashPhone: PhoneHash;
  doorChanges: Pick<DoorChanges, 'tellBefore'>;
  /** Sends a code that confirms a change of an account; it cannot be used to log in. */
  sendCode: (phoneNo: string, facts: RequestFacts) => Promise<{ resendAfter: number }>;
  /** Consumes the code sent to a number for a change. Throws `code.wrong`, `code.expired`, `code.void`. */
  provePhone: (phoneNo: string, code: string) => Promise<void>;
}

type PasswordWatcher = (tx: Db, accountId: string, by: string) => Promise<void>;
type NewCustomer = Pick<NewAccount, 'phoneNo' | 'nickName' | 'isTestUser'>;

export type ManageService = ReturnType<typeof createManageService>;

interface ManageParts extends ManageDeps {
  passwordWatchers: PasswordWatcher[];
  watchers: Array<(tx: Db, accountId: string) => Promise<void>>;
  undo: ReturnType<typeof createAccountUndo>;
}

/** What staff do to accounts: every change leaves an audit row in the same transaction. */
export function createManageService(deps: ManageDeps) {
  const { store, clock, memberships, audit, changeSets, endSessions, grants, pending } = deps;
  const watchers: Array<(tx: Db, accountId: string) => Promise<void>> = [];
  const passwordWatchers: PasswordWatcher[] = [];
  const undo = createAccountUndo({
    ...{ changeSets, memberships, grants, now: clock.now, pending, hashPhone: deps.hashPhone },
    ...{
      requireStaffRight,
      requireOtherAdmin,
      requireFree,
      tellStanding: (tx, accountId) => tellStanding(parts, tx, accountId),
      endSessions,
    },
  });
  const parts: ManageParts = { ...deps, passwordWatchers, watchers, undo };
  return {
    ...withDeps(parts, {
      watchStanding,
      watchPasswords,
      list,
      detail,
      sendPhoneCode,
      revealPhone,
      createByStaff,
      update,
    }),
    /** Called every second. */
    liftBans: createBanEnds({
      store,
      clock,
      audit,
      tellStanding: (tx, accountId) => tellStanding(parts, tx, accountId),
    }),
    accountList: {
      source: accounts.accountSource,
      rows: async (handle, ids) =>
        (await accounts.accountSummaries(handle, ids, clock.now())).map((row) => ({
          id: row.id,
          ...toAccount(row, clock.now()),
        })),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<AccountRow>,
    staffList: {
      source: { ...accounts.accountSource, scope: accounts.isStaff },
      rows: async (handle, ids) =>
        (await accounts.accountSummaries(handle, ids, clock.now()))
          .filter((row) => row.user_type === 9)
          .map((row) => ({ id: row.id, ...toAccount(row, clock.now()) })),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<AccountRow>,
    remove: (caller: StaffCaller, id: string, facts: RequestFacts): Promise<void> =>
      store.transact((tx) => removeRow(parts, tx, caller, id, facts)),
    restore: (caller: StaffCaller, id: string, facts: RequestFacts): Promise<Account> =>
      store.transact((tx) => restoreRow(parts, tx, caller, id, facts)),
    /** The same inside a transaction, for many at once. */
    rows: {
      /** A customer on the free plan. */
      create: (tx: Db, caller: StaffCaller, draft: NewCustomer, facts: RequestFacts) =>
        createRow(parts, tx, caller, draft, { plan: 'free', endsAt: null, reason: '' }, facts),
      update: async (tx: Db, caller: StaffCaller, id: string, patch: AccountPatch, facts: RequestFacts) =>
        (await changeRow(parts, tx, caller, id, patch, facts)).account,
      remove: (tx: Db, caller: StaffCaller, id: string, facts: RequestFacts) => removeRow(parts, tx, caller, id, facts),
      restore: (tx: Db, caller: StaffCaller, id: string, facts: RequestFacts) =>
        restoreRow(parts, tx, caller, id, facts),
    },
  };
}

/** Has something done in the transaction in which an account is banned, deleted or let in again. */
function watchStanding({ watchers }: ManageParts, watcher: (tx: Db, accountId: string) => Promise<void>): void {
  watchers.push(watcher);
}

/** Has something done in the transaction in which staff set the password of an account of somebody else. */
function watchPasswords({ passwordWatchers }: ManageParts, watcher: PasswordWatcher): void {
  passwordWatchers.push(watcher);
}

async function list(
  deps: ManageDeps,
  {
    page,
    size,
    sort,
    order,
    ...filter
  }: Parameters<typeof accounts.pageOfAccounts>[2] & Omit<accounts.AccountFilter, 'deletedSince'>,
) {
  const { clock, store } = deps;
  const now = clock.now();
  const deletedSince = now - deletedAccountsKeptMs;
  const leads = filter.keyword ? await accountsBehind(store.db, filter.keyword, deps.hashPhone) : [];
  const { rows, total } = await accounts.pageOfAccounts(
    store.db,
    { ...filter, sight: { ...filter.sight, leads }, deletedSince },
    { page, size, sort, order },
    now,
  );
  return { list: rows.map((row) => toAccount(row, now)), total, page, size };
}

async function detail(deps: ManageDeps, id: string): Promise<Account> {
  const { store, pending } = deps;
  const account = await summary(deps, store.db, id);
  const pendingChange = await pending.waitingOf(store.db, id, 'account', 'merge');
  return pendingChange ? { ...account, pendingChange } : account;
}

/**
 * Sends a code to a new phone number for an account, or to its current one when `phoneNo` is undefined. Throws
 * `account.not_found`, `account.phone_taken`, `request.invalid`.
 */
async function sendPhoneCode(
  { accounts: accountService, store, sendCode }: ManageDeps,
  id: string,
  phoneNo: string | undefined,
  facts: RequestFacts,
): Promise<{ resendAfter: number }> {
  const known = await accountService.find(store.db, id);
  const to = phoneNo ?? known.phone_no;
  if (!to) throw missing('phoneNo', '这个账号没有手机号，改号要由另一人批准');
  await requireFree(store.db, { phoneNo: to }, id);
  return sendCode(to, facts);
}

/** The whole number and address; who looked and why stands in the audit. */
async function revealPhone(
  { store, accounts: accountService, audit }: ManageDeps,
  caller: StaffCaller,
  id: string,
  reason: string,
  facts: RequestFacts,
) {
  return store.transact(async (tx) => {
    const account = await accountService.find(tx, id);
    await audit.record(tx, { caller, facts, action: 'account.reveal_phone', subject: id, after: { reason } });
    return { phoneNo: account.phone_no, email: account.email };
  });
}

async function createByStaff(
  deps: ManageParts,
  caller: StaffCaller,
  draft: AccountDraft,
  facts: RequestFacts,
): Promise<Account> {
  const { passwords, clock, reasons, store } = deps;
  if (draft.userType === 9) requireStaffRight(caller);
  if (draft.userType === 9 && draft.password)
    requireGoodPassword(draft.password, [draft.loginName ?? '', draft.nickName ?? '']);
  const staff = draft.userType === 9 ? await staffPart(draft, passwords) : undefined;
  if (!staff && !draft.phoneNo && !draft.email) throw refuse('phone.invalid', 'phoneNo');
  const plan = draft.userType === 3 ? 'team' : draft.plan;
  if (plan !== 'free') requireRight(caller, 'account.grant_plan');
  requireNear(draft.planExpiresAt, clock.now());
  const reason = plan === 'free' ? (draft.reason ?? '') : await reasons.require(store.db, caller, draft.reason);
  const passwordHash = staff?.passwordHash ?? (draft.password && (await passwords.hash(draft.password)));
  const endsAt = draft.planExpiresAt ?? null;
  return store.transact(async (tx) => {
    const given = { ...draft, passwordHash, ...(staff ? { staff } : {}) };
    return createRow(deps, tx, caller, given, { plan, endsAt, reason }, facts);
  });
}

async function update(
  deps: ManageParts,
  caller: StaffCaller,
  id: string,
  patch: AccountPatch,
  facts: RequestFacts,
): Promise<Account> {
  const { clock, passwords, store, doorChanges } = deps;
  requireNear(patch.planExpiresAt, clock.now());
  if (patch.password) await requireStaffPassword(deps, id, patch);
  const passwordHash = patch.password ? await passwords.hash(patch.password) : undefined;
  await proveBoth(deps, id, patch);
  const { account, tell } = await store.transact((tx) => changeRow(deps, tx, caller, id, patch, facts, passwordHash));
  if (tell) await doorChanges.tellBefore(tell);
  return account;
}

/** Tells who asked for it that somebody else has given an account its password. */
async function tellPassword(deps: ManageParts, tx: Db, accountId: string, by: string): Promise<void> {
  for (const watcher of deps.passwordWatchers) await watcher(tx, accountId, by);
}

/** Plans cannot be given to accounts of staff. Throws `grant.to_staff`. */
async function requireCustomer(tx: Db, accountId: string): Promise<void> {
  if ((await accounts.inHandsOfStaff(tx, [accountId])).size > 0) throw new ProductError('grant.to_staff');
}

async function summary(deps: ManageDeps, handle: Db, id: string): Promise<Account> {
  const row = await accounts.findSummary(handle, id, deps.clock.now());
  if (!row) throw new ProductError('account.not_found');
  return toAccount(row, deps.clock.now());
}

/** What a change touches may take a right of its own beside that of the call. */
function requireRight(caller: StaffCaller, right: StaffPermission): void {
  if (!mayStaff(caller.role, right)) throw new ProductError('auth.forbidden');
}

const requireStaffRight = (caller: StaffCaller) => requireRight(caller, 'staff.write');

/** What a plan that is given until then is worth in tickets. */
function worthOf(deps: ManageDeps, { plan, endsAt }: { plan: Plan; endsAt: number | null }, now: number): number {
  const ms = plan === 'free' ? 0 : endsAt === null ? longestPlanMs : endsAt - now;
  return worthOfPlan(deps.plans.of(plan).monthly, ms);
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
async function requireStaffPassword(deps: ManageDeps, id: string, patch: AccountPatch): Promise<void> {
  const known = await deps.accounts.find(deps.store.db, id);
  if (known.user_type !== 9 && patch.userType !== 9) return;
  requireGoodPassword(patch.password ?? '', [patch.loginName ?? known.login_name ?? '', known.nick_name]);
}

/**
 * Consumes the codes of the new and the old phone number, if given. Throws `code.wrong`, `code.expired`, `code.void`.
 */
async function proveBoth(
  deps: ManageDeps,
  id: string,
  { phoneNo, phoneCode, oldPhoneCode }: AccountPatch,
): Promise<void> {
  const { accounts: accountService, store, provePhone } = deps;
  const { phone_no: oldPhone } = await accountService.find(store.db, id);
  if (phoneNo && phoneCode) await provePhone(phoneNo, phoneCode);
  if (phoneNo && oldPhoneCode && oldPhone) await provePhone(oldPhone, oldPhoneCode);
}

async function requireOtherAdmin(tx: Db, account: accounts.AccountRow): Promise<void> {
  const isActiveAdmin = account.role === 'admin' && account.status === 'active';
  if (isActiveAdmin && (await accounts.countOtherAdmins(tx, account.id)) === 0)
    throw new ProductError('account.last_admin');
}

/** Tells who asked for it that an account is active now or is not any more. */
async function tellStanding(deps: ManageParts, tx: Db, accountId: string): Promise<void> {
  for (const watcher of deps.watchers) await watcher(tx, accountId);
}

/**
 * Changes an account. Plan, ban and credentials require rights of their own and a reason. Credential changes of a
 * customer wait for approval, except for a phone number when codes confirm both the new and the old one. `tell` is
 * the row before the change when credentials changed: its phone number and e-mail address get a notice.
 */
function changeRow(
  deps: ManageParts,
  tx: Db,
  caller: StaffCaller,
  id: string,
  patch: AccountPatch,
  facts: RequestFacts,
  passwordHash?: string,
): Promise<{ account: Account; tell: accounts.AccountRow | null }> {
  const { accounts: accountService, clock, reasons, grants, memberships, endSessions, audit, pending, undo } = deps;
  return undo.noting(tx, { caller, facts, id, title: titleOf(patch) }, async (granted) => {
    const known = await accountService.find(tx, id);
    if (known.deleted_at !== null) throw new ProductError('account.not_found');
    const touchesStaff = known.user_type === 9 || patch.userType === 9 || patch.role !== undefined;
    if (touchesStaff) requireStaffRight(caller);
    if (patch.version !== undefined && patch.version !== known.version)
      throw new ProductError('account.changed_meanwhile', { beside: { current: await summary(deps, tx, id) } });
    const losesAdmin =
      (patch.role !== undefined && patch.role !== 'admin') || patch.status === 'banned' || (patch.userType ?? 9) !== 9;
    if (losesAdmin) await requireOtherAdmin(tx, known);
    await requireFree(tx, patch, id);
    const leavesStaff = known.user_type === 9 && (patch.userType ?? 9) !== 9;

    const doors = doorsAsked(known, patch, passwordHash);
    const asked = planAsked(known, patch, clock.now());
    const ban = banAsked(known, patch, clock.now());
    const wasBanned = isBanned(known, clock.now());
    const isBan = ban !== undefined && (!wasBanned || ban.until !== known.banned_until);
    const isOfBan = [patch.status, patch.statusReason, patch.bannedUntil].some((value) => value !== undefined);
    if (isOfBan) requireRight(caller, 'account.ban');
    if (asked) requireRight(caller, 'account.grant_plan');
    const opens = Object.keys(doors).length > 0;
    if (opens && !touchesStaff) requireRight(caller, 'account.credentials');
    const said = patch.reason ?? (isBan ? patch.statusReason : undefined);
    const reason = opens || asked || isBan ? await reasons.require(tx, caller, said) : (said ?? '');
    const waits = opens && !touchesStaff && !(await reasons.isTrusted(tx, caller));
    const { phone_no, ...others } = doors;
    const isProved = phone_no !== undefined && isProvedTwice(known, patch);
    const waiting = waits ? (isProved ? others : doors) : {};
    const made = waits ? (isProved ? { phone_no } : {}) : doors;

    const before = await summary(deps, tx, id);
    const version = known.version + 1;
    const written = {
      ...made,
      ...(patch.nickName === undefined ? {} : { nick_name: patch.nickName }),
      user_type: typeAfter(known, patch, clock.now()),
      ...(patch.isTestUser === undefined ? {} : { is_test: patch.isTestUser ? (1 as const) : (0 as const) }),
      status: ban ? 'banned' : 'active',
      banned_until: ban?.until ?? null,
      ...(patch.statusReason === undefined ? {} : { status_reason: patch.statusReason }),
      ...(leavesStaff ? { role: null } : patch.role === undefined ? {} : { role: patch.role }),
      version,
      updated_at: clock.now(),
    } as const;
    await accounts.updateDoors(tx, id, written, { hash: deps.hashPhone, now: clock.now() });
    if (made.password_hash && caller.accountId !== id) await tellPassword(deps, tx, id, caller.accountId);
    if (asked) {
      if (asked.plan !== 'free') await requireCustomer(tx, id);
      const now = clock.now();
      const present = { plan: livePlan(known, now), endsAt: known.plan_expires_at };
      const worth = Math.max(0, worthOf(deps, asked, now) - worthOf(deps, present, now));
      granted(await grants.note(tx, caller, { what: 'plan', subject: id, worth, reason }));
      await memberships.setByStaff(tx, id, asked.plan, asked.endsAt);
    }
    if (wasBanned !== (ban !== undefined)) await tellStanding(deps, tx, id);
    const isOpened = Object.keys(made).length > 0;
    if (patch.status === 'banned' || isOpened || leavesStaff) await endSessions(tx, id);
    const account = await summary(deps, tx, id);
    const states = { before: whole(before, known), after: whole(account, await accountService.find(tx, id)) };
    await audit.record(tx, { caller, facts, action: 'account.update', subject: id, ...states, reason });
    const tell = isOpened ? known : null;
    if (Object.keys(waiting).length === 0) return { account, tell };
    const held = { kind: 'account', subject: id, accountId: id, version, change: waiting, reason } as const;
    const pendingChange = await pending.hold(tx, { caller, facts }, held);
    return { account: { ...account, pendingChange }, tell };
  });
}

async function createRow(
  deps: ManageParts,
  tx: Db,
  caller: StaffCaller,
  draft: NewAccount,
  { plan, endsAt, reason }: { plan: Plan; endsAt: number | null; reason: string },
  facts: RequestFacts,
): Promise<Account> {
  const { accounts: accountService, clock, grants, memberships, audit, undo } = deps;
  await requireFree(tx, draft);
  const { id } = await accountService.create(tx, draft);
  let grant: number | undefined;
  if (plan !== 'free') {
    await requireCustomer(tx, id);
    const worth = worthOf(deps, { plan, endsAt }, clock.now());
    grant = await grants.note(tx, caller, { what: 'plan', subject: id, worth, reason });
    await memberships.setByStaff(tx, id, plan, endsAt);
  }
  if (draft.staff) await tellPassword(deps, tx, id, caller.accountId);
  const account = await summary(deps, tx, id);
  const after = whole(account, await accountService.find(tx, id));
  await audit.record(tx, { caller, facts, action: 'account.create', subject: id, after, reason });
  await undo.noteNew(tx, { caller, facts, id, title: `新建账号「${account.nickName}」` }, grant);
  return account;
}

/** Reversible for 30 days; money records stay. */
function removeRow(deps: ManageParts, tx: Db, caller: StaffCaller, id: string, facts: RequestFacts): Promise<void> {
  const { accounts: accountService, clock, endSessions, audit, undo } = deps;
  return undo.noting(tx, { caller, facts, id, title: '删除账号' }, async () => {
    const known = await accountService.find(tx, id);
    if (known.deleted_at !== null) throw new ProductError('account.not_found');
    if (known.user_type === 9) requireStaffRight(caller);
    await requireOtherAdmin(tx, known);
    const before = await summary(deps, tx, id);
    await accounts.updateAccount(tx, id, { deleted_at: clock.now(), version: known.version + 1 });
    await tellStanding(deps, tx, id);
    await endSessions(tx, id);
    await audit.record(tx, { caller, facts, action: 'account.delete', subject: id, before });
  });
}

function restoreRow(deps: ManageParts, tx: Db, caller: StaffCaller, id: string, facts: RequestFacts): Promise<Account> {
  const { accounts: accountService, clock, audit, undo } = deps;
  return undo.noting(tx, { caller, facts, id, title: '找回账号' }, async () => {
    const known = await accountService.find(tx, id);
    if (known.deleted_at === null || known.deleted_at < clock.now() - deletedAccountsKeptMs || isGone(known)) {
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
    await tellStanding(deps, tx, id);
    const account = await summary(deps, tx, id);
    await audit.record(tx, { caller, facts, action: 'account.restore', subject: id, after: account });
    return account;
  });
}

/** True when codes confirm both the new and the old phone number; never for an account without a phone number. */
function isProvedTwice({ phone_no }: accounts.AccountRow, { phoneCode, oldPhoneCode }: AccountPatch): boolean {
  return phone_no !== null && phoneCode !== undefined && oldPhoneCode !== undefined;
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

function refuse(
  reason: 'account.phone_taken' | 'account.name_taken' | 'account.email_taken' | 'phone.invalid',
  field: string,
): ProductError {
  return new ProductError(reason, { fields: { [field]: [new ProductError(reason).message] } });
}
