import { type Expression, type SqlBool, sql } from 'kysely';
import type { ListCondition } from '#shared/contract/list';
import { contains, startsWith } from './dialect.ts';

/** One condition of a list, on the column its field stands in. */
export function conditionOf(column: Expression<unknown>, { operator, values }: ListCondition): Expression<SqlBool> {
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
