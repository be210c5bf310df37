import { expect, it } from 'vitest';
import { backReason, billOf, fateOf, fatesSentence, type OutputFate, retryDelay } from './task.rules.ts';

it('waits longer before each further try', () => {
  expect([1, 2, 3].map(retryDelay)).toEqual([1000, 4000, 16_000]);
});

const fates = (letters: string): OutputFate[] =>
  [...letters].map((letter) => ({ c: 'charged', p: 'preview', d: 'double', u: 'unjudged' })[letter] as OutputFate);

it.each([
  [0, 'cccc', { spent: 8, back: 0, free: 0 }],
  [0, 'cddd', { spent: 2, back: 6, free: 0 }],
  [0, 'cd', { spent: 2, back: 2, free: 0 }],
  [0, 'ccpu', { spent: 4, back: 4, free: 0 }],
  // Today's free outputs are used for what is charged.
  [1, 'cddc', { spent: 2, back: 4, free: 1 }],
  [3, 'ccdd', { spent: 0, back: 2, free: 2 }],
  [4, 'cddd', { spent: 0, back: 0, free: 1 }],
  [1, 'pppp', { spent: 0, back: 6, free: 0 }],
  // An engine that delivers six outputs for an order of four is paid for four.
  [0, 'cccccc', { spent: 8, back: 0, free: 0 }],
] as const)('of four outputs at two tickets, %i of them free, %s cost %o', (free, letters, bill) => {
  expect(billOf({ outputs: 4, free_outputs: free, ticket_each: 2 }, fates(letters))).toEqual(bill);
});

it('charges an output that is judged, no preview and no repetition', () => {
  const output = { label: 'assisted', isDouble: false, isUnjudged: false } as const;
  expect(fateOf(output)).toBe('charged');
  expect(fateOf({ ...output, label: 'preview' })).toBe('preview');
  expect(fateOf({ ...output, label: 'preview', isDouble: true })).toBe('double');
  expect(fateOf({ ...output, isDouble: true, isUnjudged: true })).toBe('unjudged');
});

it('says what was not charged and what went back, and nothing where all was charged', () => {
  expect(fatesSentence(fates('cc'), 0)).toBeUndefined();
  expect(fatesSentence(fates('pp'), 0)).toBeUndefined();
  expect(fatesSentence(fates('pp'), 6)).toBe('这次只得到示意图，已退回 6 张券');
  expect(fatesSentence(fates('ccdd'), 0)).toBe('有 2 张与前面的结果几乎相同');
  expect(fatesSentence(fates('cpdu'), 6)).toBe(
    '有 1 张是示意图，有 1 张与前面的结果几乎相同，有 1 张未能体检，已退回 6 张券',
  );
  expect(backReason(fates('cpd'))).toBe('示意图、重复结果退回');
});
