import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import { limitHit } from '../auth/auth.rules.ts';

/** Addresses remembered at most; the oldest are forgotten, as all are at a restart. */
const remembered = 10_000;

/** Counts tries by network address, in memory. */
export function createAddressLimit({ clock, windowMs, most }: { clock: Clock; windowMs: number; most: number }) {
  const tries = new Map<string, number[]>();

  return {
    /** Counts one try. Throws `request.too_often`. */
    count(address: string): void {
      const now = clock.now();
      const recent = (tries.get(address) ?? []).filter((at) => at > now - windowMs);
      const hit = limitHit([{ windowMs, most }], recent, now);
      if (hit) throw tooOften(hit.seconds);
      tries.delete(address);
      tries.set(address, [...recent, now]);
      const [oldest] = tries.keys();
      if (tries.size > remembered && oldest !== undefined) tries.delete(oldest);
    },
  };
}

export function tooOften(seconds: number): ProductError {
  return new ProductError('request.too_often', { fill: { seconds }, retryAfter: seconds });
}
