import { day } from '#shared/domain/time';

/** Tickets per 30 days of a plan, by kind. */
type Quota = Readonly<Record<'normal' | 'live' | 'gpt', number>>;

/**
 * Grants are counted in tickets, whatever their kind: a gift by their number, time of a plan by the tickets that the
 * plan gives in it, and a batch of codes by the worth of all of its codes. So nothing is cheaper to give in one form
 * than in another, and one ceiling holds for all of them.
 */
export function worthOfPlan(monthly: Quota, ms: number): number {
  const perMonth = monthly.normal + monthly.live + monthly.gpt;
  return Math.ceil((perMonth * Math.max(0, ms)) / (30 * day));
}

export function worthOfBatch(
  batch: { count: number; usesPerCode: number; amount: number; planDays: number },
  monthly: Quota | null,
): number {
  const one = batch.amount + (monthly ? worthOfPlan(monthly, batch.planDays * day) : 0);
  return batch.count * batch.usesPerCode * one;
}

/** The most that all codes of one batch may come to, whoever makes it. */
export const mostOfBatch = 1_000_000;

/** Latest end of a plan that staff set, milliseconds from now. A plan without end counts as this long. */
export const longestPlanMs = 3 * 366 * day;
