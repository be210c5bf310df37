import { expect, test } from 'vitest';
import {
  endOfDay,
  formatDate,
  formatDelta,
  formatDuration,
  formatExactTime,
  formatFen,
  formatTime,
  parseWhole,
  parseYuan,
  shortId,
  startOfDay,
  toYuanText,
} from './format.ts';

test('times are told in China, wherever the browser is', () => {
  const newYear = Date.parse('2026-12-31T16:05:00Z');
  expect(formatTime(newYear)).toBe('2027-01-01 00:05');
  expect(formatExactTime(newYear + 7000)).toBe('2027-01-01 00:05:07');
  expect(formatTime(null)).toBe('—');
});

test('a day chosen in a form comes back as the same day', () => {
  expect(formatDate(endOfDay('2026-02-28'))).toBe('2026-02-28');
  expect(formatDate(endOfDay('2026-02-28') + 1)).toBe('2026-03-01');
  expect(startOfDay('2026-03-01')).toBe(endOfDay('2026-02-28') + 1);
});

test('durations read as people say them', () => {
  expect([420, 3249, 59_960, 125_000].map(formatDuration)).toEqual(['420 毫秒', '3.2 秒', '60.0 秒', '2 分 05 秒']);
  expect(formatDuration(null)).toBe('—');
});

test('changes carry their sign, long ids keep their ends', () => {
  expect([20, -1200, 0].map(formatDelta)).toEqual(['+20', '−1,200', '0']);
  expect(shortId('acc_1')).toBe('acc_1');
  expect(shortId('01963f2a-77b0-7c3e-a8d1-2f6b40c9e511')).toBe('01963f…9e511');
});

test('yuan become fen digit by digit, and what is not an amount is refused', () => {
  expect(['39', '39.9', '0.01', '¥1,299.00', ' ￥ 8 ', '4.35', '1.1'].map(parseYuan)).toEqual([
    3900, 3990, 1, 129900, 800, 435, 110,
  ]);
  expect(['', '39.999', '-1', '1e3', '3.', '.5', '三十', '123456789'].map(parseYuan)).toEqual(Array(8).fill(null));
});

test('numbers are read however they are typed or pasted', () => {
  expect(['３９．９', '￥１，２９９．００', '\u202a12\u202c', '1\u00a0000', '12。5'].map(parseYuan)).toEqual([
    3990, 129_900, 1200, 100_000, 1250,
  ]);
  expect(['１２', ' 1,234 ', '\u200b7', '1.5', '', '1234567890'].map(parseWhole)).toEqual([
    12,
    1234,
    7,
    null,
    null,
    null,
  ]);
});

test('an amount comes back from its field as it went in', () => {
  const amounts = [1, 10, 99, 100, 101, 3900, 3950, 100_000_000];
  expect(amounts.map((fen) => parseYuan(toYuanText(fen)))).toEqual(amounts);
  expect(toYuanText(3900)).toBe('39');
  expect(toYuanText(5)).toBe('0.05');
});

test('money in a column always has both decimals', () => {
  expect([0, 5, 3900, 3950, 129_900, -100].map(formatFen)).toEqual([
    '¥0.00',
    '¥0.05',
    '¥39.00',
    '¥39.50',
    '¥1,299.00',
    '−¥1.00',
  ]);
});
