import type { Answer } from '#shared/contract/endpoint';
import type { membershipContract } from '#shared/contract/membership';
import type { Plans } from '../product/catalogue.ts';
import { type MembershipPeriod, orEndless, unbroken } from './membership.rules.ts';
import { ticketMonthAt } from './ticket-months.ts';

type Overview = Answer<typeof membershipContract.membership>;

/** The membership as its owner reads it: neighbouring stretches of the same plan and seats are one. */
export function overviewOf(stretches: readonly MembershipPeriod[], plans: Plans, now: number): Overview {
  const current = stretches.find(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  const plan = current?.plan ?? 'free';
  const row = unbroken(stretches, now);
  const end = row.at(-1)?.endsAt;
  const { until } = ticketMonthAt(row, now);
  const lasts = end !== undefined && until < end;
  return {
    plan,
    title: plans.of(plan).title,
    seats: current?.seats ?? 1,
    expiresAt: end === undefined ? null : orEndless(end),
    periods: joined(stretches)
      .filter(({ endsAt }) => endsAt > now)
      .map(({ plan, seats, startsAt, endsAt, anchorAt }) => ({
        plan,
        title: plans.of(plan).title,
        seats,
        startsAt,
        endsAt: orEndless(endsAt),
        anchorAt,
      })),
    nextGrantAt: lasts ? until : null,
  };
}

function joined(stretches: readonly MembershipPeriod[]): MembershipPeriod[] {
  const result: MembershipPeriod[] = [];
  for (const stretch of stretches) {
    const last = result.at(-1);
    if (last && last.plan === stretch.plan && last.seats === stretch.seats && last.endsAt === stretch.startsAt)
      result[result.length - 1] = { ...last, endsAt: stretch.endsAt, anchorAt: stretch.anchorAt };
    else result.push(stretch);
  }
  return result;
}
