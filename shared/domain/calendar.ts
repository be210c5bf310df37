/** The calendar of money: days and months as people in China count them (UTC+8, no daylight saving time). */
const offset = 8 * 3_600_000;
const day = 86_400_000;

/** The next midnight in China after `instant`. */
export function endOfDay(instant: number): number {
  return startOfDay(instant) + day;
}

/** The last midnight in China at or before `instant`. */
export function startOfDay(instant: number): number {
  return Math.floor((instant + offset) / day) * day - offset;
}

/** `2026-11-22` in China. */
export function dayKey(instant: number): string {
  return new Date(instant + offset).toISOString().slice(0, 10);
}

/**
 * The same time of day `months` later; a day the month does not have becomes its last one: 31 January and one month is
 * 28 or 29 February (product.md §3.4). `months` is a whole number.
 */
export function addMonths(instant: number, months: number): number {
  const local = new Date(instant + offset);
  const target = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1);
  const first = new Date(target);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const midnight = target + (Math.min(local.getUTCDate(), lastDay) - 1) * day;
  return midnight + ((((instant + offset) % day) + day) % day) - offset;
}
