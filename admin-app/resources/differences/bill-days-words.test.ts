import { expect, test } from 'vitest';
import { billDaysWords } from './bill-days-words.ts';

const compared = { isInUse: true, lastDay: '2026-11-20', missingDays: [] as string[] };
const waiting = ['2026-11-18', '2026-11-19'];

test.each([
  [compared, '已核对至 2026-11-20'],
  [{ ...compared, missingDays: ['2026-11-18'] }, '已核对至 2026-11-20，还有 1 天没核对（2026-11-18）'],
  [{ ...compared, missingDays: waiting }, '已核对至 2026-11-20，还有 2 天没核对（2026-11-18 起）'],
  [{ ...compared, lastDay: null }, '还没有核对过账单'],
  [{ ...compared, lastDay: null, missingDays: waiting }, '还没有核对过账单，还有 2 天没核对（2026-11-18 起）'],
  [{ ...compared, isInUse: false }, '已核对至 2026-11-20，渠道已停用'],
  [
    { ...compared, isInUse: false, missingDays: waiting },
    '已核对至 2026-11-20，渠道已停用，有 2 天的账单取不到（2026-11-18 起）',
  ],
])('how far the bills were compared, in words', (billDays, words) => {
  expect(billDaysWords(billDays)).toBe(words);
});
