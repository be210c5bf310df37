import { expect, test } from 'vitest';
import { questionOf, readList, readView, withView, writeList } from './router.ts';

test('an untouched list has a bare address', () => {
  expect(readList('')).toEqual({
    currentPage: 1,
    pageSize: 20,
    sorters: [{ field: 'createdAt', order: 'desc' }],
    filters: [],
  });
  expect(writeList(readList(''))).toBe('');
});

test('search, filters, sorting and page survive the way through the address', () => {
  const asked = {
    currentPage: 3,
    pageSize: 50,
    sorters: [{ field: 'ms', order: 'asc' as const }],
    filters: [
      { field: 'q', operator: 'eq' as const, value: '50% & 夜景#1' },
      { field: 'status', operator: 'in' as const, value: ['failed', 'queued'] },
    ],
  };
  expect(readList(writeList(asked))).toEqual(asked);
});

test('what is impossible in an address is the default', () => {
  expect(readList('?page=-4&size=7&sort=&status=')).toEqual(readList(''));
});

test('a view stands beside the question it was opened by, and is no part of it', () => {
  const search = withView('?sort=-amount&status=paid', 'view_1');
  expect(search).toBe('?sort=-amount&status=paid&view=view_1');
  expect(readView(search)).toBe('view_1');
  expect(readList(search)).toEqual(readList('?sort=-amount&status=paid'));
  expect(withView('', 'all')).toBe('?view=all');
  expect(withView('?page=2', null)).toBe('?page=2');
  expect(questionOf(`${search}&page=4`)).toBe('sort=-amount&status=paid');
});
