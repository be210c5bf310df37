import { expect, test } from 'vitest';
import { exportPath } from './export-path.ts';

test('a list is exported by the question in its address, without its page', () => {
  expect(exportPath('orders', '?status=paid&status=closed&sort=-amount&page=3&view=v1', 'csv')).toBe(
    '/api/admin/v1/orders/export?format=csv&_sort=amount&_order=desc&status=paid&status=closed',
  );
  expect(exportPath('account', '?keyword=%E6%9E%97', 'xlsx')).toBe(
    '/api/admin/v1/accounts/export?format=xlsx&_sort=createdAt&_order=desc&q=%E6%9E%97',
  );
});
