import {
  type CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { ListCondition, ListRequest } from '#shared/contract/list';
import type { ListSort } from '#shared/contract/list-definition';
import { searchForms } from '#shared/domain/typed';
import { conditionOf } from './list-condition.ts';
import type { Db } from './open.ts';
import type { PersonSearchAccess } from './person-search.ts';
import type { Schema } from './schema.ts';
import { textsThat } from './text-search.ts';

/** Mapping of a list's fields to the database. */
export interface ListSource<T extends keyof Schema & string> {
  /** The table whose rows are listed; conditions and order are on its own columns, so that an index can serve them. */
  table: T;
  /** Each field of the list: a column of the table, or an expression over its columns. */
  columns: Readonly<Record<string, string | Expression<unknown>>>;
  /** Fields that stand in no column: which rows have one of these values, so that an index can find them. */
  lookups?: Readonly<Record<string, (values: ReadonlyArray<string | number>) => Expression<SqlBool>>>;
  /** Fields with few different texts, in a column that an index begins with: a part of one is looked up among these. */
  fewTexts?: readonly string[];
  /** Rows that are no part of the list in any case. */
  scope?: (query: ExpressionBuilder<Schema, T>) => Expression<SqlBool>;
  /** Which rows a search finds, as an expression over the table's columns, for who may see so much of people. */
  search?: (typed: string, db: Db, sight: PersonSearchAccess) => Expression<SqlBool> | Promise<Expression<SqlBool>>;
}

type AnySource = ListSource<keyof Schema & string>;

export interface ListPage {
  /** In the order asked for. */
  ids: Array<string | number>;
  total: number;
  /** True when `total` was estimated; said as `X-Total-Estimated: 1`. */
  isEstimated: boolean;
}

/** Largest possible number of rows of a table. */
export const sizeOf = ({ first, last }: Bounds): number => last - first + 1;

/** From where on a list is looked at in samples and windows. */
const long = {
  /** Tables up to this many rows are counted and sorted as they are. */
  smallTable: 20_000,
  /** Totals above this are estimated from a sample, smaller ones are counted. */
  mostCounted: 50_000,
  /** Rows of a first look, at most of a closer one, and how many beside each other. */
  roughly: 2000,
  closely: 16_000,
  together: 20,
  /** At most so many of the first rows in a list's order are looked through for a page before its filters lead. */
  widestWindow: 50_000,
};
/** A total from a closer look is off by this share at most, two times of three, where so many rows are allowed. */
const aim = 0.02;

/**
 * The ids of one page and the number of rows in all. Rows are read by their ids in a second step, with whatever joins
 * they need, and put into this order by {@link inOrder}.
 *
 * The statistics of the database are not used, since they grow old and mislead: a sample tells how many rows match. If
 * they are many, the list is read in its order until a page is full, and the total is estimated. If they are few, the
 * filters lead, and all are counted and sorted.
 *
 * @param bounds from {@link boundsOf}
 */
export async function readListPage<T extends keyof Schema & string>(
  db: Db,
  source: ListSource<T>,
  request: ListRequest,
  sight: PersonSearchAccess,
  bounds: Bounds | undefined,
  measures = long,
): Promise<ListPage> {
  if (!bounds) return { ids: [], total: 0, isEstimated: false };
  const asked = await understood(db, source as unknown as AnySource, request, sight);
  const size = sizeOf(bounds);
  if (size <= measures.smallTable) return counted(db, asked, request, order(asked));
  const share = await shareOf(db, asked, bounds, measures.roughly, measures.together);
  // The order is none that an index could give: the filters lead.
  if (share * size <= measures.mostCounted) return counted(db, asked, request, order(asked, sql`+`));
  const closer = Math.min(measures.closely, (1 - share) / share / aim ** 2);
  const total = Math.round(
    size * (closer > measures.roughly ? await shareOf(db, asked, bounds, closer, measures.together) : share),
  );
  if (request.offset > total / 2 && request.offset > measures.widestWindow) return fromTheEnd(db, asked, request);
  const ids =
    (asked.where && (await fromWindow(db, asked, request, share, measures.widestWindow))) ??
    // When a filter names one value, an index gives its rows in order; otherwise the filters lead here too.
    (await idsOf(db, page(asked, order(asked, asked.isOneValue ? sql`` : sql`+`), request)));
  return { ids, total, isEstimated: true };
}

/** All ids of a list in its order, as a statement to walk through. */
export async function listIds<T extends keyof Schema & string>(
  db: Db,
  source: ListSource<T>,
  request: Omit<ListRequest, 'offset' | 'limit'>,
  sight: PersonSearchAccess,
): Promise<CompiledQuery<{ id: string | number }>> {
  const asked = await understood(db, source as unknown as AnySource, request, sight);
  return sql<{ id: string | number }>`select ${asked.id} as id from ${sql.table(asked.table)} ${matching(asked)}
    order by ${order(asked)}`.compile(db);
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

/** A request in the words of the database. */
interface Asked {
  table: keyof Schema & string;
  id: Expression<unknown>;
  /** Condition of the list itself, for which partial indexes may exist; it is a part of `where`. */
  scope: Expression<SqlBool> | undefined;
  /** None where every row belongs to the list. */
  where: RawBuilder<SqlBool> | undefined;
  /** True when all filters name one value. */
  isOneValue: boolean;
  sorts: Array<{ column: Expression<unknown>; order: ListSort['order'] }>;
}

async function understood(
  db: Db,
  source: AnySource,
  { conditions, sorts, q }: Pick<ListRequest, 'conditions' | 'sorts' | 'q'>,
  sight: PersonSearchAccess,
): Promise<Asked> {
  const { table, scope, search } = source;
  const column = (field: string) => columnOf(source, field);
  const ofOne = conditions.find(isOfOneAccount);
  const conditionFor = async (condition: ListCondition) => {
    const { field, operator, values } = condition;
    // Records of one account are found by the account's index, whatever the other filters: an index over all rows finds
    // too many.
    const stands = ofOne && condition !== ofOne && field !== 'id' ? sql`+${column(field)}` : column(field);
    if ((operator === 'like' || operator === 'startswith') && source.fewTexts?.includes(field)) {
      const texts = await textsThat(db, table, String(source.columns[field]), (text) => conditionOf(text, condition));
      if (texts) return texts.length > 0 ? sql<SqlBool>`${stands} in (${sql.join(texts)})` : sql<SqlBool>`1 = 0`;
    }
    const lookup = operator === 'eq' || operator === 'in' ? source.lookups?.[field] : undefined;
    if (lookup) return lookup(values as ReadonlyArray<string | number>);
    return conditionOf(stands, condition);
  };
  const terms = await Promise.all(conditions.map(conditionFor));
  if (q !== undefined && search) {
    const found = await Promise.all(searchForms(q).map((typed) => search(typed, db, sight)));
    terms.push(sql`(${sql.join(found, sql` or `)})`);
  }
  const belongs = scope?.(scopeBuilder as never);
  if (belongs) terms.unshift(belongs);
  const isOneValue =
    q === undefined && conditions.every(({ operator, values }) => operator === 'eq' && values.length === 1);
  const id = column('id');
  const last = sorts.at(-1) ?? { field: 'createdAt', order: 'desc' };
  // Equal rows are ordered by time, as in the indexes.
  const ends = last.field === 'id' ? [] : ['createdAt', 'id'].filter((field) => field in source.columns);
  const all = [...sorts, ...ends.map((field) => ({ field, order: last.order }))];
  const order = all
    .filter(({ field }, place) => all.findIndex((other) => other.field === field) === place)
    .map((sort) => ({ column: column(sort.field), order: sort.order }));
  return {
    table,
    id,
    scope: belongs,
    where: terms.length > 0 ? sql`${sql.join(terms, sql` and `)}` : undefined,
    isOneValue,
    sorts: order,
  };
}

/** Every list of records that people own says by this name whose they are. */
const isOfOneAccount = ({ field, operator, values }: ListRequest['conditions'][number]) =>
  field === 'accountId' && (operator === 'eq' || operator === 'in') && values.length === 1;

const scopeBuilder = expressionBuilder<Schema, keyof Schema>();

function columnOf({ table, columns }: AnySource, field: string): Expression<unknown> {
  const column = columns[field];
  if (column === undefined) throw new Error(`The list of ${table} has no column for ${field}`);
  return typeof column === 'string' ? sql.ref(`${table}.${column}`) : column;
}

const matching = ({ where }: Asked) => (where ? sql`where ${where}` : sql``);

/** @param mark stands before each column */
function order({ sorts }: Asked, mark = sql``, isReversed = false): RawBuilder<unknown> {
  const terms = sorts.map(
    (sort) => sql`${mark}${sort.column} ${(sort.order === 'desc') === isReversed ? sql`asc` : sql`desc`}`,
  );
  return sql.join(terms);
}

interface Window {
  limit: number;
  offset: number;
}

function page(asked: Asked, by: RawBuilder<unknown>, { limit, offset }: Window): RawBuilder<{ id: string | number }> {
  return sql`select ${asked.id} as id from ${sql.table(asked.table)} ${matching(asked)}
    order by ${by} limit ${limit} offset ${offset}`;
}

async function idsOf(db: Db, statement: RawBuilder<{ id: string | number }>): Promise<Array<string | number>> {
  return (await statement.execute(db)).rows.map(({ id }) => id);
}

/** A page and how many rows match: one that is not full says it by itself, unless it lies beyond the last row. */
async function counted(db: Db, asked: Asked, { limit, offset }: Window, by: RawBuilder<unknown>): Promise<ListPage> {
  const ids = await idsOf(db, page(asked, by, { limit, offset }));
  const isLast = ids.length < limit && (ids.length > 0 || offset === 0);
  return { ids, total: isLast ? offset + ids.length : await countExactly(db, asked), isEstimated: false };
}

async function countExactly(db: Db, asked: Asked): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(asked.table)} ${matching(asked)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export interface Bounds {
  first: number;
  last: number;
}

/** The range of a table's hidden row numbers, which stand close together; undefined where there is no row. */
export async function boundsOf(db: Db, table: keyof Schema & string): Promise<Bounds | undefined> {
  const { rows } = await sql<Bounds | { first: null }>`
    select (select min(rowid) from ${sql.table(table)}) as first,
      (select max(rowid) from ${sql.table(table)}) as last`.execute(db);
  const [bounds] = rows;
  return bounds && bounds.first !== null ? (bounds as Bounds) : undefined;
}

/**
 * The share of a table's row numbers that match, 0–1, from small groups of neighbours spread evenly: the same ones each
 * time, so that a total does not flicker from page to page.
 */
async function shareOf(
  db: Db,
  { table, where }: Asked,
  { first, last }: Bounds,
  looks: number,
  together: number,
): Promise<number> {
  const groups = Math.ceil(looks / together);
  const step = (last - first + 1) / groups;
  const starts = Array.from({ length: groups }, (_, group) => {
    const within = (group * 0.618_034) % 1;
    return first + Math.floor(group * step + within * Math.max(0, step - together));
  });
  const { rows } = await sql<{ hits: number | null }>`
    select sum(${where ? sql`case when ${where} then 1 else 0 end` : sql`1`}) as hits
    from (select value as start from json_each(${JSON.stringify(starts)})) looked
    cross join ${sql.table(table)} on ${sql.ref(`${table}.rowid`)} between looked.start and looked.start + ${together - 1}`.execute(
    db,
  );
  return (rows[0]?.hits ?? 0) / (groups * together);
}

/**
 * A page of what matches among the first rows in the list's order: as many as should hold it, else as many as may be
 * looked through, since what does not match may all lie in front. Undefined where they do not fill it.
 */
async function fromWindow(
  db: Db,
  asked: Asked,
  { limit, offset }: Window,
  share: number,
  widest: number,
): Promise<Array<string | number> | undefined> {
  const likely = Math.ceil((2 * (offset + limit)) / share) + limit;
  if (likely > widest) return undefined;
  for (const width of new Set([likely, widest])) {
    const ids = await amongFirst(db, asked, { limit, offset }, width);
    if (ids.length === limit) return ids;
  }
  return undefined;
}

function amongFirst(db: Db, asked: Asked, { limit, offset }: Window, width: number): Promise<Array<string | number>> {
  const table = sql.table(asked.table);
  return idsOf(
    db,
    sql`select ${asked.id} as id
      from (select rowid as place from ${table} ${asked.scope ? sql`where ${asked.scope}` : sql``} order by ${order(asked)} limit ${width}) looked
      cross join ${table} on ${sql.ref(`${asked.table}.rowid`)} = looked.place
      ${matching(asked)} order by ${order(asked, sql`+`)} limit ${limit} offset ${offset}`,
  );
}

/** A page beyond the middle of a long list is read from its end, which takes counting all. */
async function fromTheEnd(db: Db, asked: Asked, { limit, offset }: Window): Promise<ListPage> {
  const total = await countExactly(db, asked);
  const window = { limit: Math.min(limit, total - offset), offset: Math.max(0, total - offset - limit) };
  const ids = window.limit > 0 ? await idsOf(db, page(asked, order(asked, sql``, true), window)) : [];
  return { ids: ids.reverse(), total, isEstimated: false };
}
