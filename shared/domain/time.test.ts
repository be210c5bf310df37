import { expect, it } from 'vitest';
import {
  addMonths,
  day,
  dayKey,
  daysInMonth,
  endOfDay,
  fromChinaTime,
  hour,
  inChina,
  midnightOf,
  minute,
  second,
  startOfDay,
  startOfDayKey,
  toChinaTime,
} from './time.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);

it.each([
  ['2027-01-31T09:30:00', 1, '2027-02-28T09:30:00'],
  ['2028-01-31T09:30:00', 1, '2028-02-29T09:30:00'],
  ['2026-11-30T23:59:59', 3, '2027-02-28T23:59:59'],
  ['2026-12-31T00:00:00', 12, '2027-12-31T00:00:00'],
  ['2026-08-31T00:30:00', 1, '2026-09-30T00:30:00'],
  // Already the next day in China while it is still the month before in UTC.
  ['2026-12-01T03:00:00', 1, '2027-01-01T03:00:00'],
  ['2026-03-31T12:00:00', -1, '2026-02-28T12:00:00'],
  ['2028-02-29T12:00:00', 12, '2029-02-28T12:00:00'],
  ['2028-02-29T12:00:00', 48, '2032-02-29T12:00:00'],
  // 2100 is no leap year, 2000 and 2400 are.
  ['2096-02-29T08:00:00', 48, '2100-02-28T08:00:00'],
  ['2399-12-31T07:59:59', 2, '2400-02-29T07:59:59'],
  ['2026-01-01T00:00:00', -1, '2025-12-01T00:00:00'],
  ['1969-12-31T23:00:00', 2, '1970-02-28T23:00:00'],
  ['2199-12-31T23:59:59', 1, '2200-01-31T23:59:59'],
])('%s and %i months is %s', (start, months, end) => {
  expect(new Date(addMonths(at(start), months)).toISOString()).toBe(new Date(at(end)).toISOString());
});

it('counts days from midnight in China', () => {
  expect(startOfDay(at('2026-11-22T00:00:00'))).toBe(at('2026-11-22T00:00:00'));
  expect(startOfDay(at('2026-11-22T23:59:59'))).toBe(at('2026-11-22T00:00:00'));
  expect(endOfDay(at('2026-11-22T00:00:00'))).toBe(at('2026-11-23T00:00:00'));
  expect(dayKey(at('2026-11-22T07:59:00'))).toBe('2026-11-22');
});

it.each([
  ['2026-11-20T00:00:00.000+08:00', '2026-11-20'],
  ['2026-11-20T23:59:59.999+08:00', '2026-11-20'],
  ['2026-11-19T16:00:00Z', '2026-11-20'],
  ['2026-11-19T15:59:59.999Z', '2026-11-19'],
  ['2028-02-29T12:00:00+08:00', '2028-02-29'],
  ['2026-12-31T16:00:00Z', '2027-01-01'],
  ['1969-12-31T15:59:59Z', '1969-12-31'],
  ['2100-03-01T00:00:00+08:00', '2100-03-01'],
  ['9999-12-31T23:59:59+08:00', '9999-12-31'],
  ['2026-11-20T00:00:00.001+08:00', '2026-11-20'],
])('%s belongs to the day %s, from its first moment to its last', (text, key) => {
  const instant = Date.parse(text);
  const first = startOfDayKey(key);
  expect([dayKey(instant), startOfDay(instant), endOfDay(instant)]).toEqual([key, first, first + day]);
  expect([startOfDay(first), startOfDay(first + day - 1), startOfDay(first - 1)]).toEqual([first, first, first - day]);
});

it.each([
  [2026, 2, 28],
  [2028, 2, 29],
  [2100, 2, 28],
  [2400, 2, 29],
  [2026, 4, 30],
  [2026, 12, 31],
])('%i-%i has %i days', (year, month, days) => {
  expect(daysInMonth(year, month)).toBe(days);
  expect(midnightOf(year, month + 1, 1) - midnightOf(year, month, 1)).toBe(days * day);
});

it('months beyond the year are those of the next', () => {
  expect(midnightOf(2026, 13, 1)).toBe(at('2027-01-01T00:00:00'));
  expect(midnightOf(2026, 0, 31)).toBe(at('2025-12-31T00:00:00'));
});

it.each(['2026-11-22 00:00:00', '2028-02-29 23:59:59', '1970-01-01 08:00:00', '9999-12-31 23:59:59'])(
  'a clock in China shows %s, and it is read again',
  (text) => {
    expect(toChinaTime(fromChinaTime(text))).toBe(text);
  },
);

it.each(['2026-11-22', '2026-11-22T00:00:00', '2026-13-01 00:00:00', '', '26-1-1 1:1:1'])('%j is no time', (text) => {
  expect(() => fromChinaTime(text)).toThrow('not a time');
});

it('what is no day begins at no moment', () => {
  expect(startOfDayKey('2026-13-01')).toBeNaN();
});

it('units are made of each other', () => {
  expect([minute, hour, day]).toEqual([60 * second, 3600 * second, 86_400 * second]);
  expect(inChina(at('2026-11-22T09:30:00')).getUTCHours()).toBe(9);
});
