import { type PaidPlan, planRank } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';

/** A stretch of membership somebody has; `endsAt` is null for one without end. */
interface Period {
  plan: PaidPlan;
  startsAt: number;
  endsAt: number | null;
}

/**
 * When time of a plan that is bought now begins: behind everything of an equal or higher plan (product.md §3.4);
 * undefined where it begins with the payment.
 */
export function startOf(plan: PaidPlan, periods: readonly Period[]): number | undefined {
  const before = periods.filter((period) => planRank(period.plan) >= planRank(plan));
  const ends = before.flatMap(({ endsAt }) => endsAt ?? []);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** Days that an upgrade to `plan` raises, to a tenth: what its price counts. */
export function daysToRaise(plan: PaidPlan, periods: readonly Period[], now: number): number {
  const ms = periods
    .filter((period) => planRank(period.plan) < planRank(plan))
    .reduce((sum, { startsAt, endsAt }) => sum + Math.max(0, (endsAt ?? now) - Math.max(startsAt, now)), 0);
  return Math.round(ms / 8_640_000) / 10;
}

/** Tickets per 30 days of so many seats. */
export function quotaOf({ normal, live, gpt }: Record<TicketKind, number>, seats: number): Record<TicketKind, number> {
  return { normal: normal * seats, live: live * seats, gpt: gpt * seats };
}
