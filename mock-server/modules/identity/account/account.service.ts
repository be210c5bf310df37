import type { UserInfo, VipInfo } from '#shared/contract/auth';
import type { AccountDraft } from '#shared/contract/staff';
import { maskPhone } from '#shared/domain/phone';
import type { Plan } from '#shared/domain/plan';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Db, Store } from '../../base/store.ts';
import * as accounts from './account.repository.ts';
import { flagsOf, livePlan, userTypeOf } from './account.rules.ts';
import type { AccountPlans, AccountTickets } from './account-ports.ts';
import { isAvatar } from './avatar.ts';

export interface AccountDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  tickets: Pick<AccountTickets, 'giveSignUpGift' | 'giveInvitationGift'>;
  plans: AccountPlans;
}

export type AccountService = ReturnType<typeof createAccountService>;

/** Initial values of a new account. */
export interface NewAccount {
  phoneNo?: string | undefined;
  /** In lower case. */
  email?: string | undefined;
  avatar?: string | undefined;
  /** Credentials of a user besides codes. */
  loginName?: string | undefined;
  passwordHash?: string | undefined;
  nickName?: string | undefined;
  isTestUser?: boolean;
  source?: object | undefined;
  invitedBy?: string | undefined;
  staff?: { loginName: string; passwordHash: string; role: NonNullable<AccountDraft['role']> };
}

const inviteAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function createAccountService(deps: AccountDeps) {
  const { clock } = deps;
  return {
    ...withDeps(deps, { userInfo, setAvatar, vipInfo, namesOf, noteLogin, create }),
    notePlan,
    toUserInfo: (row: accounts.AccountRow) => toUserInfo(row, clock.now()),
    find: mustFind,
    findByPhone: (handle: Db, phoneNo: string) => accounts.findByPhone(handle, phoneNo),
    findByEmail: (handle: Db, email: string) => accounts.findByEmail(handle, email),
    /** See `inHandsOfStaff` of the repository. */
    inHandsOfStaff: accounts.inHandsOfStaff,
    findByLoginName: (handle: Db, loginName: string) => accounts.findByLoginName(handle, loginName),
    findByInviteCode: (handle: Db, inviteCode: string) => accounts.findByInviteCode(handle, inviteCode),
  };
}

async function userInfo({ store, clock }: AccountDeps, accountId: string): Promise<UserInfo> {
  return toUserInfo(await mustFind(store.db, accountId), clock.now());
}

/** Keeps a small square picture given as a data URL, or none. Throws `account.avatar_unfit`. */
async function setAvatar({ store, clock }: AccountDeps, accountId: string, avatar: string): Promise<UserInfo> {
  if (avatar !== '' && !isAvatar(avatar)) throw new ProductError('account.avatar_unfit');
  await accounts.updateAccount(store.db, accountId, { avatar, updated_at: clock.now() });
  return toUserInfo(await mustFind(store.db, accountId), clock.now());
}

async function vipInfo({ store, clock, plans }: AccountDeps, accountId: string): Promise<VipInfo> {
  const account = await mustFind(store.db, accountId);
  const plan = livePlan(account, clock.now());
  const { title, running, queued } = plans.of(plan);
  return {
    plan,
    planTitle: title,
    expiresAt: plan === 'free' ? null : account.plan_expires_at,
    flags: flagsOf(plan, account.is_test === 1),
    limits: { running, queued },
  };
}

/** Display names for exports, by account id: name and masked phone number, or the login name of staff. */
async function namesOf({ store }: AccountDeps, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await accounts.findNames(store.db, ids);
  return new Map(
    found.map(({ id, nick_name: name, phone_no: phoneNo, login_name: loginName }) => {
      const number = phoneNo ? maskPhone(phoneNo) : (loginName ?? '');
      return [id, name && number ? `${name}（${number}）` : name || number || '已删除的账号'];
    }),
  );
}

/** Writes what the membership says of the present; members of staff stay what they are. */
async function notePlan(
  tx: Db,
  account: accounts.AccountRow,
  { plan, expiresAt, nextGrantAt }: { plan: Plan; expiresAt: number | null; nextGrantAt: number | null },
): Promise<void> {
  await accounts.updateAccount(tx, account.id, {
    plan,
    plan_expires_at: expiresAt,
    next_grant_at: nextGrantAt,
    ...(account.user_type === 9 ? {} : { user_type: userTypeOf(plan) }),
  });
}

async function noteLogin({ clock }: AccountDeps, tx: Db, accountId: string): Promise<void> {
  await accounts.updateAccount(tx, accountId, { last_login_at: clock.now() });
}

/** Makes an account on the free plan and gives its gifts. For use inside a transaction. */
async function create(deps: AccountDeps, tx: Db, draft: NewAccount): Promise<accounts.AccountRow> {
  const { clock, ids, tickets } = deps;
  const now = clock.now();
  const id = ids.next('user');
  const inviteCode = [...Array(8)].map(() => inviteAlphabet[ids.number(inviteAlphabet.length)]).join('');
  await accounts.insertAccount(tx, {
    id,
    phone_no: draft.phoneNo ?? null,
    email: draft.email ?? null,
    nick_name: draft.nickName ?? draft.staff?.loginName ?? `设计师${draft.phoneNo?.slice(-4) ?? inviteCode.slice(-4)}`,
    avatar: draft.avatar ?? '',
    user_type: draft.staff ? 9 : userTypeOf('free'),
    plan: 'free',
    plan_expires_at: null,
    is_test: draft.isTestUser ? 1 : 0,
    status: 'active',
    status_reason: '',
    invite_code: inviteCode,
    invited_by: draft.invitedBy ?? null,
    login_name: draft.staff?.loginName ?? draft.loginName ?? null,
    password_hash: draft.staff?.passwordHash ?? draft.passwordHash ?? null,
    role: draft.staff?.role ?? null,
    source: draft.source ? JSON.stringify(draft.source) : null,
    last_login_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
  if (!draft.staff) await tickets.giveSignUpGift(tx, id);
  if (draft.invitedBy) await tickets.giveInvitationGift(tx, draft.invitedBy, id);
  return mustFind(tx, id);
}

async function mustFind(handle: Db, id: string): Promise<accounts.AccountRow> {
  const account = await accounts.findAccount(handle, id);
  if (!account) throw new ProductError('account.not_found');
  return account;
}

function toUserInfo(row: accounts.AccountRow, now: number): UserInfo {
  return {
    userId: row.id,
    phoneNo: row.phone_no ? maskPhone(row.phone_no) : '',
    nickName: row.nick_name,
    avatar: row.avatar,
    userType: row.user_type === 9 ? 9 : userTypeOf(livePlan(row, now)),
    isTestUser: row.is_test === 1,
    inviteCode: row.invite_code,
    createdAt: row.created_at,
  };
}
