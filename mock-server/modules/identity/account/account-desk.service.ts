import type { Account, AccountDraft, AccountPatch } from '#shared/contract/staff';
import { mayStaff, type StaffPermission } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import { longestPlanMs, worthOfPlan } from '../../records/grant/grant.rules.ts';
import type { Grants } from '../../records/grant/grant.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import * as accounts from './account.repository.ts';
import { deletedAccountsKeptMs, isGone, livePlan } from './account.rules.ts';
import type { AccountService, NewAccount } from './account.service.ts';
import {
  type AccountChange,
  type AskedChange,
  askedOf,
  credentialsNow,
  isChangeOfStaff,
  losesAdmin,
  missing,
  type PlanUntil,
  requireNear,
  rowAfter,
  titleOf,
  whole,
} from './account-change.rules.ts';
import type { AccountMemberships, AccountPlans } from './account-ports.ts';
import { accountNow, createAccountQueries } from './account-queries.ts';
import { createAccountUndo } from './account-undo.ts';
import { createBanEnds } from './ban-ends.ts';
import type { CredentialChanges } from './credential-changes.ts';
import type { PhoneHash } from './former-phone.ts';
import { type Passwords, requireGoodPassword } from './password.ts';
import type { Reasons } from './reasons.ts';

export interface AccountDeskDeps {
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
  credentialChanges: Pick<CredentialChanges, 'tellBefore'>;
  /** Sends a code that confirms a change of an account; it cannot be used to log in. */
  sendCode: (phoneNo: string, facts: RequestFacts) => Promise<{ resendAfter: number }>;
  /** Consumes the code sent to a number for a change. Throws `code.wrong`, `code.expired`, `code.void`. */
  provePhone: (phoneNo: string, code: string) => Promise<void>;
}

type PasswordWatcher = (tx: Db, accountId: string, by: string) => Promise<void>;
const noPlan: PlanUntil = { plan: 'free', endsAt: null };

type NewCustomer = Pick<NewAccount, 'phoneNo' | 'nickName' | 'isTestUser'>;

export type AccountDesk = ReturnType<typeof createAccountDesk>;

interface ManageParts extends AccountDeskDeps {
  passwordWatchers: PasswordWatcher[];
  watchers: Array<(tx: Db, accountId: string) => Promise<void>>;
  undo: ReturnType<typeof createAccountUndo>;
}

/** Acts of staff on accounts: every change leaves an audit row in the same transaction. */
export function createAccountDesk(deps: AccountDeskDeps) {
  const { store, clock, memberships, audit, changeSets, endSessions, grants, pending, hashPhone } = deps;
  const watchers: Array<(tx: Db, accountId: string) => Promise<void>> = [];
  const passwordWatchers: PasswordWatcher[] = [];
  const undo = createAccountUndo({
    changeSets,
    memberships,
    grants,
    now: clock.now,
    pending,
    hashPhone,
    requireStaffRight,
    requireOtherAdmin,
    requireFree,
    tellStanding: (tx, accountId) => tellStanding(parts, tx, accountId),
    endSessions,
  });
  const parts: ManageParts = { ...deps, passwordWatchers, watchers, undo };
  return {
    ...createAccountQueries(deps),
    ...withDeps(parts, {
      watchStanding,
      watchPasswords,
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
    remove: (caller: StaffCaller, id: string, facts: RequestFacts): Promise<void> =>
      store.transact((tx) => removeRow(parts, tx, { caller, facts }, id)),
    restore: (caller: StaffCaller, id: string, facts: RequestFacts): Promise<Account> =>
      store.transact((tx) => restoreRow(parts, tx, { caller, facts }, id)),
    /** The same inside a transaction, for many at once. */
    rows: {
      /** A customer on the free plan. */
      create: (tx: Db, caller: StaffCaller, draft: NewCustomer, facts: RequestFacts): Promise<Account> =>
        createRow(parts, tx, { caller, facts }, { draft, plan: 'free', endsAt: null, reason: '' }),
      update: async (tx: Db, caller: StaffCaller, id: string, patch: AccountPatch, facts: RequestFacts) =>
        (await changeRow(parts, tx, { caller, facts }, { id, patch })).account,
      remove: (tx: Db, caller: StaffCaller, id: string, facts: RequestFacts): Promise<void> =>
        removeRow(parts, tx, { caller, facts }, id),
      restore: (tx: Db, caller: StaffCaller, id: string, facts: RequestFacts): Promise<Account> =>
        restoreRow(parts, tx, { caller, facts }, id),
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

/**
 * Sends a code to a new phone number for an account, or to its current one when `phoneNo` is undefined. Throws
 * `account.not_found`, `account.phone_taken`, `request.invalid`.
 */
async function sendPhoneCode(
  { accounts: accountService, store, sendCode }: AccountDeskDeps,
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
  { store, accounts: accountService, audit }: AccountDeskDeps,
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
    return createRow(deps, tx, { caller, facts }, { draft: given, plan, endsAt, reason });
  });
}

async function update(
  deps: ManageParts,
  caller: StaffCaller,
  id: string,
  patch: AccountPatch,
  facts: RequestFacts,
): Promise<Account> {
  const { clock, passwords, store, credentialChanges } = deps;
  requireNear(patch.planExpiresAt, clock.now());
  if (patch.password) await requireStaffPassword(deps, id, patch);
  const passwordHash = patch.password ? await passwords.hash(patch.password) : undefined;
  await proveBoth(deps, id, patch);
  const { account, tell } = await store.transact((tx) =>
    changeRow(deps, tx, { caller, facts }, { id, patch, passwordHash }),
  );
  if (tell) await credentialChanges.tellBefore(tell);
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

/** Throws `auth.forbidden` without the right that a changed field needs beside that of the call. */
function requireRight(caller: StaffCaller, right: StaffPermission): void {
  if (!mayStaff(caller.role, right)) throw new ProductError('auth.forbidden');
}

const requireStaffRight = (caller: StaffCaller) => requireRight(caller, 'staff.write');

/** Tickets that a plan gives until its end. */
function worthOf(deps: AccountDeskDeps, { plan, endsAt }: PlanUntil, now: number): number {
  const ms = plan === 'free' ? 0 : endsAt === null ? longestPlanMs : endsAt - now;
  return worthOfPlan(deps.plans.of(plan).monthly, ms);
}

/**
 * Gives a plan in the place of another one, and counts what it is worth more as given by the caller. Throws
 * `grant.to_staff`.
 * @returns id of the grant
 */
async function givePlan(
  deps: AccountDeskDeps,
  tx: Db,
  caller: StaffCaller,
  { id, from, to, reason }: { id: string; from: PlanUntil; to: PlanUntil; reason: string },
): Promise<number> {
  const { clock, grants, memberships } = deps;
  if (to.plan !== 'free') await requireCustomer(tx, id);
  const now = clock.now();
  const worth = Math.max(0, worthOf(deps, to, now) - worthOf(deps, from, now));
  const grant = await grants.note(tx, caller, { what: 'plan', subject: id, worth, reason });
  await memberships.setByStaff(tx, id, to.plan, to.endsAt);
  return grant;
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
async function requireStaffPassword(deps: AccountDeskDeps, id: string, patch: AccountPatch): Promise<void> {
  const known = await deps.accounts.find(deps.store.db, id);
  if (known.user_type !== 9 && patch.userType !== 9) return;
  requireGoodPassword(patch.password ?? '', [patch.loginName ?? known.login_name ?? '', known.nick_name]);
}

/**
 * Consumes the codes of the new and the old phone number, if given. Throws `code.wrong`, `code.expired`, `code.void`.
 */
async function proveBoth(
  deps: AccountDeskDeps,
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
  { caller, facts }: StaffAct,
  change: AccountChange,
): Promise<{ account: Account; tell: accounts.AccountRow | null }> {
  const { accounts: accountService, clock, audit, undo } = deps;
  const { id, patch } = change;
  return undo.noting(tx, { caller, facts, id, title: titleOf(patch) }, async (granted) => {
    const known = await requireChangeable(deps, tx, caller, change);
    const asked = askedOf(known, change, clock.now());
    requireRights(caller, asked);
    const reason = await reasonFor(deps, tx, caller, asked);
    const mayWait = asked.changesCredentials && !asked.isOfStaff;
    const waits = mayWait && !(await deps.reasons.isTrusted(tx, caller));
    const { made, waiting } = credentialsNow(asked, waits);

    const before = await accountNow(deps, tx, id);
    const written = rowAfter(asked, made, clock.now());
    await accounts.updateDoors(tx, id, written, { hash: deps.hashPhone, now: clock.now() });
    if (made.password_hash && caller.accountId !== id) await tellPassword(deps, tx, id, caller.accountId);
    if (asked.plan) {
      const from = { plan: livePlan(known, clock.now()), endsAt: known.plan_expires_at };
      granted(await givePlan(deps, tx, caller, { id, from, to: asked.plan, reason }));
    }
    const isCredentialsMade = Object.keys(made).length > 0;
    await followStanding(deps, tx, asked, isCredentialsMade);

    const account = await accountNow(deps, tx, id);
    const states = { before: whole(before, known), after: whole(account, await accountService.find(tx, id)) };
    await audit.record(tx, { caller, facts, action: 'account.update', subject: id, ...states, reason });
    const tell = isCredentialsMade ? known : null;
    if (Object.keys(waiting).length === 0) return { account, tell };
    const held = { subject: id, version: written.version, change: waiting, reason };
    const pendingChange = await deps.pending.hold(tx, { caller, facts }, { kind: 'account', accountId: id, ...held });
    return { account: { ...account, pendingChange }, tell };
  });
}

/**
 * The account as it is. Throws `account.not_found`, `account.changed_meanwhile`, `account.last_admin`,
 * `account.phone_taken`, `account.name_taken`, `account.email_taken`, `auth.forbidden`.
 */
async function requireChangeable(
  deps: ManageParts,
  tx: Db,
  caller: StaffCaller,
  { id, patch }: AccountChange,
): Promise<accounts.AccountRow> {
  const known = await deps.accounts.find(tx, id);
  if (known.deleted_at !== null) throw new ProductError('account.not_found');
  if (isChangeOfStaff(known, patch)) requireStaffRight(caller);
  if (patch.version !== undefined && patch.version !== known.version)
    throw new ProductError('account.changed_meanwhile', { beside: { current: await accountNow(deps, tx, id) } });
  if (losesAdmin(patch)) await requireOtherAdmin(tx, known);
  await requireFree(tx, patch, id);
  return known;
}

/** Throws `auth.forbidden`. */
function requireRights(caller: StaffCaller, asked: AskedChange): void {
  if (asked.isOfBan) requireRight(caller, 'account.ban');
  if (asked.plan) requireRight(caller, 'account.grant_plan');
  if (asked.changesCredentials && !asked.isOfStaff) requireRight(caller, 'account.credentials');
}

/** The reason given; required for credentials, plan and ban. */
async function reasonFor(deps: AccountDeskDeps, tx: Db, caller: StaffCaller, asked: AskedChange): Promise<string> {
  const said = asked.patch.reason ?? (asked.startsBan ? asked.patch.statusReason : undefined);
  const isNeeded = asked.changesCredentials || asked.plan !== undefined || asked.startsBan;
  return isNeeded ? deps.reasons.require(tx, caller, said) : (said ?? '');
}

/** Tells that an account may or may not be used now, and ends its sessions where a change requires a new login. */
async function followStanding(
  deps: ManageParts,
  tx: Db,
  { known, patch, ban, wasBanned, leavesStaff }: AskedChange,
  isCredentialsMade: boolean,
): Promise<void> {
  if (wasBanned !== (ban !== undefined)) await tellStanding(deps, tx, known.id);
  if (patch.status === 'banned' || isCredentialsMade || leavesStaff) await deps.endSessions(tx, known.id);
}

async function createRow(
  deps: ManageParts,
  tx: Db,
  { caller, facts }: StaffAct,
  { draft, plan, endsAt, reason }: PlanUntil & { draft: NewAccount; reason: string },
): Promise<Account> {
  const { accounts: accountService, audit, undo } = deps;
  await requireFree(tx, draft);
  const { id } = await accountService.create(tx, draft);
  const given = { id, from: noPlan, to: { plan, endsAt }, reason };
  const grant = plan === 'free' ? undefined : await givePlan(deps, tx, caller, given);
  if (draft.staff) await tellPassword(deps, tx, id, caller.accountId);
  const account = await accountNow(deps, tx, id);
  const after = whole(account, await accountService.find(tx, id));
  await audit.record(tx, { caller, facts, action: 'account.create', subject: id, after, reason });
  await undo.noteNew(tx, { caller, facts, id, title: `新建账号「${account.nickName}」` }, grant);
  return account;
}

/** Reversible for 30 days; money records stay. */
function removeRow(deps: ManageParts, tx: Db, { caller, facts }: StaffAct, id: string): Promise<void> {
  const { accounts: accountService, clock, endSessions, audit, undo } = deps;
  return undo.noting(tx, { caller, facts, id, title: '删除账号' }, async () => {
    const known = await accountService.find(tx, id);
    if (known.deleted_at !== null) throw new ProductError('account.not_found');
    if (known.user_type === 9) requireStaffRight(caller);
    await requireOtherAdmin(tx, known);
    const before = await accountNow(deps, tx, id);
    await accounts.updateAccount(tx, id, { deleted_at: clock.now(), version: known.version + 1 });
    await tellStanding(deps, tx, id);
    await endSessions(tx, id);
    await audit.record(tx, { caller, facts, action: 'account.delete', subject: id, before });
  });
}

function restoreRow(deps: ManageParts, tx: Db, { caller, facts }: StaffAct, id: string): Promise<Account> {
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
    const account = await accountNow(deps, tx, id);
    await audit.record(tx, { caller, facts, action: 'account.restore', subject: id, after: account });
    return account;
  });
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
