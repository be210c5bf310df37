import { expect, test } from 'vitest';
import { readList, writeList } from './router.ts';

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
