import { importables } from '#shared/contract/import-desk';
import { ordersOf } from './data-provider.ts';
import { readList } from './router.ts';

/** Lists that have another name where they are exported. */
const exported: Readonly<Record<string, string>> = { account: 'accounts' };

/** Formats of the file of a list, with their names in the menu. A CSV file can be imported where its list can. */
export function exportFormats(resource: string): Array<{ key: 'xlsx' | 'csv'; label: string }> {
  const isImportable = (exported[resource] ?? resource) in importables;
  return [
    { key: 'xlsx', label: '导出 Excel（XLSX）' },
    { key: 'csv', label: isImportable ? '导出 CSV（可再导入）' : '导出 CSV' },
  ];
}

/** Address of a list as a file: the same question without its page. @param fixed what it is always filtered by */
export function exportPath(
  resource: string,
  search: string,
  format: string,
  fixed: Readonly<Record<string, string>> = {},
): string {
  const name = exported[resource] ?? resource;
  const { sorters, filters } = readList(search);
  const query = new URLSearchParams({ format, ...fixed });
  for (const { field, order } of ordersOf(name, sorters)) {
    query.append('_sort', field);
    query.append('_order', order);
  }
  for (const filter of filters) {
    if (!('field' in filter)) continue;
    const field = resource === 'account' && filter.field === 'keyword' ? 'q' : filter.field;
    for (const value of [filter.value].flat()) query.append(field, String(value));
  }
  return `/api/admin/v1/${name}/export?${query}`;
}
