import { expect, test } from 'vitest';
import { expiryInShort, expiryLine, priceOfPiece } from './ticket-words';

const at = Date.parse('2026-12-01T00:00:00+08:00');
const lot = { source: 'plan', reason: '会员月度', amount: 120, left: 12, expiresAt: at };
const purse = { kind: 'normal' as const, left: 40, held: 0, expiring: { amount: 12, at }, lots: [lot] };

test('what ends soon is named by where it came from', () => {
  expect(expiryLine(purse)).toBe('本月券将于 2026-12-01 00:00 到期，剩 12 张');
  expect(expiryInShort(purse)).toBe('本月券 12 张，12-01 00:00 到期');
});

test('lots of several sources that end together are only called some', () => {
  const lots = [lot, { ...lot, source: 'gift' }];
  expect(expiryLine({ ...purse, lots })).toMatch(/^部分券将于/);
});

test('nothing is said where nothing ends soon', () => {
  expect(expiryLine({ ...purse, expiring: null })).toBe('');
});

test('a piece is priced to the fen, small ones to the tenth of a fen', () => {
  expect([priceOfPiece('normal', 3900, 100), priceOfPiece('gpt', 990, 100), priceOfPiece('live', 5900, 120)]).toEqual([
    '¥0.39/张',
    '¥0.099/张',
    '¥0.49/分钟',
  ]);
});
