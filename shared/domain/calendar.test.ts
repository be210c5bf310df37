import { expect, it } from 'vitest';
import { addMonths, dayKey, endOfDay, startOfDay } from './calendar.ts';

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
])('%s and %i months is %s', (start, months, end) => {
  expect(new Date(addMonths(at(start), months)).toISOString()).toBe(new Date(at(end)).toISOString());
});

it('counts days from midnight in China', () => {
  expect(startOfDay(at('2026-11-22T00:00:00'))).toBe(at('2026-11-22T00:00:00'));
  expect(startOfDay(at('2026-11-22T23:59:59'))).toBe(at('2026-11-22T00:00:00'));
  expect(endOfDay(at('2026-11-22T00:00:00'))).toBe(at('2026-11-23T00:00:00'));
  expect(dayKey(at('2026-11-22T07:59:00'))).toBe('2026-11-22');
});
