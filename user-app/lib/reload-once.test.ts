import { expect, it } from 'vitest';
import { reloadOnce } from './reload-once.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
}

it('loads a redirected page again once, and later again', () => {
  const storage = memory();
  const reloads: number[] = [];
  for (const now of [1_000_000, 1_000_200, 1_029_999, 1_030_000]) reloadOnce(storage, now, () => reloads.push(now));
  expect(reloads).toEqual([1_000_000, 1_030_000]);
});

it('is not held up by a clock that was ahead', () => {
  const storage = memory();
  const reloads: number[] = [];
  for (const now of [9_000_000, 1_000_000]) reloadOnce(storage, now, () => reloads.push(now));
  expect(reloads).toEqual([9_000_000, 1_000_000]);
});
