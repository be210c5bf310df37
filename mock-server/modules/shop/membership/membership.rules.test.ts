import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PaidPlan, paidPlans, planRank } from '#shared/domain/plan';
import { addMonths, day, hour } from '#shared/domain/time';
import {
  endlessAt,
  insert,
  isUpgraded,
  type MembershipPeriod,
  msAhead,
  replaceAhead,
  revokeAhead,
  unbroken,
  upgrade,
} from './membership.rules.ts';
import { entitledTo, ticketMonthAt } from './ticket-months.ts';

const start = Date.parse('2026-11-20T12:00:00+08:00');

type Step =
  | { what: 'buy'; plan: PaidPlan; days: number }
  | { what: 'upgrade'; plan: PaidPlan }
  | { what: 'refund'; which: number }
  | { what: 'staff'; plan: PaidPlan; days: number | null }
  | { what: 'pass'; hours: number };

const plan = fc.constantFrom(...paidPlans);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('buy' as const), plan, days: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('upgrade' as const), plan }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('refund' as const), which: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('staff' as const),
      plan,
      days: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('pass' as const), hours: fc.integer({ min: 0, max: 900 }) }) },
);

it('whatever is bought, upgraded and given back: one unbroken row without overlaps, the higher plan first', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let stretches: MembershipPeriod[] = [];
      let now = start;
      let made = 0;
      const orders: string[] = [];
      const nextId = () => `period_${++made}`;
      const ahead = () => stretches.filter(({ endsAt }) => endsAt > now);
      const left = () => ahead().reduce((sum, { startsAt, endsAt }) => sum + endsAt - Math.max(startsAt, now), 0);
      for (const one of steps) {
        const past = JSON.stringify(stretches.filter(({ endsAt }) => endsAt <= now));
        const before = left();
        const hasEnd = ahead().every(({ endsAt }) => endsAt < endlessAt);
        const reference = `order_${orders.length}`;
        if (one.what === 'buy') {
          orders.push(reference);
          const given = { plan: one.plan, seats: 1, source: 'order', reference };
          stretches = insert(stretches, given, { days: one.days }, now, nextId).stretches;
          // Nothing that was paid is lost.
          if (hasEnd) expect(left()).toBe(before + one.days * day);
        } else if (one.what === 'upgrade') {
          orders.push(reference);
          const until = ahead().at(-1)?.endsAt ?? now;
          const to = { plan: one.plan, seats: 1, source: 'order', reference, until };
          stretches = upgrade(stretches, to, now, nextId);
          expect(left()).toBe(before);
          expect(ahead().every((stretch) => planRank(stretch.plan) >= planRank(one.plan))).toBe(true);
        } else if (one.what === 'refund' && orders.length > 0) {
          const order = orders[one.which % orders.length] ?? '';
          stretches = revokeAhead(stretches, order, now, nextId);
          expect(msAhead(stretches, order, now)).toBe(0);
          expect(isUpgraded(stretches, order, now)).toBe(false);
          expect(left()).toBeLessThanOrEqual(before);
        } else if (one.what === 'staff') {
          const endsAt = one.days === null ? endlessAt : now + one.days * day;
          const replacement = { plan: one.plan, seats: 1, source: 'staff', reference: null, endsAt };
          stretches = replaceAhead(stretches, replacement, now, nextId);
          expect(ahead().map(({ plan }) => plan)).toEqual([one.plan]);
        } else if (one.what === 'pass') {
          now += one.hours * hour;
          continue;
        }
        // The past is not changed, and the rest is one row.
        expect(JSON.stringify(stretches.filter(({ endsAt }) => endsAt <= now)).startsWith(past.slice(0, -1))).toBe(
          true,
        );
        for (const [index, stretch] of stretches.entries()) {
          expect(stretch.endsAt).toBeGreaterThan(stretch.startsAt);
          expect(stretch.startsAt).toBeGreaterThanOrEqual(stretches[index - 1]?.endsAt ?? 0);
        }
        const row = ahead();
        expect(row.map((stretch) => planRank(stretch.plan))).toEqual(
          row.map((stretch) => planRank(stretch.plan)).sort((a, b) => b - a),
        );
        expect(unbroken(stretches, now).filter(({ endsAt }) => endsAt > now)).toEqual(row);
        expect(new Set(stretches.map(({ id }) => id)).size).toBe(stretches.length);
      }
    }),
    { seed: 20_261_120, numRuns: 500 },
  );
});

it('months bought one after the other, whenever and from whatever day on: n months, n whole quotas', () => {
  const moment = fc.integer({ min: 0, max: 4 * 366 * 24 }).map((hours) => start + hours * hour);
  const purchase = fc.record({
    months: fc.integer({ min: 1, max: 12 }),
    share: fc.double({ min: 0, max: 0.99, noNaN: true }),
  });
  fc.assert(
    fc.property(moment, fc.array(purchase, { minLength: 1, maxLength: 5 }), (anchor, purchases) => {
      let stretches: MembershipPeriod[] = [];
      let made = 0;
      let now = anchor;
      let months = 0;
      for (const bought of purchases) {
        const given = { plan: 'basic' as const, seats: 1, source: 'order', reference: `order_${made}` };
        stretches = insert(stretches, given, { months: bought.months }, now, () => `period_${++made}`).stretches;
        months += bought.months;
        const end = stretches.at(-1)?.endsAt ?? now;
        expect(end).toBe(addMonths(anchor, months));
        now += Math.floor(bought.share * (end - now));
      }
      let granted = 0;
      for (let at = anchor; at < addMonths(anchor, months); granted++) {
        const month = ticketMonthAt(stretches, at);
        expect([month.startsAt, entitledTo(month, () => 120)]).toEqual([at, 120]);
        at = month.until;
      }
      expect(granted).toBe(months);
    }),
    { seed: 20_270_131, numRuns: 300 },
  );
});
