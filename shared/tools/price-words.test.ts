import { expect, test } from 'vitest';
import { paidWords, runPriceWords, unitPriceWords } from './price-words.ts';

const priced = (ticket: Parameters<typeof unitPriceWords>[0]['ticket'], quality?: 'preview' | 'final') =>
  unitPriceWords({ group: 'edit', ticket }, quality && { quality });

test('a card says free, free for the first ones, or tickets for one output', () => {
  expect(priced({ kind: 'normal', cost: 0 })).toBe('免费');
  expect(priced({ kind: 'normal', cost: 1, freeDaily: 10 })).toBe('每日前 10 张免费');
  expect(priced({ kind: 'normal', cost: 2 }, 'final')).toBe('2 券 / 张');
  expect(unitPriceWords({ group: 'video', ticket: { kind: 'normal', cost: 10 } }, { quality: 'final' })).toBe(
    '10 券 / 条',
  );
});

test('a card counts the factor of the engine, and leaves the free ones of the day to engines that have them', () => {
  const ticket = { kind: 'normal', cost: 1, freeDaily: 10 } as const;
  const priced = (priceFactor: number) =>
    unitPriceWords({ group: 'edit', ticket }, { quality: 'final', priceFactor, hasFreeOutputs: false });
  expect([priced(1), priced(1.5), priced(0)]).toEqual(['1 券 / 张', '2 券 / 张', '免费']);
});

test('a card says at most where results are previews, which are not charged', () => {
  expect(priced({ kind: 'normal', cost: 2 }, 'preview')).toBe('最多 2 券 / 张');
  expect(priced({ kind: 'normal', cost: 0 }, 'preview')).toBe('免费');
  expect(priced({ kind: 'live', cost: 1 }, 'preview')).toBe('1 实时券 / 分钟');
});

test('a button says the most that the whole start costs', () => {
  expect(runPriceWords({ total: 6 }, 'normal')).toBe('最多 6 券');
  expect(runPriceWords({ total: 0 }, 'normal')).toBe('免费');
});

test('a bill says what was spent and what came back', () => {
  expect(paidWords({ held: 0, spent: 3, returned: 1 })).toBe('用去 3 张，退回 1 张');
  expect(paidWords({ held: 0, spent: 0, returned: 2 })).toBe('退回 2 张');
  expect(paidWords({ held: 4, spent: 0, returned: 0 })).toBe('预留 4 张');
  expect(paidWords({ held: 0, spent: 0, returned: 0 })).toBe('免费');
});
