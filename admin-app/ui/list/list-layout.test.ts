import { expect, test } from 'vitest';
import { inOrderOf, moved, plainLayout, readLayout, shownColumns, toggled } from './list-layout.ts';

const columns = [
  { key: 'name', pinned: 'left' },
  { key: 'amount' },
  { key: 'status' },
  { key: 'createdAt' },
  { key: 'actions', pinned: 'right' },
] as const;
const keys = (list: ReadonlyArray<{ key: string }>) => list.map(({ key }) => key).join(' ');

test('columns move among themselves; the name and the actions stay at their edges', () => {
  const once = moved(columns, plainLayout, 'createdAt', -1);
  expect(keys(inOrderOf(columns, once))).toBe('name amount createdAt status actions');
  expect(keys(inOrderOf(columns, moved(columns, once, 'createdAt', -1)))).toBe('name createdAt amount status actions');
  expect(moved(columns, once, 'amount', -1)).toBe(once);
  expect(moved(columns, once, 'name', 1)).toBe(once);
});

test('hidden columns keep their place for when they come back', () => {
  const hidden = toggled(moved(columns, plainLayout, 'status', -1), 'status');
  expect(keys(shownColumns(columns, hidden))).toBe('name amount createdAt actions');
  expect(keys(shownColumns(columns, toggled(hidden, 'status')))).toBe('name status amount createdAt actions');
  expect(keys(shownColumns(columns, { ...plainLayout, hidden: ['name'] }))).toContain('name');
});

test('a column that the list got later comes last, one that it lost is forgotten', () => {
  const old = { ...plainLayout, order: ['status', 'gone', 'amount'] };
  expect(keys(inOrderOf(columns, old))).toBe('name status amount createdAt actions');
});

test('what was written down wrong is no layout', () => {
  expect(readLayout('{"order":["a"],"hidden":[],"density":"huge"}')).toEqual({
    order: ['a'],
    hidden: [],
    density: 'normal',
  });
  expect([null, '', '[]', '{"order":1}', '{'].map(readLayout)).toEqual(Array(5).fill(undefined));
});
