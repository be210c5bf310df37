import { expect, test } from 'vitest';
import { lastWindow, windowFor, windowRows } from './window-range';

const rows = (count: number, height = 100) => Array.from({ length: count }, () => height);

test('a long conversation opens with its last rows', () => {
  expect(lastWindow(400)).toEqual({ first: 370, end: 400 });
  expect(lastWindow(3)).toEqual({ first: 0, end: 3 });
});

test('the window stays while it covers the view, and moves before its edge is seen', () => {
  const heights = rows(400);
  const known = lastWindow(400);
  expect(windowFor(heights, 39_200, 800, known)).toBe(known);
  expect(windowFor(heights, 37_500, 800, known)).toBe(known);
  const moved = windowFor(heights, 37_300, 800, known);
  expect(moved.first).toBeLessThan(373 - 4);
  expect(moved.end - moved.first).toBe(windowRows);
});

test.each([0, 5_000, 20_050, 39_999, 100_000])('a jump to %i shows what is there', (top) => {
  const { first, end } = windowFor(rows(400), top, 800, lastWindow(400));
  const seen = Math.min(399, Math.floor(top / 100));
  expect(first).toBeLessThanOrEqual(seen);
  expect(end).toBeGreaterThanOrEqual(Math.min(400, seen + 8));
  expect(end - first).toBe(windowRows);
});

test('rows that are higher than the view, small ones and few of them', () => {
  expect(windowFor(rows(3, 5000), 6_000, 800, { first: 0, end: 0 })).toEqual({ first: 0, end: 3 });
  const many = windowFor(rows(400, 10), 1000, 800, { first: 0, end: 0 });
  expect(many.first).toBeLessThanOrEqual(96);
  expect(many.end).toBeGreaterThanOrEqual(184);
  expect(windowFor([], 0, 800, { first: 0, end: 0 })).toEqual({ first: 0, end: 0 });
});
