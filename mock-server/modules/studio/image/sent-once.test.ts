import { expect, it, vi } from 'vitest';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Emptied } from '../../base/store.ts';
import { createSentOnce } from './sent-once.ts';

function counted() {
  let now = 0;
  let made = 0;
  let empty = () => {};
  const store = { whenEmptied: (forget: () => unknown) => (empty = () => void forget()) };
  const clock = { now: () => now } as Clock;
  const once = createSentOnce<number>(store as unknown as Emptied, clock);
  return { once, empty: () => empty(), pass: (ms: number) => (now += ms), make: vi.fn(async () => ++made) };
}

it('gives whoever asks again what was made, also while it is being made, and another key its own', async () => {
  const { once, make } = counted();
  expect(await Promise.all([once('a', make), once('a', make)])).toEqual([1, 1]);
  expect(await once('a', make)).toBe(1);
  expect(await once('b', make)).toBe(2);
});

it('makes afresh what failed, and what is asked for after an hour', async () => {
  const { once, make, pass } = counted();
  make.mockRejectedValueOnce(new Error('gone'));
  await expect(once('a', make)).rejects.toThrow('gone');
  expect(await once('a', make)).toBe(1);
  pass(3_600_001);
  expect(await once('a', make)).toBe(2);
});

it('forgets the oldest of very many keys', async () => {
  const { once, make } = counted();
  for (let key = 0; key <= 5_000; key += 1) await once(String(key), make);
  expect(await once('5000', make)).toBe(5_001);
  expect(await once('0', make)).toBe(5_002);
});

it('forgets all of them with the data', async () => {
  const { once, make, empty } = counted();
  await once('a', make);
  empty();
  expect(await once('a', make)).toBe(2);
});
