import { expect, test } from 'vitest';
import { countChanges } from './changes.ts';

const row = (id: string, status = 'created') => ({ id, status });
const page = (rows: ReturnType<typeof row>[], total = rows.length) => ({ data: rows, total });

test('new and changed rows are counted once, those that only moved are not', () => {
  const before = page([row('a'), row('b')]);
  expect(countChanges(before, before)).toBe(0);
  expect(countChanges(before, page([row('b'), row('a')]))).toBe(0);
  expect(countChanges(before, page([row('n'), row('a'), row('b', 'paid')]))).toBe(2);
});

test('what happened on other pages is known by the total', () => {
  expect(countChanges(page([row('a')], 40), page([row('a')], 43))).toBe(3);
  expect(countChanges(page([row('a')], 40), page([], 39))).toBe(1);
});
