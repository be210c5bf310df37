import { ProductError } from '#shared/errors';

/** Query of a list in the dialect of @refinedev/simple-rest. */
export interface ListQuery {
  _start: number;
  _end: number;
  _sort?: string | undefined;
  _order?: string | undefined;
  q?: string | undefined;
}

/** A filter that may be given several times. */
export type OneOrMany = string | string[] | undefined;

/** Which rows of a list, by which column of SQL. */
export interface Window {
  offset: number;
  limit: number;
  sort: string;
  order: 'asc' | 'desc';
}

const mostRows = 200;

export function many(value: OneOrMany): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Newest first where nothing is said. An unknown sort column is refused, never ignored. */
export function windowOf(query: ListQuery, sorts: Record<string, string>): Window {
  return { ...rowsOf(query), ...orderOf(query, sorts) };
}

/** From `_start` up to and without `_end`: at least one row, where nothing or less is asked for, and at most 200. */
function rowsOf({ _start, _end }: ListQuery): Pick<Window, 'offset' | 'limit'> {
  return { offset: _start, limit: Math.min(mostRows, Math.max(1, _end - _start)) };
}

/** By the first column that is named; the others are of no use to a list that is read by one index. */
function orderOf({ _sort, _order }: ListQuery, sorts: Record<string, string>): Pick<Window, 'sort' | 'order'> {
  const name = _sort?.split(',')[0] ?? 'createdAt';
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (!sort) throw new ProductError('request.invalid', { fields: { _sort: [`不能按 ${name} 排序`] } });
  return { sort, order: _order?.split(',')[0]?.toLowerCase() === 'asc' ? 'asc' : 'desc' };
}
