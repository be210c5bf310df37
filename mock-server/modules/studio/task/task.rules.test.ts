import { expect, it } from 'vitest';
import { billOf, doublesSentence, previewSentence, retryDelay } from './task.rules.ts';

it('waits longer before each further try', () => {
  expect([1, 2, 3].map(retryDelay)).toEqual([1000, 4000, 16_000]);
});

it.each([
  [
    { free: 0, delivered: 4, doubles: 0 },
    { spent: 8, back: 0, free: 0 },
  ],
  [
    { free: 0, delivered: 4, doubles: 3 },
    { spent: 2, back: 6, free: 0 },
  ],
  [
    { free: 0, delivered: 2, doubles: 1 },
    { spent: 2, back: 2, free: 0 },
  ],
  // Today's free outputs are used for what does not repeat another.
  [
    { free: 1, delivered: 4, doubles: 2 },
    { spent: 2, back: 4, free: 1 },
  ],
  [
    { free: 3, delivered: 4, doubles: 2 },
    { spent: 0, back: 2, free: 2 },
  ],
  [
    { free: 4, delivered: 4, doubles: 3 },
    { spent: 0, back: 0, free: 1 },
  ],
])('of four outputs at two tickets, %o cost %o', ({ free, delivered, doubles }, bill) => {
  expect(billOf({ outputs: 4, free_outputs: free, ticket_each: 2 }, delivered, { doubles, quality: 'final' })).toEqual(
    bill,
  );
});

it('a run that falls to a preview costs nothing, neither tickets nor free outputs of the day', () => {
  const task = { outputs: 4, free_outputs: 1, ticket_each: 2 };
  expect(billOf(task, 4, { doubles: 1, quality: 'preview' })).toEqual({ spent: 0, back: 6, free: 0 });
  expect(billOf({ ...task, ticket_each: 0 }, 4, { doubles: 0, quality: 'preview' }).back).toBe(0);
  expect(previewSentence('preview', 6)).toBe('这次只得到示意图，已退回 6 张券');
  expect(previewSentence('preview', 0)).toBeUndefined();
  expect(previewSentence('final', 6)).toBeUndefined();
});

it('says of doubles what went back, and nothing where there are none', () => {
  expect(doublesSentence(0, 0)).toBeUndefined();
  expect(doublesSentence(2, 0)).toBe('有 2 张与前面的结果几乎相同');
  expect(doublesSentence(1, 4)).toBe('有 1 张与前面的结果几乎相同，已退回 4 张券');
});
