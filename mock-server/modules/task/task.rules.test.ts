import { expect, it } from 'vitest';
import { retryDelay } from './task.rules.ts';

it('waits longer before each further try', () => {
  expect([1, 2, 3].map(retryDelay)).toEqual([1000, 4000, 16_000]);
});
