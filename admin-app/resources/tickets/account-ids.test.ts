import { expect, test } from 'vitest';
import { readAccountIds } from './account-ids.ts';

test('ids are read from a column, a list or a sheet, each once', () => {
  expect(readAccountIds('a1\na2\r\na3, a4，a1;"a5"\t\n')).toEqual({ ids: ['a1', 'a2', 'a3', 'a4', 'a5'], repeated: 1 });
  expect(readAccountIds(' \n ')).toEqual({ ids: [], repeated: 0 });
});
