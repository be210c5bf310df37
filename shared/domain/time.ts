/**
 * Time as the product counts it: milliseconds since the epoch, with days and months as people in China count them
 * (UTC+8, no daylight saving time).
 */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The zone's name, for what formats by names. */
export const timeZone = 'Asia/Shanghai';
const offset = 8 * hour;

/** A date whose UTC parts are what clocks in China show. */
export function inChina(instant: number): Date {
  return new Date(instant + offset);
}

/** Midnight in China at the beginning of a date. Months count from 1; those beyond the year go on into the next ones. */
export function midnightOf(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) - offset;
}

/** Days of a month that counts from 1. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The next midnight in China after `instant`. */
export function endOfDay(instant: number): number {
  return startOfDay(instant) + day;
}

/** The last midnight in China at or before `instant`. */
export function startOfDay(instant: number): number {
  return Math.floor((instant + offset) / day) * day - offset;
}

/** The day asked for last, which is mostly today: writing a date takes longer than the rest of a small answer. */
let lastDay = { start: Number.NaN, key: '' };

/** `2026-11-22` in China. */
export function dayKey(instant: number): string {
  const start = startOfDay(instant);
  if (start !== lastDay.start) lastDay = { start, key: inChina(instant).toISOString().slice(0, 10) };
  return lastDay.key;
}

/** The first moment of {@link dayKey}'s form; NaN for what is no day. */
export function startOfDayKey(key: string): number {
  return Date.parse(`${key}T00:00:00+08:00`);
}

/** `2026-11-22 09:30:00`, as clocks in China show it. */
export function toChinaTime(instant: number): string {
  return inChina(instant).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads {@link toChinaTime}'s form. Throws for anything else. */
export function fromChinaTime(text: string): number {
  const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}+08:00`)
    : Number.NaN;
  if (Number.isNaN(instant)) throw new Error(`not a time: ${text.slice(0, 40)}`);
  return instant;
}

/**
 * The same time of day `months` later; a day the month does not have becomes its last one: 31 January and one month is
 * 28 or 29 February (docs/RULES.md R45). `months` is a whole number.
 */
export function addMonths(instant: number, months: number): number {
  const local = inChina(instant);
  const first = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1));
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  const date = Math.min(local.getUTCDate(), daysInMonth(year, month));
  return midnightOf(year, month, date) + (instant - startOfDay(instant));
}

/** Returns the number of whole months from `anchor` to `instant` (not before it), counted by {@link addMonths}. */
export function wholeMonthsBetween(anchor: number, instant: number): number {
  const [from, to] = [inChina(anchor), inChina(instant)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return addMonths(anchor, months) <= instant ? months : months - 1;
}

/** A month: start in milliseconds since the epoch, and length in milliseconds. */
export interface MonthSpan {
  startsAt: number;
  ms: number;
}

/** Returns the month that contains `instant` (not before `anchor`), for months counted from `anchor`. */
export function monthAround(anchor: number, instant: number): MonthSpan {
  const months = wholeMonthsBetween(anchor, instant);
  const startsAt = addMonths(anchor, months);
  return { startsAt, ms: addMonths(anchor, months + 1) - startsAt };
}

/** True when a month counted from `anchor` begins exactly at `instant`. */
export function isMonthStart(anchor: number, instant: number): boolean {
  return instant >= anchor && monthAround(anchor, instant).startsAt === instant;
}

/**
 * Returns the anchor that months bought from `startsAt` are counted from: `anchorAt` of the membership they extend when
 * one of its months begins there, otherwise `startsAt` (docs/RULES.md R45).
 */
export function continuedAnchor(anchorAt: number | null | undefined, startsAt: number): number {
  return anchorAt != null && isMonthStart(anchorAt, startsAt) ? anchorAt : startsAt;
}

/** Returns the end of `months` months that begin at `startsAt`, a month start of `anchorAt`. */
export function endOfMonths(anchorAt: number, startsAt: number, months: number): number {
  return addMonths(anchorAt, wholeMonthsBetween(anchorAt, startsAt) + months);
}
