import { day } from './time.ts';

/** The plans, from the least to the most. */
export const plans = ['free', 'basic', 'pro', 'team'] as const;
export type Plan = (typeof plans)[number];
/** Plans people pay for. */
export type PaidPlan = Exclude<Plan, 'free'>;
export const paidPlans = ['basic', 'pro', 'team'] as const satisfies readonly PaidPlan[];

/** 0 for the free plan; a higher plan has a higher rank. */
export function planRank(plan: Plan): number {
  return plans.indexOf(plan);
}

/** Pictures worked on in one go (docs/RULES.md R48). */
export const batchLimits: Readonly<Record<Plan, number>> = { free: 4, basic: 10, pro: 30, team: 100 };

const gigabyte = 1024 ** 3;

/** Building models that an account may keep, and bytes of their files together (docs/RULES.md R65). */
export const buildingLimits: Readonly<Record<Plan, { models: number; bytes: number }>> = {
  free: { models: 10, bytes: gigabyte },
  basic: { models: 50, bytes: 5 * gigabyte },
  pro: { models: 200, bytes: 20 * gigabyte },
  team: { models: 500, bytes: 50 * gigabyte },
};

const thirtyDays = 30 * day;

/** A stretch of time somebody may still use, at the price per month of its plan. */
export interface RemainingTime {
  /** Milliseconds, > 0. */
  ms: number;
  /** Fen per month and seat. */
  monthPrice: number;
  seats: number;
}

/**
 * Price of an upgrade now, fen: the difference of the prices per month, times the remaining days over 30, summed over
 * the remaining periods, rounded down (docs/RULES.md R46). Never negative.
 * @param to price per month and seat of the higher plan, fen, and its seats
 */
export function upgradePrice(remaining: readonly RemainingTime[], to: { monthPrice: number; seats: number }): number {
  // Divided once, so that the sum of parts is not a hair below the whole fen.
  const total = remaining.reduce(
    (sum, { ms, monthPrice, seats }) => sum + (to.monthPrice * to.seats - monthPrice * seats) * ms,
    0,
  );
  return Math.max(0, Math.floor(total / thirtyDays));
}

/** A stretch of membership. Stretches of one account do not overlap. */
export interface PlanPeriod {
  plan: PaidPlan;
  seats: number;
  startsAt: number;
  endsAt: number;
}

/** Part of a ticket month covered by a plan. */
export interface CoveredTime {
  plan: PaidPlan;
  seats: number;
  /** Length in milliseconds, > 0. */
  ms: number;
}

/**
 * Returns the number of tickets of a ticket month: the sum over all plans of quota × seats × covered share of the
 * month, rounded down. A fully covered month gives the whole quota, whatever its length in days; an upgrade within the
 * month adds tickets pro rata (docs/RULES.md R44).
 * @param monthMs length of the month, milliseconds
 * @param quota tickets per month and seat
 */
export function ticketEntitlement(
  covered: readonly CoveredTime[],
  monthMs: number,
  quota: (plan: PaidPlan) => number,
): number {
  // A single division avoids rounding errors that would floor a whole number to one less.
  return Math.floor(covered.reduce((sum, { plan, seats, ms }) => sum + quota(plan) * seats * ms, 0) / monthMs);
}

/** Returns the periods that overlap `startsAt`–`endsAt` (milliseconds), each with the length of the overlap as `ms`. */
export function coveredWithin<Period extends PlanPeriod>(
  periods: readonly Period[],
  startsAt: number,
  endsAt: number,
): (Period & CoveredTime)[] {
  return periods.flatMap((period) => {
    const ms = Math.min(period.endsAt, endsAt) - Math.max(period.startsAt, startsAt);
    return ms > 0 ? [{ ...period, ms }] : [];
  });
}

/** Length of a ticket month for memberships counted in days (redeem codes, gifts), milliseconds. */
export const dayCountedMonthMs = thirtyDays;
