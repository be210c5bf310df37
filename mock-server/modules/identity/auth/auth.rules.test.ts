import { describe, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import { limitHit } from '../../base/limits.ts';
import { createPasswords, hashCode, isSameHash } from '../account/password.ts';
import { phoneLimits } from './auth.rules.ts';

const now = 100 * hour;

describe('how long to wait for another code', () => {
  const ask = (...ages: number[]) => {
    const hit = limitHit(
      phoneLimits,
      ages.map((age) => now - age),
      now,
    );
    return hit && [hit.limit.reason, hit.seconds];
  };

  it.each<[string, number[], [string, number] | null]>([
    ['none was sent', [], null],
    ['one just now', [0], ['sms.too_often', 60]],
    ['one a second ago', [1000], ['sms.too_often', 59]],
    ['one half a second before the minute is over', [minute - 500], ['sms.too_often', 1]],
    ['one a minute ago', [minute], null],
    ['four within the hour', [2, 10, 20, 30].map((at) => at * minute), null],
    ['five within the hour', [2, 10, 20, 30, 45].map((at) => at * minute), ['sms.hourly_limit', 15 * 60]],
    ['five, in any order', [45, 2, 30, 10, 20].map((at) => at * minute), ['sms.hourly_limit', 15 * 60]],
    ['ten within the day', [2, 4, 6, 8, 10, 12, 14, 16, 18, 20].map((at) => at * hour), ['sms.daily_limit', 4 * 3600]],
    ['ten, the oldest a day ago', [2, 4, 6, 8, 10, 12, 14, 16, 18, 24].map((at) => at * hour), null],
  ])('%s', (_what, ages, expected) => {
    expect(ask(...ages)).toEqual(expected);
  });
});

describe('secrets', () => {
  it('a password is known by its hash, which differs each time', async () => {
    const { hash, matches } = createPasswords();
    const [one, two] = await Promise.all([hash('correct horse'), hash('correct horse')]);
    expect(one).not.toBe(two);
    expect(one).not.toContain('correct');
    expect(await Promise.all([matches('correct horse', one), matches('correct hors', one), matches('', one)])).toEqual([
      true,
      false,
      false,
    ]);
    expect(await Promise.all([matches('', null), matches('anything', null)])).toEqual([false, false]);
  });

  it('a code’s hash is bound to the number and the installation', () => {
    const hash = hashCode('key', '13800000001', '123456');
    expect(isSameHash(hash, hashCode('key', '13800000001', '123456'))).toBe(true);
    const others = [
      hashCode('key', '13800000002', '123456'),
      hashCode('other', '13800000001', '123456'),
      hashCode('key', '13800000001', '123457'),
      '',
    ];
    expect(others.map((other) => isSameHash(hash, other))).toEqual([false, false, false, false]);
  });
});
