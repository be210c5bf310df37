import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ListCondition, ListRequest } from '#shared/contract/list';
import { contains, startsWith } from './dialect.ts';
import type { Db } from './open.ts';
import type { Sight } from './person-search.ts';
import type { Schema } from './schema.ts';

/** How a list's fields stand in the database. */
export interface ListSource<T extends keyof Schema & string> {
  /** The table whose rows are listed; conditions and order are on its own columns, so that an index can serve them. */
  table: T;
  /** Each field of the list: a column of the table, or an expression over its columns. */
  columns: Readonly<Record<string, string | Expression<unknown>>>;
  /** Rows that are no part of the list in any case. */
  scope?: (query: ExpressionBuilder<Schema, T>) => Expression<SqlBool>;
  /** Which rows a search finds, as an expression over the table's columns, for who may see so much of people. */
  search?: (typed: string, db: Db, sight: Sight) => Expression<SqlBool>;
}

export interface ListPage {
  /** In the order asked for. */
  ids: Array<string | number>;
  total: number;
  /** Whether `total` was estimated; said as `X-Total-Estimated: 1`. */
  isEstimated: boolean;
}

/**
 * The ids of one page and the number of rows in all. Rows are read by their ids in a second step, with whatever joins
 * they need, and put into this order by {@link inOrder}.
 */
export async function readListPage<T extends keyof Schema & string>(
  db: Db,
  source: ListSource<T>,
  request: ListRequest,
  sight: Sight,
): Promise<ListPage> {
  type AnyQuery = SelectQueryBuilder<Schema, T, object>;
  let matching = db.selectFrom(source.table as keyof Schema & string) as unknown as AnyQuery;
  const { scope, search } = source;
  if (scope) matching = matching.where((builder) => scope(builder as never) as never);
  for (const condition of request.conditions) matching = matching.where(conditionOf(source, condition) as never);
  if (request.q !== undefined && search) matching = matching.where(search(request.q, db, sight) as never);
  const { total } = (await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()) as {
    total: number;
  };
  const id = columnOf(source, 'id');
  let page = matching.select(sql<string | number>`${id}`.as('id'));
  for (const { field, order } of request.sorts) page = page.orderBy(sql`${columnOf(source, field)}` as never, order);
  const last = request.sorts.at(-1);
  if (last?.field !== 'id') page = page.orderBy(sql`${id}` as never, last?.order ?? 'desc');
  const rows = (await page.limit(request.limit).offset(request.offset).execute()) as Array<{ id: string | number }>;
  return { ids: rows.map((row) => row.id), total, isEstimated: false };
}

/** Rows in the order of their ids; those that are gone meanwhile are left out. */
export function inOrder<Row>(
  ids: ReadonlyArray<string | number>,
  rows: readonly Row[],
  idOf: (row: Row) => string | number,
): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function columnOf<T extends keyof Schema & string>(source: ListSource<T>, field: string): Expression<unknown> {
  const column = source.columns[field];
  if (column === undefined) throw new Error(`The list of ${source.table} has no column for ${field}`);
  return typeof column === 'string' ? sql.ref(`${source.table}.${column}`) : column;
}

function conditionOf<T extends keyof Schema & string>(
  source: ListSource<T>,
  { field, operator, values }: ListCondition,
): Expression<SqlBool> {
  const column = columnOf(source, field);
  const stored = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  const [first, second] = stored;
  const list = sql.join(stored);
  switch (operator) {
    case 'eq':
    case 'in':
      return stored.length === 1 ? sql<SqlBool>`${column} = ${first}` : sql<SqlBool>`${column} in (${list})`;
    case 'ne':
    case 'nin':
      return sql<SqlBool>`(${column} is null or ${column} not in (${list}))`;
    case 'gt':
      return sql<SqlBool>`${column} > ${first}`;
    case 'gte':
      return sql<SqlBool>`${column} >= ${first}`;
    case 'lt':
      return sql<SqlBool>`${column} < ${first}`;
    case 'lte':
      return sql<SqlBool>`${column} <= ${first}`;
    case 'between':
      return sql<SqlBool>`${column} between ${first} and ${second}`;
    case 'like':
      return contains(column, String(first));
    case 'startswith':
      return startsWith(column, String(first));
    case 'null':
      return first === 1 ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`;
  }
}
