import { expect, test } from 'vitest';
import { History } from './history';

test('steps over the budget are forgotten, oldest first, but never the last few', () => {
  const history = new History<number>({ weightOf: (step) => step, budget: 100, least: 2 });
  for (const step of [40, 50, 30]) history.add(step);
  expect([history.all, history.weight]).toEqual([[50, 30], 80]);
  history.add(400);
  expect([history.all, history.weight]).toEqual([[30, 400], 430]);
});

test('a new step forgets what was taken back, and its weight', () => {
  const history = new History<number>({ weightOf: (step) => step, budget: 100, least: 0 });
  for (const step of [1, 2, 3]) history.add(step);
  expect([history.undo(), history.undo(), history.weight]).toEqual([3, 2, 6]);
  expect([history.redo(), history.canRedo]).toEqual([2, true]);
  history.add(9);
  expect([history.all, history.weight, history.canRedo]).toEqual([[1, 2, 9], 12, false]);
  history.replaceLast(5);
  expect([history.all, history.weight, history.steps]).toEqual([[1, 2, 5], 8, 3]);
});
