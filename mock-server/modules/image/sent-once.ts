import { hour } from '#shared/domain/time';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Emptied } from '../store.ts';

/** How long a request may be sent again and still be the same one. */
const keptMs = hour;
/** Keys that are known at once; the oldest go first. */
const mostKeys = 5_000;

/**
 * Does what one key asks for once, however often it is asked: whoever got no answer asks again and gets what was made.
 * What failed is tried afresh. In memory: a restart forgets the keys, and the same upload is then kept as another one.
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
