import type { AccessFlag } from '#shared/contract/auth';
import type { Plan } from '#shared/domain/plan';
import { day, toChinaTime } from '#shared/domain/time';
import { ProductError } from '#shared/errors';

/** The plan that counts now: an expired one is the free one. */
export function livePlan(account: { plan: Plan; plan_expires_at: number | null }, now: number): Plan {
  const hasEnded = account.plan_expires_at !== null && account.plan_expires_at <= now;
  return hasEnded ? 'free' : account.plan;
}

export function flagsOf(plan: Plan, isTest: boolean): Record<AccessFlag, boolean> {
  const isMember = plan !== 'free';
  return {
    canUse: true,
    canDownloadClean: isMember,
    canUse2K: isMember,
    canUse4K: plan === 'pro' || plan === 'team',
    canPrivate: isMember,
    isTester: isTest,
  };
}

/** 1 free, 2 member, 3 team member. */
export function userTypeOf(plan: Plan): 1 | 2 | 3 {
  return plan === 'free' ? 1 : plan === 'team' ? 3 : 2;
}

export const deletedAccountsKeptMs = 30 * day;

interface Standing {
  status: 'active' | 'banned';
  status_reason: string;
  banned_until: number | null;
}

/**
 * Returns true while an account is banned: a ban with an end is over at that moment, even before its end is recorded.
 */
export function isBanned({ status, banned_until }: Omit<Standing, 'status_reason'>, now: number): boolean {
  return status === 'banned' && (banned_until === null || banned_until > now);
}

/** Tells somebody who is shut out until when, and why. */
export function bannedRefusal({ status_reason: why, banned_until: until }: Standing): ProductError {
  const what = until === null ? '停用' : `封禁至 ${toChinaTime(until).slice(0, 16)}`;
  return new ProductError('auth.banned', { fill: { what, why: why || '请联系客服' } });
}

/**
 * Returns true when nothing can bring an account back: its personal data were deleted, or it became part of another
 * one.
 */
export function isGone(account: { erased_at: number | null; merged_into: string | null }): boolean {
  return account.erased_at !== null || account.merged_into !== null;
}
