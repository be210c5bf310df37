import type { CrudFilters, CrudSorting, RouterProvider } from '@refinedev/core';
import reactRouter from '@refinedev/react-router';
import { useCallback } from 'react';

/** Parts of an address that are no filters. */
const viewName = 'view';

export const pageSizes = [20, 50, 100];
const defaultSize = 20;
const defaultSort = '-createdAt';

/** Query of a list, in the terms of Refine's `useTable`. */
export interface ListQuestion {
  currentPage: number;
  pageSize: number;
  sorters: CrudSorting;
  filters: CrudFilters;
}

/** Reads `?status=failed&status=queued&sort=-createdAt&page=2&size=50`; what is missing or impossible is the default. */
export function readList(search: string): ListQuestion {
  const query = new URLSearchParams(search);
  query.delete(viewName);
  const [page, size, sort] = ['page', 'size', 'sort'].map((name) => {
    const value = query.get(name);
    query.delete(name);
    return value;
  });
  const field = (sort || defaultSort).replace(/^-/, '');
  const names = [...new Set(query.keys())];
  return {
    currentPage: Math.max(1, Math.floor(Number(page)) || 1),
    pageSize: pageSizes.includes(Number(size)) ? Number(size) : defaultSize,
    sorters: [{ field, order: (sort || defaultSort).startsWith('-') ? 'desc' : 'asc' }],
    filters: names.flatMap((name) => filterOf(name, query.getAll(name))),
  };
}

/** One value is sent as equality, several as "one of", none not at all. */
export function filterOf(field: string, values: readonly string[]): CrudFilters {
  const given = values.filter((value) => value !== '');
  if (given.length === 0) return [];
  return [given.length === 1 ? { field, operator: 'eq', value: given[0] } : { field, operator: 'in', value: given }];
}

/** The one way to write a list; defaults are left out. */
export function writeList({ currentPage, pageSize, sorters, filters }: ListQuestion): string {
  const query = new URLSearchParams();
  for (const filter of filters) {
    if ('field' in filter) for (const value of [filter.value].flat()) query.append(filter.field, String(value));
  }
  const sort = sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join();
  if (sort && sort !== defaultSort) query.set('sort', sort);
  if (currentPage !== 1) query.set('page', String(currentPage));
  if (pageSize !== defaultSize) query.set('size', String(pageSize));
  query.sort();
  return query.size > 0 ? `?${query}` : '';
}

/** The view that is open; `all` where somebody wants none, not even the one that opens by itself. */
export function readView(search: string): string | null {
  return new URLSearchParams(search).get(viewName);
}

/** A list's question in words of the address, with the view it was opened by. */
export function withView(asked: string, view: string | null): string {
  if (view === null) return asked;
  return `${asked === '' ? '?' : `${asked}&`}${viewName}=${encodeURIComponent(view)}`;
}

/** The part of a question that a view keeps: all but the page. */
export function questionOf(search: string): string {
  return writeList({ ...readList(search), currentPage: 1 }).replace(/^\?/, '');
}

/**
 * Refine's router. Refine makes the words of an address part of what it asks for, so that a list would be fetched anew
 * for every drawer over it, and show what it held before a change once that one closes; here lists and drawers read the
 * address themselves.
 */
export const router: RouterProvider = {
  ...reactRouter,
  parse: () => {
    const parse = reactRouter.parse?.();
    return useCallback(() => ({ ...parse?.(), params: {} }), [parse]);
  },
};
