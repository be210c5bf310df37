import { grantWindowMs, type PaidPlan, type PlanPeriod, planRank, windowEntitlement } from '#shared/domain/plan';
import { addMonths, day } from '#shared/domain/time';

/** End of a membership without end: 2200-01-01 in UTC. */
export const endlessAt = 7_258_118_400_000;

/** A stretch of membership with where it came from. */
export interface Stretch extends PlanPeriod {
  id: string;
  source: string;
  reference: string | null;
  /** What an upgrade made it of; null for one that was bought as it is. */
  upgradedFrom: Origin | null;
}

/** What stretch it was before an upgrade. */
export type Origin = Pick<Stretch, 'plan' | 'seats' | 'source' | 'reference' | 'upgradedFrom'>;

/** A stretch that is being bought or given. */
export type NewStretch = Pick<Stretch, 'plan' | 'seats' | 'source' | 'reference'>;

/** Makes ids for stretches that are new or were cut in two. */
export type NextId = () => string;

/** How long something lasts, from a moment on. */
export type Length = { months: number } | { days: number } | { ms: number };

function endOf(start: number, length: Length): number {
  if ('ms' in length) return start + length.ms;
  return 'months' in length ? addMonths(start, length.months) : start + length.days * day;
}

/**
 * Adds a stretch behind everything of an equal or higher plan; what lies behind it of lower plans moves back by its
 * length, and one that has begun already is cut in two. `stretches` are in order and do not overlap, as is the result.
 */
export function insert(
  stretches: readonly Stretch[],
  added: NewStretch,
  length: Length,
  now: number,
  nextId: NextId,
): { stretches: Stretch[]; startsAt: number; endsAt: number } {
  const rank = planRank(added.plan);
  const before = stretches.filter(({ plan }) => planRank(plan) >= rank);
  const startsAt = before.reduce((latest, { endsAt }) => Math.max(latest, endsAt), now);
  const endsAt = endOf(startsAt, length);
  const cut = cutAt(stretches, startsAt, nextId);
  const stretch = { ...added, id: nextId(), upgradedFrom: null, startsAt, endsAt };
  const behind = cut.filter((one) => one.startsAt >= startsAt);
  return {
    stretches: [...cut.filter((one) => one.startsAt < startsAt), stretch, ...lay(behind, endsAt)],
    startsAt,
    endsAt,
  };
}

/** One stretch, or nothing, in the place of all that lies ahead. */
export function replaceAhead(
  stretches: readonly Stretch[],
  replacement: (NewStretch & { endsAt: number }) | null,
  now: number,
  nextId: NextId,
): Stretch[] {
  const past = cutAt(stretches, now, nextId).filter(({ endsAt }) => endsAt <= now);
  if (!replacement || replacement.endsAt <= now) return past;
  return [...past, { ...replacement, id: nextId(), upgradedFrom: null, startsAt: now }];
}

/** What is left of lower plans before a moment, each part from now on. */
export function lowerAhead(stretches: readonly Stretch[], plan: PaidPlan, now: number): Stretch[] {
  return stretches
    .filter((stretch) => stretch.endsAt > now && planRank(stretch.plan) < planRank(plan))
    .map((stretch) => ({ ...stretch, startsAt: Math.max(stretch.startsAt, now) }));
}

/** Every part of a lower plan between now and `until` becomes the higher one; the end does not move. */
export function upgrade(
  stretches: readonly Stretch[],
  to: NewStretch & { until: number },
  now: number,
  nextId: NextId,
): Stretch[] {
  const { until, ...higher } = to;
  const isRaised = ({ plan, startsAt, endsAt }: Stretch) =>
    planRank(plan) < planRank(to.plan) && startsAt >= now && endsAt <= until;
  return cutAt(cutAt(stretches, now, nextId), until, nextId).map((stretch) => {
    if (!isRaised(stretch)) return stretch;
    const { plan, seats, source, reference, upgradedFrom } = stretch;
    return { ...stretch, ...higher, upgradedFrom: { plan, seats, source, reference, upgradedFrom } };
  });
}

/**
 * Takes back what is left of an order. Bought time goes away, with the upgrades that were put on it; upgraded time
 * becomes again what it was before. The rest moves together, the higher plan first.
 * @param ms no more than the last so many of it
 */
export function revokeAhead(
  stretches: readonly Stretch[],
  reference: string,
  now: number,
  nextId: NextId,
  ms = Number.POSITIVE_INFINITY,
): Stretch[] {
  const from = startOfLast(stretches, reference, now, ms);
  const cut = cutAt(cutAt(stretches, now, nextId), from, nextId);
  const ahead = cut.filter(({ endsAt }) => endsAt > now);
  const kept = ahead.flatMap((stretch) => {
    if (stretch.startsAt < from || !isOf(stretch, reference)) return [stretch];
    const isOnTop = stretch.reference === reference;
    return isOnTop && stretch.upgradedFrom ? [{ ...stretch, ...stretch.upgradedFrom }] : [];
  });
  kept.sort((a, b) => planRank(b.plan) - planRank(a.plan));
  return [...cut.filter(({ endsAt }) => endsAt <= now), ...lay(kept, ahead[0]?.startsAt ?? now)];
}

/** Where the last `ms` of an order's time that is still ahead begin; now, where there is no more of it. */
function startOfLast(stretches: readonly Stretch[], reference: string, now: number, ms: number): number {
  let missing = ms;
  for (const stretch of stretches.toReversed()) {
    if (stretch.reference !== reference || stretch.endsAt <= now) continue;
    const startsAt = Math.max(stretch.startsAt, now);
    if (stretch.endsAt - startsAt >= missing) return stretch.endsAt - missing;
    missing -= stretch.endsAt - startsAt;
  }
  return now;
}

/** Whether a stretch, or what it was before upgrades, came from an order. */
function isOf(stretch: Origin, reference: string): boolean {
  return stretch.reference === reference || (stretch.upgradedFrom !== null && isOf(stretch.upgradedFrom, reference));
}

/** Whether time of an order that is still ahead was upgraded by another one. */
export function isUpgraded(stretches: readonly Stretch[], reference: string, now: number): boolean {
  return stretches.some(
    (stretch) => stretch.endsAt > now && stretch.reference !== reference && isOf(stretch, reference),
  );
}

/** Milliseconds of an order's stretches that are still ahead. */
export function msAhead(stretches: readonly Stretch[], reference: string, now: number): number {
  return stretches
    .filter((stretch) => stretch.reference === reference && stretch.endsAt > now)
    .reduce((sum, { startsAt, endsAt }) => sum + endsAt - Math.max(startsAt, now), 0);
}

/** The unbroken row of stretches around a moment; empty when there is no membership then. */
export function unbroken(stretches: readonly Stretch[], now: number): Stretch[] {
  const current = stretches.findIndex(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  if (current === -1) return [];
  let first = current;
  let last = current;
  while (first > 0 && stretches[first - 1]?.endsAt === stretches[first]?.startsAt) first--;
  while (stretches[last + 1]?.startsAt === stretches[last]?.endsAt) last++;
  return stretches.slice(first, last + 1);
}

/** Where the unbroken membership ends, and where its present plan does; null where there is no end. */
export function endsOf(row: readonly Stretch[], now: number): { membership: number | null; plan: number | null } {
  const current = row.findIndex(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  const behind = row.slice(current);
  const change = behind.findIndex(({ plan }) => plan !== row[current]?.plan);
  const ofPlan = change === -1 ? behind : behind.slice(0, change);
  return { membership: orEndless(ofEnd(row)), plan: orEndless(ofEnd(ofPlan)) };
}

/** The 30-day window a moment lies in, counted from the start of the unbroken membership. */
export function windowAt(row: readonly Stretch[], now: number): { startsAt: number; endsAt: number } {
  const first = row[0]?.startsAt ?? now;
  const startsAt = first + Math.floor((now - first) / grantWindowMs) * grantWindowMs;
  return { startsAt, endsAt: startsAt + grantWindowMs };
}

/** A row that is one February long counts as 30 days, so that a month never brings less than its quota. */
export function wholeMonth(row: readonly Stretch[]): readonly Stretch[] {
  const first = row[0];
  const last = row.at(-1);
  if (!first || !last) return row;
  const length = last.endsAt - first.startsAt;
  if (length < 28 * day || length >= grantWindowMs) return row;
  return [...row.slice(0, -1), { ...last, endsAt: first.startsAt + grantWindowMs }];
}

/** How many of the tickets used in a window are an order's: those beyond what the stretches before it entitled to. */
export function usedByOrder(
  row: readonly Stretch[],
  reference: string,
  windowStart: number,
  used: number,
  quota: (plan: PaidPlan) => number,
): number {
  const own = row.filter((stretch) => stretch.reference === reference);
  const first = own[0];
  if (!first) return 0;
  const earlier = row.filter(({ startsAt }) => startsAt < first.startsAt);
  const beyond = used - windowEntitlement(earlier, windowStart, quota);
  return Math.min(Math.max(0, beyond), windowEntitlement(own, windowStart, quota));
}

export function orEndless(at: number): number | null {
  return at >= endlessAt ? null : at;
}

function ofEnd(row: readonly Stretch[]): number {
  return row.at(-1)?.endsAt ?? 0;
}

/** The same stretches, none of which begins before and ends after the moment. */
function cutAt(stretches: readonly Stretch[], at: number, nextId: NextId): Stretch[] {
  return stretches.flatMap((stretch) =>
    stretch.startsAt < at && stretch.endsAt > at
      ? [
          { ...stretch, endsAt: at },
          { ...stretch, id: nextId(), startsAt: at },
        ]
      : [stretch],
  );
}

/** One after the other from a moment on, each as long as it was; one without end stays without end. */
function lay(stretches: readonly Stretch[], from: number): Stretch[] {
  let startsAt = from;
  return stretches.map((stretch) => {
    const isEndless = stretch.startsAt < endlessAt && stretch.endsAt >= endlessAt;
    const laid = { ...stretch, startsAt, endsAt: isEndless ? endlessAt : startsAt + stretch.endsAt - stretch.startsAt };
    startsAt = laid.endsAt;
    return laid;
  });
}
