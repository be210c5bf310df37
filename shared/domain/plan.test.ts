import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coveredWithin,
  dayCountedMonthMs,
  type PaidPlan,
  type PlanPeriod,
  planRank,
  ticketEntitlement,
  upgradePrice,
} from './plan.ts';

const day = 86_400_000;
const quotas = { basic: 120, pro: 350, team: 900 };
const quota = (plan: keyof typeof quotas) => quotas[plan];
const period = (plan: PlanPeriod['plan'], from: number, to: number, seats = 1): PlanPeriod => ({
  plan,
  seats,
  startsAt: from * day,
  endsAt: to * day,
});

describe('the price of an upgrade', () => {
  it('is the difference of the prices times the days left over 30', () => {
    const basic = { ms: 15 * day, monthPrice: 3900, seats: 1 };
    expect(upgradePrice([basic], { monthPrice: 8900, seats: 1 })).toBe(2500);
    // 5000 fen × 10 days 1 hour / 30 days = 1673.61…
    expect(upgradePrice([{ ...basic, ms: 10 * day + 3_600_000 }], { monthPrice: 8900, seats: 1 })).toBe(1673);
  });

  it('counts every seat, and each stretch at the price of its own plan', () => {
    const left = [
      { ms: 30 * day, monthPrice: 8900, seats: 1 },
      { ms: 30 * day, monthPrice: 3900, seats: 1 },
    ];
    expect(upgradePrice(left, { monthPrice: 19_900, seats: 2 })).toBe(39_800 - 8900 + (39_800 - 3900));
  });

  it('is never below nothing', () => {
    expect(upgradePrice([{ ms: 30 * day, monthPrice: 8900, seats: 1 }], { monthPrice: 3900, seats: 1 })).toBe(0);
    expect(upgradePrice([], { monthPrice: 8900, seats: 1 })).toBe(0);
  });
});

/** Tickets for the 30 days that begin at `from`. */
const entitlement = (periods: PlanPeriod[], from: number, quota: (plan: PaidPlan) => number) =>
  ticketEntitlement(coveredWithin(periods, from, from + dayCountedMonthMs), dayCountedMonthMs, quota);

describe('what a ticket month entitles to', () => {
  it('is the whole quota of a plan that covers it', () => {
    expect(entitlement([period('basic', 0, 365)], 30 * day, quota)).toBe(120);
    expect(entitlement([period('team', 0, 30, 3)], 0, quota)).toBe(2700);
  });

  it('is the share of the days it covers', () => {
    // The ticket month from day 30 on contains one day of the 31: 1/30 of the quota.
    expect(entitlement([period('basic', 0, 31)], 30 * day, quota)).toBe(4);
    // Ten days of the lower plan and twenty of the higher one.
    expect(entitlement([period('basic', 0, 10), period('pro', 10, 60)], 0, quota)).toBe(273);
    expect(entitlement([period('basic', 0, 10)], 10 * day, quota)).toBe(0);
  });

  it('never sums to more than the quota, however the time is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: dayCountedMonthMs }), { minLength: 1, maxLength: 8 }), (cuts) => {
        const bounds = [...new Set([0, ...cuts.sort((a, b) => a - b), dayCountedMonthMs])];
        const pieces = bounds.slice(1).map((endsAt, index) => ({
          plan: 'pro' as const,
          seats: 1,
          startsAt: bounds[index] ?? 0,
          endsAt,
        }));
        expect(entitlement(pieces, 0, quota)).toBe(350);
      }),
    );
  });
});

it('ranks the plans', () => {
  expect(planRank('team')).toBeGreaterThan(planRank('pro'));
  expect(planRank('basic')).toBeGreaterThan(planRank('free'));
});
