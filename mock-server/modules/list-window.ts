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
  const name = query._sort?.split(',')[0] ?? 'createdAt';
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (!sort) throw new ProductError('request.invalid', { fields: { _sort: [`不能按 ${name} 排序`] } });
  const order = query._order?.split(',')[0]?.toLowerCase() === 'asc' ? 'asc' : 'desc';
  const limit = Math.min(mostRows, Math.max(1, query._end - query._start));
  return { offset: query._start, limit, sort, order };
}
