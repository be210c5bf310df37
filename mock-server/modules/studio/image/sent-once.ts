import { hour } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Emptied } from '../../base/store.ts';

/** Milliseconds during which a repeated request counts as the same one. */
export const keptMs = hour;
/** Maximum number of known keys; the oldest are dropped first. */
const mostKeys = 5_000;

/**
 * Runs `make` once per key: a repeated request with the same key returns the first result, also while that is being
 * made. After a failure `make` runs again. The keys are kept in memory: `make` itself finds what was made before a
 * restart.
 */
export function createSentOnce<T>(store: Emptied, clock: Clock) {
  const known = new Map<string, { made: Promise<T>; until: number }>();
  store.whenEmptied(() => known.clear());

  return async (key: string, make: () => Promise<T>): Promise<T> => {
    const former = known.get(key);
    if (former && former.until > clock.now()) {
      const made = await former.made.catch(() => undefined);
      if (made !== undefined) return made;
    }
    const made = make();
    known.delete(key);
    known.set(key, { made, until: clock.now() + keptMs });
    const [oldest] = known.keys();
    if (known.size > mostKeys && oldest !== undefined) known.delete(oldest);
    made.catch(() => known.get(key)?.made === made && known.delete(key));
    return made;
  };
}
