import { expect, test } from 'vitest';
import { consoleContract, resourceOf } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { importResources } from '#shared/contract/import-desk';
import { exportFormats, exportPath } from './export-path.ts';

test('a list is exported by the question in its address, without its page', () => {
  expect(exportPath('orders', '?status=paid&status=closed&sort=-amount&page=3&view=v1', 'csv')).toBe(
    '/api/admin/v1/orders/export?format=csv&_sort=amount&_order=desc&status=paid&status=closed',
  );
  expect(exportPath('account', '?keyword=%E6%9E%97', 'xlsx')).toBe(
    '/api/admin/v1/accounts/export?format=xlsx&_sort=createdAt&_order=desc&q=%E6%9E%97',
  );
});

test('the menu promises an import exactly where the list can be imported', () => {
  const lists = Object.values<Endpoint>(consoleContract).flatMap(({ list, path }) => (list ? [resourceOf(path)] : []));
  const promised = lists.filter((name) => exportFormats(name).some(({ label }) => label.includes('再导入')));
  expect(promised.toSorted()).toEqual(importResources.toSorted());
  expect(exportFormats('account')[1]).toEqual({ key: 'csv', label: '导出 CSV（可再导入）' });
  expect(exportFormats('orders')[1]).toEqual({ key: 'csv', label: '导出 CSV' });
});
