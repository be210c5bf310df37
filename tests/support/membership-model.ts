/**
 * Time of memberships by plain arithmetic, from docs/RULES.md R41, R44 to R46 and R49 and decisions 0009 and 0030,
 * without a line of the product. Times are milliseconds.
 */

export type PaidPlan = 'basic' | 'pro';
const ranks: Record<PaidPlan, number> = { basic: 1, pro: 2 };

export interface Span {
  startsAt: number;
  endsAt: number;
}

/** Time of one plan within one month. */
export interface Part extends Span {
  /** The order that bought the time, then the upgrades that were put on it. */
  orders: ReadonlyArray<{ id: string; plan: PaidPlan }>;
  /** The month whose tickets it has a share in. */
  month: Span;
  /** The moment that its months are counted from; undefined for the rest of a month that was moved. */
  anchor: number | undefined;
}

/** China has one time zone and no summer time. */
export const chinaMs = 8 * 60 * 60 * 1000;

/** The same day of a later month, or its last day where it is shorter; the time of day stays. */
export function monthsAfter(anchor: number, months: number): number {
  const local = new Date(anchor + chinaMs);
  const first = new Date(local);
  first.setUTCDate(1);
  first.setUTCMonth(local.getUTCMonth() + months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(local.getUTCDate(), last));
  return first.getTime() - chinaMs;
}

/** The month from a moment on, of those that are counted from an anchor; undefined when none begins there. */
function monthFrom(anchor: number, at: number): Span | undefined {
  let months = 0;
  while (monthsAfter(anchor, months) < at) months += 1;
  const startsAt = monthsAfter(anchor, months);
  return startsAt === at ? { startsAt, endsAt: monthsAfter(anchor, months + 1) } : undefined;
}

const lengthOf = ({ startsAt, endsAt }: Span) => endsAt - startsAt;
const isSame = (one: Span, other: Span) => one.startsAt === other.startsAt && one.endsAt === other.endsAt;
const topOf = ({ orders }: Part) => orders.at(-1) ?? { id: '', plan: 'basic' as const };
const planOf = (part: Part): PaidPlan => topOf(part).plan;

/** A month that was bought and has no place yet. */
const unplaced: Pick<Part, 'startsAt' | 'endsAt' | 'month' | 'anchor'> = {
  ...{ startsAt: 0, endsAt: 1, anchor: 0 },
  month: { startsAt: 0, endsAt: 1 },
};

/** One after the other from a moment on, behind `before`. A part whose place does not change stays as it is. */
function lay(parts: readonly Part[], from: number, before: Part | undefined): Part[] {
  const laid: Part[] = [];
  for (const part of parts) {
    const previous = laid.at(-1) ?? before;
    laid.push(moved(part, laid.at(-1)?.endsAt ?? from, previous));
  }
  return laid;
}

/**
 * A whole month becomes a month of the calendar in its new place; the rest of one that has begun keeps its length and
 * the month that it belongs to.
 */
function moved(part: Part, startsAt: number, previous: Part | undefined): Part {
  if (part.startsAt === startsAt) return part;
  if (part.anchor === undefined || part.startsAt !== part.month.startsAt)
    return { ...part, startsAt, endsAt: startsAt + lengthOf(part), anchor: undefined };
  const continued = previous?.endsAt === startsAt ? previous.anchor : undefined;
  const goesOn = continued === undefined ? undefined : monthFrom(continued, startsAt);
  const month = goesOn ?? { startsAt, endsAt: monthsAfter(startsAt, 1) };
  const isWhole = part.endsAt === part.month.endsAt;
  const endsAt = isWhole ? month.endsAt : startsAt + lengthOf(part);
  return { ...part, startsAt, endsAt, month, anchor: goesOn ? continued : startsAt };
}

/** Somebody's membership, at first none. */
export function createMembership() {
  let parts: Part[] = [];

  function cut(at: number): void {
    parts = parts.flatMap((part) =>
      part.startsAt < at && at < part.endsAt
        ? [
            { ...part, endsAt: at },
            { ...part, startsAt: at },
          ]
        : [part],
    );
  }

  /** The parts without a gap around a moment; none without a membership then. */
  function around(at: number): Part[] {
    const current = parts.findIndex(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
    if (current < 0) return [];
    let [first, last] = [current, current];
    while (first > 0 && parts[first - 1]?.endsAt === parts[first]?.startsAt) first -= 1;
    while (parts[last + 1]?.startsAt === parts[last]?.endsAt) last += 1;
    return parts.slice(first, last + 1);
  }

  const ahead = (at: number) => parts.filter(({ endsAt }) => endsAt > at);
  const lowerThan = (plan: PaidPlan, at: number) =>
    ahead(at)
      .filter((part) => ranks[planOf(part)] < ranks[plan])
      .map((part) => ({ ...part, startsAt: Math.max(part.startsAt, at) }));

  /** Tickets of a month, of which the plans have their shares by time, at so many a month. */
  const shareOf = (quota: (plan: PaidPlan) => number, month: Span, some: readonly Part[]) =>
    Math.floor(some.reduce((sum, part) => sum + quota(planOf(part)) * lengthOf(part), 0) / lengthOf(month));

  const currentOf = (at: number) => parts.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
  const planAt = (at: number): PaidPlan | 'free' => {
    const current = currentOf(at);
    return current ? planOf(current) : 'free';
  };

  return {
    current: currentOf,
    plan: planAt,
    endsAt: (at: number) => around(at).at(-1)?.endsAt ?? 0,

    /** Behind everything of the same or a higher plan; what is left of lower ones comes after it. */
    buy(order: string, plan: PaidPlan, months: number, at: number): Span {
      const startsAt = parts
        .filter((part) => ranks[planOf(part)] >= ranks[plan])
        .reduce((latest, { endsAt }) => Math.max(latest, endsAt), at);
      cut(startsAt);
      const earlier = parts.filter((part) => part.startsAt < startsAt);
      const bought = Array.from({ length: months }, () => ({ ...unplaced, orders: [{ id: order, plan }] }));
      const laid = lay(bought, startsAt, earlier.at(-1));
      const endsAt = laid.at(-1)?.endsAt ?? startsAt;
      const behind = parts.filter((part) => part.startsAt >= startsAt);
      parts = [...earlier, ...laid, ...lay(behind, endsAt, laid.at(-1))];
      return { startsAt, endsAt };
    },

    /** Fen for what is left of lower plans, and when it ends; undefined where nothing is left. */
    upgradeOffer(plan: PaidPlan, monthPrices: Record<PaidPlan, number>, at: number) {
      const lower = lowerThan(plan, at);
      const until = lower.at(-1)?.endsAt;
      if (until === undefined) return undefined;
      const thirtyDays = 30 * 24 * 60 * 60 * 1000;
      const difference = (part: Part) => (monthPrices[plan] - monthPrices[planOf(part)]) * lengthOf(part);
      const price = Math.floor(lower.reduce((sum, part) => sum + difference(part), 0) / thirtyDays);
      return { price: Math.max(1, price), until };
    },

    /** Lower plans up to `until` become the higher one. @returns undefined when there are none */
    upgrade(order: string, plan: PaidPlan, until: number, at: number): Span | undefined {
      const isRaised = (part: Part) => ranks[planOf(part)] < ranks[plan] && part.startsAt >= at && part.endsAt <= until;
      cut(at);
      cut(until);
      const raised = parts.filter(isRaised);
      const [first, last] = [raised.at(0), raised.at(-1)];
      if (!first || !last) return undefined;
      parts = parts.map((part) => (isRaised(part) ? { ...part, orders: [...part.orders, { id: order, plan }] } : part));
      return { startsAt: first.startsAt, endsAt: last.endsAt };
    },

    /** Takes what is left of an order that no upgrade stands on; what lies behind moves forward, higher plans first. */
    takeBack(order: string, at: number): void {
      cut(at);
      const past = parts.filter(({ endsAt }) => endsAt <= at);
      const left = ahead(at);
      const kept = left.flatMap((part) => {
        if (topOf(part).id !== order) return [part];
        return part.orders.length > 1 ? [{ ...part, orders: part.orders.slice(0, -1) }] : [];
      });
      kept.sort((one, other) => ranks[planOf(other)] - ranks[planOf(one)]);
      parts = [...past, ...lay(kept, left[0]?.startsAt ?? at, past.at(-1))];
    },

    /** True when an upgrade stands on time of an order that is still ahead. */
    isUpgraded: (order: string, at: number) =>
      ahead(at).some(({ orders }) => orders.slice(0, -1).some(({ id }) => id === order)),

    /** Milliseconds of an order that are still ahead. */
    left: (order: string, at: number) =>
      ahead(at)
        .filter((part) => topOf(part).id === order)
        .reduce((sum, { startsAt, endsAt }) => sum + endsAt - Math.max(startsAt, at), 0),

    /** Months that are not over: the one under way, and those of which a rest lies ahead. */
    months(at: number): Span[] {
      const row = around(at);
      const isUnderWay = ({ startsAt, endsAt }: Part) => startsAt <= at && at < endsAt;
      const isRest = ({ anchor, endsAt }: Part) => anchor === undefined && endsAt > at;
      const found = row.filter((part) => isUnderWay(part) || isRest(part)).map(({ month }) => month);
      return found.filter((month, index) => found.findIndex((other) => isSame(month, other)) === index);
    },

    /** Months of which something is past and that would not be over yet. */
    begun: (at: number) =>
      around(at)
        .filter(({ startsAt, month }) => startsAt <= at && month.endsAt > at)
        .map(({ month }) => month),

    /** Until when tickets of a month live: its end or that of the membership, or the end of its last rest. */
    ticketsUntil(month: Span, at: number): number {
      const row = around(at);
      const rests = row.filter((part) => isSame(part.month, month) && part.anchor === undefined && part.endsAt > at);
      return rests.at(-1)?.endsAt ?? Math.min(month.endsAt, row.at(-1)?.endsAt ?? 0);
    },

    entitled: (month: Span, quota: (plan: PaidPlan) => number, at: number) =>
      shareOf(
        quota,
        month,
        around(at).filter((part) => isSame(part.month, month)),
      ),

    /** Of so many used tickets of a month those that count for an order: what came before it was used first. */
    usedBy(order: string, used: number, month: Span, quota: (plan: PaidPlan) => number, at: number): number {
      const shared = around(at).filter((part) => isSame(part.month, month));
      const own = shared.filter((part) => topOf(part).id === order);
      const first = Math.min(...own.map(({ startsAt }) => startsAt));
      const before = shareOf(
        quota,
        month,
        shared.filter(({ startsAt }) => startsAt < first),
      );
      return Math.min(Math.max(0, used - before), shareOf(quota, month, own));
    },

    /** Plans that follow each other, and when the next month begins, as their owner is told. */
    seen(at: number) {
      const row = around(at);
      const joined: Array<Span & { plan: PaidPlan }> = [];
      for (const part of parts) {
        const { startsAt, endsAt } = part;
        const last = joined.at(-1);
        if (last?.plan === planOf(part) && last.endsAt === startsAt) last.endsAt = endsAt;
        else joined.push({ plan: planOf(part), startsAt, endsAt });
      }
      const end = row.at(-1)?.endsAt;
      const current = row.findIndex((part) => part.startsAt <= at && at < part.endsAt);
      const behind = row.slice(current);
      const next = behind.find((part) => !isSame(part.month, behind[0]?.month ?? part.month));
      return {
        plan: planAt(at),
        expiresAt: end ?? null,
        periods: joined
          .filter(({ endsAt }) => endsAt > at)
          .map(({ plan, startsAt, endsAt }) => `${plan} from ${startsAt} to ${endsAt}`),
        nextGrantAt: next?.startsAt ?? null,
      };
    },
  };
}
