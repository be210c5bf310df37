import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListCondition } from '#shared/contract/list';
import { contains, startsWith } from './dialect.ts';

/** One condition of a list, on the column its field stands in. */
export function conditionOf(
  column: Expression<unknown>,
  { operator, values, isNeverNull, isExact }: ListCondition,
): Expression<SqlBool> {
  const stored = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  const [first, second] = stored;
  const list = sql.join(stored);
  switch (operator) {
    case 'eq':
    case 'in':
      return stored.length === 1 ? sql<SqlBool>`${column} = ${first}` : sql<SqlBool>`${column} in (${list})`;
    case 'ne':
    case 'nin':
      return sql<SqlBool>`(${sql.join([...(isNeverNull ? [] : [sql`${column} is null`]), ...apart(column, stored)], sql` or `)})`;
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
      return isExact
        ? sql<SqlBool>`${column} between ${first} and ${`${first}\u{10ffff}`}`
        : startsWith(column, String(first));
    case 'null':
      return first === 1 ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`;
  }
}

/** Condition for rows with none of the values, as ranges between them: an index serves ranges, but no inequality. */
function apart(column: Expression<unknown>, values: ReadonlyArray<string | number>): Array<RawBuilder<unknown>> {
  const ordered = [...new Set(values)].toSorted(compare);
  return [undefined, ...ordered].map((low, place) => {
    const high = ordered[place];
    if (low === undefined) return sql`${column} < ${high}`;
    return high === undefined ? sql`${column} > ${low}` : sql`(${column} > ${low} and ${column} < ${high})`;
  });
}

/** In the order of the database: texts by their bytes. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
