import { type PaidPlan, type PlanPeriod, planRank } from '#shared/domain/plan';
import {
  addMonths,
  continuedAnchor,
  day,
  endOfMonths,
  isMonthStart,
  type MonthSpan,
  monthAround,
  wholeMonthsBetween,
} from '#shared/domain/time';

/** End of a membership without end: 2200-01-01 in UTC. */
export const endlessAt = 7_258_118_400_000;

/** A stretch of membership with where it came from. */
export interface MembershipPeriod extends PlanPeriod {
  id: string;
  source: string;
  reference: string | null;
  /** Period before the upgrade; null for one that was not upgraded. */
  upgradedFrom: Origin | null;
  /** Anchor that the months are counted from (docs/RULES.md R45), in epoch milliseconds; null when counted in days. */
  anchorAt: number | null;
  /** The month whose rest this stretch is, after a higher plan moved it back; null otherwise. */
  restOf: MonthSpan | null;
}

/** Membership period before an upgrade. */
export type Origin = Pick<MembershipPeriod, 'plan' | 'seats' | 'source' | 'reference' | 'upgradedFrom'>;

/** A stretch that is being bought or given. */
export type NewStretch = Pick<MembershipPeriod, 'plan' | 'seats' | 'source' | 'reference'>;

/** Makes ids for stretches that are new or were cut in two. */
export type NextId = () => string;

/** Length to add: months, days, or the length of a stretch of another account. */
export type Length = { months: number } | { days: number } | { like: MembershipPeriod };

/**
 * Adds a stretch after all stretches of an equal or higher plan; later ones of lower plans move back by its length, and
 * one that has begun is split. Months continue from the anchor of the membership they extend: one bought on 31 January
 * ends on 28 February and, renewed, on 31 March. After a stretch in days or a gap they start with a new anchor.
 * `stretches` are sorted and do not overlap, as is the result.
 */
export function insert(
  stretches: readonly MembershipPeriod[],
  added: NewStretch,
  length: Length,
  now: number,
  nextId: NextId,
): { stretches: MembershipPeriod[]; startsAt: number; endsAt: number } {
  const rank = planRank(added.plan);
  const before = stretches.filter(({ plan }) => planRank(plan) >= rank);
  const startsAt = before.reduce((latest, { endsAt }) => Math.max(latest, endsAt), now);
  const cut = cutAt(stretches, startsAt, nextId);
  const [earlier, behind] = [
    cut.filter((one) => one.startsAt < startsAt),
    cut.filter((one) => one.startsAt >= startsAt),
  ];
  const laid = addedFrom(startsAt, added, length, earlier.at(-1), nextId);
  const endsAt = laid.at(-1)?.endsAt ?? startsAt;
  return { stretches: [...earlier, ...laid, ...lay(behind, endsAt, laid.at(-1), nextId)], startsAt, endsAt };
}

function addedFrom(
  startsAt: number,
  added: NewStretch,
  length: Length,
  previous: MembershipPeriod | undefined,
  nextId: NextId,
): MembershipPeriod[] {
  if ('like' in length) return moved({ ...length.like, id: nextId() }, startsAt, previous, nextId);
  const stretch = { ...added, id: nextId(), upgradedFrom: null, startsAt, anchorAt: null, restOf: null };
  if ('days' in length) return [{ ...stretch, endsAt: startsAt + length.days * day }];
  const anchorAt = anchorFor(previous, startsAt);
  return [{ ...stretch, anchorAt, endsAt: endOfMonths(anchorAt, startsAt, length.months) }];
}

/**
 * Replaces everything after `now` by one stretch or nothing. The current anchor is kept, so that the current ticket
 * month continues.
 */
export function replaceAhead(
  stretches: readonly MembershipPeriod[],
  replacement: (NewStretch & { endsAt: number }) | null,
  now: number,
  nextId: NextId,
): MembershipPeriod[] {
  const past = cutAt(stretches, now, nextId).filter(({ endsAt }) => endsAt <= now);
  if (!replacement || replacement.endsAt <= now) return past;
  const anchorAt = stretches.find(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)?.anchorAt ?? null;
  const stretch = { ...replacement, id: nextId(), upgradedFrom: null, startsAt: now, anchorAt, restOf: null };
  return [...past, stretch];
}

/** Remaining periods of lower plans, each from now on. */
export function lowerAhead(stretches: readonly MembershipPeriod[], plan: PaidPlan, now: number): MembershipPeriod[] {
  return stretches
    .filter((stretch) => stretch.endsAt > now && planRank(stretch.plan) < planRank(plan))
    .map((stretch) => ({ ...stretch, startsAt: Math.max(stretch.startsAt, now) }));
}

/** Every part of a lower plan between now and `until` becomes the higher one; the end does not move. */
export function upgrade(
  stretches: readonly MembershipPeriod[],
  to: NewStretch & { until: number },
  now: number,
  nextId: NextId,
): MembershipPeriod[] {
  const { until, ...higher } = to;
  const isRaised = ({ plan, startsAt, endsAt }: MembershipPeriod) =>
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
  stretches: readonly MembershipPeriod[],
  reference: string,
  now: number,
  nextId: NextId,
  ms = Number.POSITIVE_INFINITY,
): MembershipPeriod[] {
  const from = startOfLast(stretches, reference, now, ms);
  const cut = cutAt(cutAt(stretches, now, nextId), from, nextId);
  const ahead = cut.filter(({ endsAt }) => endsAt > now);
  const kept = ahead.flatMap((stretch) => {
    if (stretch.startsAt < from || !isOf(stretch, reference)) return [stretch];
    const isOnTop = stretch.reference === reference;
    return isOnTop && stretch.upgradedFrom ? [{ ...stretch, ...stretch.upgradedFrom }] : [];
  });
  kept.sort((a, b) => planRank(b.plan) - planRank(a.plan));
  const past = cut.filter(({ endsAt }) => endsAt <= now);
  return [...past, ...lay(kept, ahead[0]?.startsAt ?? now, past.at(-1), nextId)];
}

/** Start of the last `ms` of an order's remaining time; now when there is less. */
function startOfLast(stretches: readonly MembershipPeriod[], reference: string, now: number, ms: number): number {
  let missing = ms;
  for (const stretch of stretches.toReversed()) {
    if (stretch.reference !== reference || stretch.endsAt <= now) continue;
    const startsAt = Math.max(stretch.startsAt, now);
    if (stretch.endsAt - startsAt >= missing) return stretch.endsAt - missing;
    missing -= stretch.endsAt - startsAt;
  }
  return now;
}

/** Returns true when a stretch, or what it was before upgrades, came from an order. */
function isOf(stretch: Origin, reference: string): boolean {
  return stretch.reference === reference || (stretch.upgradedFrom !== null && isOf(stretch.upgradedFrom, reference));
}

/** Returns true when time of an order that is still ahead was upgraded by another one. */
export function isUpgraded(stretches: readonly MembershipPeriod[], reference: string, now: number): boolean {
  return stretches.some(
    (stretch) => stretch.endsAt > now && stretch.reference !== reference && isOf(stretch, reference),
  );
}

/** Milliseconds of an order's stretches that are still ahead. */
export function msAhead(stretches: readonly MembershipPeriod[], reference: string, now: number): number {
  return stretches
    .filter((stretch) => stretch.reference === reference && stretch.endsAt > now)
    .reduce((sum, { startsAt, endsAt }) => sum + endsAt - Math.max(startsAt, now), 0);
}

/** The unbroken row of stretches around a moment; empty when there is no membership then. */
export function unbroken(stretches: readonly MembershipPeriod[], now: number): MembershipPeriod[] {
  const current = stretches.findIndex(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  if (current === -1) return [];
  let first = current;
  let last = current;
  while (first > 0 && stretches[first - 1]?.endsAt === stretches[first]?.startsAt) first--;
  while (stretches[last + 1]?.startsAt === stretches[last]?.endsAt) last++;
  return stretches.slice(first, last + 1);
}

/** Ends of the unbroken membership and of its present plan; null without an end. */
export function endsOf(
  row: readonly MembershipPeriod[],
  now: number,
): { membership: number | null; plan: number | null } {
  const current = row.findIndex(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  const behind = row.slice(current);
  const change = behind.findIndex(({ plan }) => plan !== row[current]?.plan);
  const ofPlan = change === -1 ? behind : behind.slice(0, change);
  return { membership: orEndless(ofEnd(row)), plan: orEndless(ofEnd(ofPlan)) };
}

export function orEndless(at: number): number | null {
  return at >= endlessAt ? null : at;
}

function ofEnd(row: readonly MembershipPeriod[]): number {
  return row.at(-1)?.endsAt ?? 0;
}

/** The same stretches, none of which begins before and ends after the moment. */
function cutAt(stretches: readonly MembershipPeriod[], at: number, nextId: NextId): MembershipPeriod[] {
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
function lay(
  stretches: readonly MembershipPeriod[],
  from: number,
  previous: MembershipPeriod | undefined,
  nextId: NextId,
): MembershipPeriod[] {
  const laid: MembershipPeriod[] = [];
  for (const stretch of stretches) {
    const before = laid.at(-1) ?? previous;
    laid.push(...moved(stretch, laid.at(-1)?.endsAt ?? from, before, nextId));
  }
  return laid;
}

/**
 * Moves a stretch. Days keep their number; of bought months, the current one continues as a rest, and the whole ones
 * after it become calendar months again.
 */
function moved(
  stretch: MembershipPeriod,
  startsAt: number,
  previous: MembershipPeriod | undefined,
  nextId: NextId,
): MembershipPeriod[] {
  const { anchorAt, endsAt } = stretch;
  if (startsAt === stretch.startsAt) return [stretch];
  if (stretch.startsAt < endlessAt && endsAt >= endlessAt) return [{ ...stretch, startsAt, endsAt: endlessAt }];
  if (anchorAt === null) return [{ ...stretch, startsAt, endsAt: startsAt + endsAt - stretch.startsAt }];
  const begun = isMonthStart(anchorAt, stretch.startsAt) ? null : monthAround(anchorAt, stretch.startsAt);
  if (!begun) return [monthsFrom(stretch, anchorAt, stretch.startsAt, startsAt, previous)];
  const begunEnd = begun.startsAt + begun.ms;
  const restMs = Math.min(begunEnd, endsAt) - stretch.startsAt;
  const rest = { ...stretch, startsAt, endsAt: startsAt + restMs, anchorAt: null, restOf: begun };
  if (endsAt <= begunEnd) return [rest];
  return [rest, monthsFrom({ ...stretch, id: nextId() }, anchorAt, begunEnd, rest.endsAt, rest)];
}

/** Moves the months of a stretch after `from` to `startsAt`, counted from the anchor there. */
function monthsFrom(
  stretch: MembershipPeriod,
  oldAnchor: number,
  from: number,
  startsAt: number,
  previous: MembershipPeriod | undefined,
): MembershipPeriod {
  const months = wholeMonthsBetween(oldAnchor, stretch.endsAt) - wholeMonthsBetween(oldAnchor, from);
  const tailMs = stretch.endsAt - addMonths(oldAnchor, wholeMonthsBetween(oldAnchor, stretch.endsAt));
  const anchorAt = anchorFor(previous, startsAt);
  return { ...stretch, startsAt, endsAt: endOfMonths(anchorAt, startsAt, months) + tailMs, anchorAt };
}

/** The anchor of the previous stretch when it ends at `startsAt` and a month of it begins there; `startsAt` otherwise. */
function anchorFor(previous: MembershipPeriod | undefined, startsAt: number): number {
  return continuedAnchor(previous?.endsAt === startsAt ? previous.anchorAt : null, startsAt);
}
