import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Emptied } from './store.ts';

/** Rate limit. Durations in milliseconds. */
export interface Limit {
  windowMs: number;
  most: number;
}

/**
 * Seconds to wait before something may be done again, or null when it may be done now.
 * @param doneAt when it was done in the longest window, any order
 */
export function limitHit<L extends Limit>(
  limits: readonly L[],
  doneAt: readonly number[],
  now: number,
): { limit: L; seconds: number } | null {
  for (const limit of limits) {
    const inWindow = doneAt.filter((at) => at > now - limit.windowMs).sort((a, b) => a - b);
    if (inWindow.length < limit.most) continue;
    const freeAt = (inWindow[inWindow.length - limit.most] as number) + limit.windowMs;
    return { limit, seconds: secondsUntil(freeAt, now) };
  }
  return null;
}

/** Keys a counter remembers at most; the ones not seen for longest are forgotten, as all are at a restart. */
const remembered = 50_000;

/** Counts by key, in memory and in windows that begin with a key's first count. */
export function createCounter({ store, clock, windowMs, most }: Limit & { store: Emptied; clock: Clock }) {
  const windows = createMemory<{ startsAt: number; count: number }>(store);

  function current(key: string): { startsAt: number; count: number } {
    const now = clock.now();
    const known = windows.get(key);
    const isOver = !known || now >= known.startsAt + windowMs || now < known.startsAt;
    return isOver ? { startsAt: now, count: 0 } : known;
  }

  return {
    /** Throws `request.too_often`. */
    check(key: string): void {
      const { startsAt, count } = current(key);
      if (count >= most) throw tooOften(secondsUntil(startsAt + windowMs, clock.now()));
    },

    /** Counts. Throws `request.too_often`, and does not count, when it would be too many. */
    count(key: string, amount = 1): void {
      const { startsAt, count } = current(key);
      if (count + amount > most) throw tooOften(secondsUntil(startsAt + windowMs, clock.now()));
      windows.set(key, { startsAt, count: count + amount });
    },

    /** Counts, however many there are. */
    note(key: string): void {
      const { startsAt, count } = current(key);
      windows.set(key, { startsAt, count: count + 1 });
    },

    /** Takes one count back. */
    forgive(key: string): void {
      const { startsAt, count } = current(key);
      if (count > 0) windows.set(key, { startsAt, count: count - 1 });
    },
  };
}

/**
 * A map with at most `most` entries: the ones set longest ago are dropped. It is cleared when the database is emptied.
 */
export function createMemory<V>(store: Emptied, most = remembered) {
  const entries = new Map<string, V>();
  store.whenEmptied(() => entries.clear());
  return {
    get: (key: string) => entries.get(key),
    set(key: string, value: V): void {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
    remove: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  };
}

/**
 * Part of a network address that limits count by: an IPv4 address as it is, of an IPv6 address the 64 bits that one
 * customer gets, with 2^64 addresses to choose from.
 */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  const [front = '', back] = address.toLowerCase().replace(/%.*$/, '').slice(0, 64).split('::');
  const left = front.split(':').filter(Boolean);
  const right = back?.split(':').filter(Boolean) ?? [];
  const gap = back === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

export function tooOften(seconds: number): ProductError {
  return new ProductError('request.too_often', { fill: { seconds }, retryAfter: seconds });
}

function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}
