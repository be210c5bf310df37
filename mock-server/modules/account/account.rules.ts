import type { AccessFlag } from '#shared/contract/auth';
import type { Plan } from '#shared/contract/staff';

export const planTitles: Record<Plan, string> = { free: '免费版', basic: '基础会员', pro: '专业会员', team: '团队' };

/** Running and waiting tasks at once (product.md §3.2). */
export const planLimits: Record<Plan, { running: number; queued: number }> = {
  free: { running: 1, queued: 2 },
  basic: { running: 2, queued: 5 },
  pro: { running: 4, queued: 10 },
  team: { running: 8, queued: 30 },
};

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
    canPrivate: true,
    isTester: isTest,
  };
}

/** 1 free, 2 member, 3 team member. */
export function userTypeOf(plan: Plan): 1 | 2 | 3 {
  return plan === 'free' ? 1 : plan === 'team' ? 3 : 2;
}

export const deletedAccountsKeptMs = 30 * 86_400_000;
