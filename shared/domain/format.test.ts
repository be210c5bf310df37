import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatNumber,
} from './format.ts';

describe('figures', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1_234_567.891, '1,234,567.891'],
    [-45_678, '-45,678'],
    [-0, '0'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d is %s', (value, text) => expect(formatNumber(value)).toBe(text));

  it('rounds to the digits asked for, without a minus before nothing', () => {
    expect([formatNumber(1234.5678, 2), formatNumber(12, 2), formatNumber(-0.001, 2)]).toEqual([
      '1,234.57',
      '12.00',
      '0.00',
    ]);
  });

  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [10_189, '10 KB'],
    [1024 * 1024 - 1, '1.0 MB'],
    [20 * 1024 * 1024, '20 MB'],
    [3 * 1024 ** 4, '3.0 TB'],
    [-1, '–'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [3900, '¥39'],
    [3950, '¥39.50'],
    [1, '¥0.01'],
    [0, '¥0'],
    [123_456_700, '¥1,234,567'],
    [-500, '-¥5'],
  ])('%d fen are %s', (fen, text) => expect(formatMoney(fen)).toBe(text));
});

describe('times', () => {
  it('are those of China, wherever the reader is', () => {
    expect(formatDateTime(Date.UTC(2026, 0, 31, 16, 5))).toBe('2026-02-01 00:05');
    expect(formatDateTime(Date.UTC(2026, 6, 1, 0, 0))).toBe('2026-07-01 08:00');
    expect(formatDate(Date.UTC(2025, 11, 31, 15, 59, 59))).toBe('2025-12-31');
    expect([formatDateTime(Number.NaN), formatDate(9e15)]).toEqual(['–', '–']);
  });

  it.each([
    [0, '不到1秒'],
    [40_000, '40秒'],
    [59_600, '1分'],
    [150_000, '2分30秒'],
    [3_599_900, '1小时'],
    [11_100_000, '3小时5分'],
    [86_399_000, '1天'],
    [180_000_000, '2天2小时'],
    [-1, '–'],
  ])('%d ms last %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it('tell how long ago something was', () => {
    const now = Date.UTC(2026, 4, 20, 4);
    const ago = [-5000, 59_000, 60_000, 3_600_000, 86_400_000, 6 * 86_400_000, 7 * 86_400_000];
    expect(ago.map((ms) => formatAgo(now - ms, now))).toEqual([
      '刚刚',
      '刚刚',
      '1分钟前',
      '1小时前',
      '1天前',
      '6天前',
      '2026-05-13',
    ]);
  });
});
