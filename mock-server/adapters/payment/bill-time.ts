import { endOfDay, hour, startOfDayKey } from '#shared/domain/time';
import type { Clock } from '../clock/port.ts';

/**
 * Returns true when the bill of `day` must exist by now. Providers say "no bill" of a day without payments and of one
 * whose bill is not written yet; they promise it for 09:00 or 10:00 and are late at times, so noon decides.
 */
export function isBillOverdue(day: string, clock: Clock): boolean {
  return clock.now() >= endOfDay(startOfDayKey(day)) + 12 * hour;
}
