import { useTable } from '@refinedev/antd';
import type { BaseRecord, CrudFilters, CrudSorting, HttpError } from '@refinedev/core';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { providerOf } from '../providers/data-provider.ts';
import { filterOf, type ListQuestion, readList, readView, withView, writeList } from '../providers/router.ts';

/**
 * A list whose search, filters, sorting and page live in the address: a reload, Back and a shared link show the same.
 * The address is written by whoever asks and read by Refine's table, never the other way round.
 * @param refreshMs asks again this often; left out: only when somebody does something
 * @param fixed what the list is always filtered by, beside what the address says
 */
export function useListTable<R extends BaseRecord>(resource: string, refreshMs?: number, fixed: CrudFilters = []) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = readList(search);
  const { currentPage, pageSize, sorters, filters } = asked;
  const table = useTable<R, HttpError>({
    resource,
    syncWithLocation: false,
    errorNotification: false,
    ...(refreshMs !== undefined && { queryOptions: { refetchInterval: refreshMs } }),
    pagination: { currentPage, pageSize },
    sorters: { initial: sorters },
    filters: { initial: filters, permanent: fixed },
  });
  const { setFilters, setSorters, setCurrentPage, setPageSize } = table;

  // biome-ignore lint/correctness/useExhaustiveDependencies: Refine's setters are new in every render
  useEffect(() => {
    setFilters(filters, 'replace');
    setSorters(sorters);
    setCurrentPage(currentPage);
    setPageSize(pageSize);
  }, [search]);

  /** Every change is a step that Back returns from. */
  const ask = (change: Partial<ListQuestion>) => {
    const next = writeList({ ...asked, currentPage: 1, ...change });
    if (next !== writeList(asked)) void navigate({ pathname, search: withView(next, readView(search)) });
  };
  /** Several at once are one step in the address. */
  const change = (values: Readonly<Record<string, readonly string[]>>) =>
    ask({
      filters: [
        ...filters.filter((filter) => !('field' in filter && filter.field in values)),
        ...Object.entries(values).flatMap(([name, chosen]) => filterOf(name, chosen)),
      ],
    });

  return {
    tableQuery: table.tableQuery,
    ...asked,
    providerName: providerOf(resource),
    valuesOf: (name: string): string[] =>
      filters.flatMap((filter) => ('field' in filter && filter.field === name ? [filter.value].flat() : [])),
    setFilter: (name: string, values: readonly string[]) => change({ [name]: values }),
    setFilters: change,
    setSorters: (wanted: CrudSorting) => ask({ sorters: wanted }),
    clearFilters: () => ask({ filters: [] }),
    setPage: (page: number, size: number) => ask({ currentPage: size === pageSize ? page : 1, pageSize: size }),
  };
}

export type ListTable<R extends BaseRecord> = ReturnType<typeof useListTable<R>>;
export type ListQuery<R extends BaseRecord> = ListTable<R>['tableQuery'];
/** The part of a list that its filters need. */
export type ListFilters = Pick<ListTable<BaseRecord>, 'valuesOf' | 'setFilter' | 'setFilters'>;
