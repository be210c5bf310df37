import type { Account, AccountPatch } from '#shared/contract/staff';
import { maskEmail, maskPhone } from '#shared/domain/phone';
import type { Plan } from '#shared/domain/plan';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { longestPlanMs } from '../../records/grant/grant.rules.ts';
import type { AccountRow, AccountSummaryRow } from './account.repository.ts';
import { isBanned, livePlan, userTypeOf } from './account.rules.ts';
import type { DoorChange } from './door-changes.ts';

/** Nobody means a longer one by its date. */
const longestBanMs = 3653 * day;

/** What a change is called where it can be undone. */
export function titleOf({ status, bannedUntil, plan, planExpiresAt }: AccountPatch): string {
  if (status !== undefined) return status === 'banned' ? '停用账号' : '恢复使用账号';
  if (bannedUntil !== undefined) return '修改封禁期限';
  return plan === undefined && planExpiresAt === undefined ? '修改账号' : '调整套餐';
}

/** The membership a change asks for, if it asks for one: what it leaves out stays, a new plan has no end by itself. */
export function planAsked(
  known: AccountRow,
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
export function typeAfter(known: AccountRow, patch: AccountPatch, now: number): AccountRow['user_type'] {
  return (patch.userType ?? known.user_type) === 9 ? 9 : userTypeOf(livePlan(known, now));
}

/** What of an account's doors a change asks to be different. */
export function doorsAsked(known: AccountRow, patch: AccountPatch, passwordHash: string | undefined): DoorChange {
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

/** What a change asks of a ban: its end follows it, and stays where nothing is said. Throws where there is no sense in it. */
export function banAsked(known: AccountRow, patch: AccountPatch, now: number): { until: number | null } | undefined {
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
