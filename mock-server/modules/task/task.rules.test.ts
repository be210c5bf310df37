import { expect, it } from 'vitest';
import { retryDelay, startOfDay } from './task.rules.ts';

it.each([
  ['2026-11-20T00:00:00+08:00', '2026-11-20T00:00:00+08:00'],
  ['2026-11-20T23:59:59.999+08:00', '2026-11-20T00:00:00+08:00'],
  ['2026-11-19T16:00:00Z', '2026-11-20T00:00:00+08:00'],
  ['2026-11-19T15:59:59.999Z', '2026-11-19T00:00:00+08:00'],
  ['2028-02-29T12:00:00+08:00', '2028-02-29T00:00:00+08:00'],
])('the day of %s began at %s', (now, start) => {
  expect(startOfDay(Date.parse(now))).toBe(Date.parse(start));
});

it('waits longer before each further try', () => {
  expect([1, 2, 3].map(retryDelay)).toEqual([1000, 4000, 16_000]);
});
