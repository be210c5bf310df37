import { useTable } from '@refinedev/antd';
import type { BaseRecord, HttpError } from '@refinedev/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { filterOf, readList } from '../providers/router.ts';

/** A list whose search, filters, sorting and page live in the address: a reload, Back and a shared link show the same. */
export function useListTable<R extends BaseRecord>(resource: string) {
  const { search } = useLocation();
  const { currentPage, pageSize, sorters, filters } = readList(search);
  const table = useTable<R, HttpError>({
    resource,
    syncWithLocation: true,
    errorNotification: false,
    pagination: { currentPage, pageSize },
    sorters: { initial: sorters },
    filters: { initial: filters },
  });
  const { setFilters, setSorters, setCurrentPage, setPageSize } = table;

  // Refine reads the address once. Back, the menu and links change it later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Refine's setters are new in every render
  useEffect(() => {
    const asked = readList(search);
    setFilters(asked.filters, 'replace');
    setSorters(asked.sorters);
    setCurrentPage(asked.currentPage);
    setPageSize(asked.pageSize);
  }, [search]);

  /** Several at once are one step in the address. */
  const change = (values: Readonly<Record<string, readonly string[]>>) => {
    setFilters((now) => [
      ...now.filter((filter) => !('field' in filter && filter.field in values)),
      ...Object.entries(values).flatMap(([name, chosen]) => filterOf(name, chosen)),
    ]);
    setCurrentPage(1);
  };

  return {
    ...table,
    valuesOf: (name: string): string[] =>
      table.filters.flatMap((filter) => ('field' in filter && filter.field === name ? [filter.value].flat() : [])),
    setFilter: (name: string, values: readonly string[]) => change({ [name]: values }),
    setFilters: change,
    clearFilters: () => {
      setFilters([], 'replace');
      setCurrentPage(1);
    },
    setPage: (page: number, size: number) => {
      setCurrentPage(size === table.pageSize ? page : 1);
      setPageSize(size);
    },
  };
}

export type ListTable<R extends BaseRecord> = ReturnType<typeof useListTable<R>>;
export type ListQuery<R extends BaseRecord> = ListTable<R>['tableQuery'];
/** The part of a list that its filters need. */
export type ListFilters = Pick<ListTable<BaseRecord>, 'valuesOf' | 'setFilter' | 'setFilters'>;
