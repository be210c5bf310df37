import type { AccessFlag } from '#shared/contract/auth';
import type { Plan } from '#shared/domain/plan';
import { day } from '#shared/domain/time';

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
