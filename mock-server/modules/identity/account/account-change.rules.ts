import type { Account, AccountPatch } from '#shared/contract/staff';
import { maskEmail, maskPhone } from '#shared/domain/phone';
import type { Plan } from '#shared/domain/plan';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { longestPlanMs } from '../../records/grant/grant.rules.ts';
import type { AccountRow, AccountSummaryRow } from './account.repository.ts';
import { isBanned, livePlan, userTypeOf } from './account.rules.ts';
import type { CredentialChange } from './credential-changes.ts';

/** A plan and its end in ms; null is without end. */
export interface PlanUntil {
  plan: Plan;
  endsAt: number | null;
}

export interface AccountChange {
  id: string;
  patch: AccountPatch;
  /** Hash of the password in the patch. */
  passwordHash?: string | undefined;
}

/** A patch beside the account that it changes. */
export interface AskedChange {
  known: AccountRow;
  patch: AccountPatch;
  /** Credentials that would differ. */
  credentials: CredentialChange;
  changesCredentials: boolean;
  plan: PlanUntil | undefined;
  /** The ban after the change; `until` in ms, null without end. */
  ban: { until: number | null } | undefined;
  wasBanned: boolean;
  /** True when a ban begins or gets another end. */
  startsBan: boolean;
  /** True when the patch names anything of a ban, and be it to lift it. */
  isOfBan: boolean;
  /** True for an account of staff, or one that becomes one. */
  isOfStaff: boolean;
  leavesStaff: boolean;
}

/** Throws `request.invalid` for a ban that makes no sense. */
export function askedOf(known: AccountRow, { patch, passwordHash }: AccountChange, now: number): AskedChange {
  const credentials = doorsAsked(known, patch, passwordHash);
  const ban = banAsked(known, patch, now);
  const wasBanned = isBanned(known, now);
  return {
    known,
    patch,
    credentials,
    changesCredentials: Object.keys(credentials).length > 0,
    plan: planAsked(known, patch, now),
    ban,
    wasBanned,
    startsBan: ban !== undefined && (!wasBanned || ban.until !== known.banned_until),
    isOfBan: [patch.status, patch.statusReason, patch.bannedUntil].some((value) => value !== undefined),
    isOfStaff: isChangeOfStaff(known, patch),
    leavesStaff: known.user_type === 9 && (patch.userType ?? 9) !== 9,
  };
}

export function isChangeOfStaff(known: AccountRow, patch: AccountPatch): boolean {
  return known.user_type === 9 || patch.userType === 9 || patch.role !== undefined;
}

/** True when an administrator would not be an active one any more. */
export function losesAdmin({ role, status, userType }: AccountPatch): boolean {
  return (role !== undefined && role !== 'admin') || status === 'banned' || (userType ?? 9) !== 9;
}

/** Credentials that change at once, and those that wait for approval. */
export function credentialsNow(
  { known, patch, credentials }: AskedChange,
  waits: boolean,
): { made: CredentialChange; waiting: CredentialChange } {
  if (!waits) return { made: credentials, waiting: {} };
  const { phone_no, ...others } = credentials;
  if (phone_no === undefined || !isProvedTwice(known, patch)) return { made: {}, waiting: credentials };
  return { made: { phone_no }, waiting: others };
}

/** True when codes confirm both the new and the old phone number; never for an account without a phone number. */
function isProvedTwice({ phone_no }: AccountRow, { phoneCode, oldPhoneCode }: AccountPatch): boolean {
  return phone_no !== null && phoneCode !== undefined && oldPhoneCode !== undefined;
}

/** Columns after a change, with the next version. */
export function rowAfter({ known, patch, ban, leavesStaff }: AskedChange, made: CredentialChange, now: number) {
  const { nickName, isTestUser, statusReason, role } = patch;
  return {
    ...made,
    ...(nickName === undefined ? {} : { nick_name: nickName }),
    user_type: typeAfter(known, patch, now),
    ...(isTestUser === undefined ? {} : { is_test: isTestUser ? (1 as const) : (0 as const) }),
    status: ban ? ('banned' as const) : ('active' as const),
    banned_until: ban?.until ?? null,
    ...(statusReason === undefined ? {} : { status_reason: statusReason }),
    ...(leavesStaff ? { role: null } : role === undefined ? {} : { role }),
    version: known.version + 1,
    updated_at: now,
  };
}

/** Nobody means a longer one by its date. */
const longestBanMs = 3653 * day;

/** Title of a change in the list of those that can be undone. */
export function titleOf({ status, bannedUntil, plan, planExpiresAt }: AccountPatch): string {
  if (status !== undefined) return status === 'banned' ? '停用账号' : '恢复使用账号';
  if (bannedUntil !== undefined) return '修改封禁期限';
  return plan === undefined && planExpiresAt === undefined ? '修改账号' : '调整套餐';
}

/** Undefined when plan and end stay. An end left out stays; a new plan has none by itself. */
function planAsked(
  known: AccountRow,
  { plan, planExpiresAt, userType }: AccountPatch,
  now: number,
): PlanUntil | undefined {
  const present = livePlan(known, now);
  const wanted = plan ?? (userType === 3 ? 'team' : present);
  if (wanted === present && planExpiresAt === undefined) return undefined;
  const endsAt = planExpiresAt === undefined ? (present === 'free' ? null : known.plan_expires_at) : planExpiresAt;
  return { plan: wanted, endsAt };
}

/** A role makes the account staff; without one its type follows its plan again. */
function typeAfter(known: AccountRow, patch: AccountPatch, now: number): AccountRow['user_type'] {
  return (patch.userType ?? known.user_type) === 9 ? 9 : userTypeOf(livePlan(known, now));
}

function doorsAsked(known: AccountRow, patch: AccountPatch, passwordHash: string | undefined): CredentialChange {
  const { phoneNo, email, loginName } = patch;
  return {
    ...(phoneNo === undefined || phoneNo === known.phone_no ? {} : { phone_no: phoneNo }),
    ...(email === undefined || email === known.email ? {} : { email }),
    ...(loginName === undefined || loginName === known.login_name ? {} : { login_name: loginName }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
  };
}

/** Throws where staff set the end of a plan further ahead than anybody means. */
export function requireNear(planExpiresAt: number | null | undefined, now: number): void {
  if (planExpiresAt && planExpiresAt > now + longestPlanMs)
    throw missing('planExpiresAt', '会员到期日最多在 3 年以后，请检查年份');
}

export function missing(field: string, sentence: string): ProductError {
  return new ProductError('request.invalid', { fields: { [field]: [sentence] } });
}

/** Undefined when there is no ban after the change. An end left out stays. Throws `request.invalid`. */
function banAsked(known: AccountRow, patch: AccountPatch, now: number): { until: number | null } | undefined {
  const { status = isBanned(known, now) ? 'banned' : 'active', bannedUntil } = patch;
  if (status !== 'banned') {
    if (bannedUntil) throw missing('bannedUntil', '没有停用的账号没有封禁期限');
    return undefined;
  }
  if (bannedUntil && bannedUntil <= now) throw missing('bannedUntil', '封禁期限要晚于现在');
  if (bannedUntil && bannedUntil > now + longestBanMs) throw missing('bannedUntil', '封禁最长 10 年，更久请不填期限');
  return { until: bannedUntil === undefined ? (isBanned(known, now) ? known.banned_until : null) : bannedUntil };
}

/** @param now a ban that has ended by itself is none any more */
export function toAccount(row: AccountSummaryRow, now: number): Account {
  const isOut = isBanned(row, now);
  return {
    accountId: row.id,
    phoneNo: row.phone_no && maskPhone(row.phone_no),
    nickName: row.nick_name,
    userType: row.user_type,
    plan: row.plan,
    planExpiresAt: row.plan_expires_at,
    isTestUser: row.is_test === 1,
    status: isOut ? 'banned' : 'active',
    statusReason: row.status === 'banned' && !isOut ? '' : row.status_reason,
    bannedUntil: isOut ? row.banned_until : null,
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

/** An account as the audit is told it, which masks number and address itself and keeps them whole for who may see them. */
export function whole(account: Account, { phone_no: phoneNo, email }: AccountRow): Account {
  return { ...account, phoneNo, email };
}
