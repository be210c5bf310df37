import { endOfDay } from '#shared/domain/calendar';
import type { Clock } from '../clock/port.ts';

const offset = 8 * 3_600_000;

/** `2026-11-22 09:30:00`, as clocks in China show it. */
export function toChinaTime(instant: number): string {
  return new Date(instant + offset).toISOString().slice(0, 19).replace('T', ' ');
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
 * Whether the bill of `day` must be there by now. Providers say "no bill" of a day without payments and of one whose
 * bill is not written yet; they promise it for 09:00 or 10:00 and are late at times, so noon decides.
 */
export function isBillOverdue(day: string, clock: Clock): boolean {
  const noonAfter = endOfDay(Date.parse(`${day}T00:00:00+08:00`)) + 12 * 3_600_000;
  return clock.now() >= noonAfter;
}
