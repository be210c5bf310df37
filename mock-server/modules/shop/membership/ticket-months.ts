import {
  type CoveredTime,
  coveredWithin,
  dayCountedMonthMs,
  type PaidPlan,
  ticketEntitlement,
} from '#shared/domain/plan';
import { day, isMonthStart, type MonthSpan, monthAround } from '#shared/domain/time';
import type { MembershipPeriod } from './membership.rules.ts';

/**
 * A period that tickets are granted for. Months of stretches bought by the month are counted from their anchor;
 * stretches in days (codes, gifts, set by staff, sold before anchors existed) are counted in 30 days from the first of
 * them. The rest of a month that a higher plan moved back belongs to the original month, so that its tickets are not
 * granted twice.
 */
export interface TicketMonth extends MonthSpan {
  /** When its tickets expire, if the membership lasts that long. */
  endsAt: number;
  /** Start of the next ticket month; at the latest the end of the stretches that are counted alike. */
  until: number;
  covered: (MembershipPeriod & CoveredTime)[];
}

/** Ticket month at a moment. `row` holds contiguous stretches. */
export function ticketMonthAt(row: readonly MembershipPeriod[], now: number): TicketMonth {
  const index = row.findIndex(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  const current = row[index];
  if (!current) return { startsAt: now, ms: dayCountedMonthMs, endsAt: now, until: now, covered: [] };
  const [first, last] = alikeAround(row, index);
  const runEnd = row[last]?.endsAt ?? current.endsAt;
  if (current.restOf)
    return { ...current.restOf, endsAt: runEnd, until: runEnd, covered: coveredOf(row, current.restOf) };
  const startsAt = beginningOfMonth(current, row[first]?.startsAt ?? current.startsAt, now);
  const ms = current.anchorAt === null ? dayCountedMonthMs : lengthOfMonth(current.anchorAt, startsAt);
  const name = { startsAt, ms };
  const endsAt = startsAt + ms;
  return { ...name, endsAt, until: Math.min(endsAt, runEnd), covered: coveredOf(row, name) };
}

/** Months whose rest a higher plan has moved back, with the end of that rest, when their tickets expire. */
export function pushedBack(row: readonly MembershipPeriod[], now: number): (MonthSpan & { endsAt: number })[] {
  return row.flatMap(({ restOf, endsAt }) => (restOf && endsAt > now ? [{ ...restOf, endsAt }] : []));
}

/**
 * Months of which something is past, that would not be over yet: the one under way, and those that a refund or a higher
 * plan cut short.
 */
export function monthsCutShort(row: readonly MembershipPeriod[], now: number): MonthSpan[] {
  return row.flatMap(({ anchorAt, startsAt, endsAt }) => {
    if (anchorAt === null || startsAt > now) return [];
    const month = monthAround(anchorAt, Math.min(endsAt - 1, now));
    return month.startsAt + month.ms > now ? [month] : [];
  });
}

/** Parts of a row that a ticket month covers. */
export function coveredOf(
  row: readonly MembershipPeriod[],
  { startsAt, ms }: MonthSpan,
): (MembershipPeriod & CoveredTime)[] {
  const endsAt = startsAt + ms;
  const rests = row
    .filter(({ restOf }) => restOf?.startsAt === startsAt && restOf.ms === ms)
    .map((stretch) => ({ ...stretch, ms: stretch.endsAt - stretch.startsAt }));
  const bought = row.filter(
    ({ anchorAt }) => anchorAt !== null && isMonthStart(anchorAt, startsAt) && lengthOfMonth(anchorAt, startsAt) === ms,
  );
  return [...coveredWithin([...bought, ...inDays(row, startsAt, ms)], startsAt, endsAt), ...rests];
}

/** Number of tickets of a kind that a ticket month entitles to, from the monthly quota of each plan. */
export function entitledTo(
  { covered, ms }: { covered: readonly CoveredTime[]; ms: number },
  quota: (plan: PaidPlan) => number,
): number {
  return ticketEntitlement(covered, ms, quota);
}

/**
 * Number of the tickets used in a month that count as an order's: those beyond the entitlement of the earlier
 * stretches.
 */
export function usedByOrder(
  { covered, ms }: { covered: readonly (MembershipPeriod & CoveredTime)[]; ms: number },
  reference: string,
  used: number,
  quota: (plan: PaidPlan) => number,
): number {
  const own = covered.filter((part) => part.reference === reference);
  const first = Math.min(...own.map(({ startsAt }) => startsAt));
  const earlier = covered.filter(({ startsAt }) => startsAt < first);
  const beyond = used - entitledTo({ covered: earlier, ms }, quota);
  return Math.min(Math.max(0, beyond), entitledTo({ covered: own, ms }, quota));
}

function lengthOfMonth(anchorAt: number, startsAt: number): number {
  return monthAround(anchorAt, startsAt).ms;
}

function beginningOfMonth({ anchorAt }: MembershipPeriod, runStart: number, now: number): number {
  if (anchorAt !== null) return monthAround(anchorAt, now).startsAt;
  return runStart + Math.floor((now - runStart) / dayCountedMonthMs) * dayCountedMonthMs;
}

/** First and last index of the contiguous stretches around one that count their months alike. */
function alikeAround(row: readonly MembershipPeriod[], index: number): [first: number, last: number] {
  let [first, last] = [index, index];
  while (isAlike(row[first - 1], row[first])) first--;
  while (isAlike(row[last], row[last + 1])) last++;
  return [first, last];
}

function isAlike(left: MembershipPeriod | undefined, right: MembershipPeriod | undefined): boolean {
  return (
    left !== undefined &&
    right !== undefined &&
    left.anchorAt === right.anchorAt &&
    left.restOf?.startsAt === right.restOf?.startsAt
  );
}

/**
 * The stretches in days that are counted together with the one at `startsAt`. At least 28 days in total count as 30, so
 * that a February sold before anchors existed entitles to the whole quota.
 */
function inDays(row: readonly MembershipPeriod[], startsAt: number, ms: number): readonly MembershipPeriod[] {
  const index = row.findIndex((one) => one.startsAt <= startsAt && one.endsAt > startsAt);
  const current = row[index];
  if (!current || current.anchorAt !== null || current.restOf || ms !== dayCountedMonthMs) return [];
  const [first, last] = alikeAround(row, index);
  const run = row.slice(first, last + 1);
  const [runStart, runEnd] = [run[0]?.startsAt ?? startsAt, run.at(-1)?.endsAt ?? startsAt];
  const length = runEnd - runStart;
  if (length < 28 * day || length >= dayCountedMonthMs) return run;
  return run.map((one) => (one.endsAt === runEnd ? { ...one, endsAt: runStart + dayCountedMonthMs } : one));
}
