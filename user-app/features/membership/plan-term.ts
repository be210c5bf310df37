import { type PaidPlan, planRank } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { continuedAnchor, endOfMonths } from '#shared/domain/time';

/** A period of membership; `endsAt` is null for one without end, `anchorAt` for one that ends with days. */
interface Period {
  plan: PaidPlan;
  startsAt: number;
  endsAt: number | null;
  anchorAt: number | null;
}

/**
 * Returns the term of `months` of a plan that is bought now: after all periods of an equal or higher plan, with the
 * anchor of the last of them (docs/RULES.md R45); undefined where it begins with the payment.
 */
export function termAfter(
  periods: readonly Period[],
  plan: PaidPlan,
  months: number,
): { startsAt: number; endsAt: number } | undefined {
  const before = periods.flatMap(({ plan: ofPeriod, endsAt, anchorAt }) =>
    endsAt !== null && planRank(ofPeriod) >= planRank(plan) ? [{ endsAt, anchorAt }] : [],
  );
  const last = before.toSorted((a, b) => a.endsAt - b.endsAt).at(-1);
  if (!last) return;
  const anchorAt = continuedAnchor(last.anchorAt, last.endsAt);
  return { startsAt: last.endsAt, endsAt: endOfMonths(anchorAt, last.endsAt, months) };
}

/** Returns the days that an upgrade to `plan` covers, rounded to a tenth: the basis of its price. */
export function daysToRaise(plan: PaidPlan, periods: readonly Period[], now: number): number {
  const ms = periods
    .filter((period) => planRank(period.plan) < planRank(plan))
    .reduce((sum, { startsAt, endsAt }) => sum + Math.max(0, (endsAt ?? now) - Math.max(startsAt, now)), 0);
  return Math.round(ms / 8_640_000) / 10;
}

/** Returns the monthly tickets for a number of seats. */
export function quotaOf({ normal, live, gpt }: Record<TicketKind, number>, seats: number): Record<TicketKind, number> {
  return { normal: normal * seats, live: live * seats, gpt: gpt * seats };
}
