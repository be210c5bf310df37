import { expect, test } from 'vitest';
import { billDaysWords, noDifferenceWords } from './bill-days-words.ts';

const compared = {
  isInUse: true,
  lastDay: '2026-11-20',
  missingDays: [] as string[],
  stoppedDays: [] as Array<{ day: string; cause: string; stoppedAt: number }>,
};
const waiting = ['2026-11-18', '2026-11-19'];
const stopped = { day: '2026-11-17', cause: '', stoppedAt: 0 };

test.each([
  [compared, '已核对至 2026-11-20'],
  [{ ...compared, missingDays: ['2026-11-18'] }, '已核对至 2026-11-20，还有 1 天没核对（2026-11-18）'],
  [{ ...compared, missingDays: waiting }, '已核对至 2026-11-20，还有 2 天没核对（2026-11-18 起）'],
  [{ ...compared, lastDay: null }, '还没有核对过账单'],
  [{ ...compared, lastDay: null, missingDays: waiting }, '还没有核对过账单，还有 2 天没核对（2026-11-18 起）'],
  [{ ...compared, stoppedDays: [stopped] }, '已核对至 2026-11-20'],
  [{ ...compared, isInUse: false }, '已核对至 2026-11-20，渠道已停用'],
  [
    { ...compared, isInUse: false, missingDays: waiting },
    '已核对至 2026-11-20，渠道已停用，有 2 天的账单取不到（2026-11-18 起）',
  ],
])('how far the bills were compared, in words', (billDays, words) => {
  expect(billDaysWords(billDays)).toBe(words);
});

test('books are said to agree only for days that were compared', () => {
  expect(noDifferenceWords(undefined)).not.toContain('一致');
  expect(noDifferenceWords([])).toContain('还没有');
  expect(noDifferenceWords([{ ...compared, lastDay: null }])).toContain('还没有');
  expect(noDifferenceWords([compared])).toBe('没有差异，截至 2026-11-20 我方账目和支付渠道一致。');
  expect(noDifferenceWords([compared, { ...compared, lastDay: '2026-11-18' }])).toContain('截至 2026-11-18');
  expect(noDifferenceWords([{ ...compared, missingDays: waiting }])).not.toContain('一致');
  expect(noDifferenceWords([{ ...compared, stoppedDays: [stopped] }])).not.toContain('一致');
  expect(noDifferenceWords([compared, { ...compared, lastDay: null }])).not.toContain('一致');
});
