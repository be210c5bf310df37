import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import { foldTyped } from '#shared/domain/typed';
import type { Schema } from './schema.ts';

/** Expressions in which SQLite and PostgreSQL differ, for repositories. */

/**
 * True when a column contains the typed text, either as typed or folded. `%`, `_` and `\\` are literal characters.
 * ASCII letters match case-insensitively.
 */
export function contains(column: string | Expression<unknown>, typed: string): RawBuilder<boolean> {
  const forms = [...new Set([typed, foldTyped(typed) || typed])];
  const found = forms.map((form) => like(column, `%${literal(form)}%`));
  return found.length === 1 ? (found[0] as RawBuilder<boolean>) : sql<boolean>`(${sql.join(found, sql` OR `)})`;
}

/** Returns true when a column begins so. */
export function startsWith(column: string | Expression<unknown>, start: string): RawBuilder<boolean> {
  return like(column, `${literal(start)}%`);
}

/** LIKE on a column; when the column is mostly empty, its partial index gives the few texts. */
function like(column: string | Expression<unknown>, pattern: string): RawBuilder<boolean> {
  const searched = typeof column === 'string' ? sql.ref(column) : column;
  const isLike = sql<boolean>`${searched} LIKE ${pattern} ESCAPE '\\'`;
  return /^%*$/.test(pattern) ? isLike : sql<boolean>`(${searched} > '' AND ${isLike})`;
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Returns true when a column contains a text letter by letter. */
export function includes(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`;
}

/** A column that the query planner does not look for an index for. */
export function unindexed<T>(column: string): RawBuilder<T> {
  return sql<T>`+${sql.ref(column)}`;
}

/** True when the value of a column has this SQLite storage class. */
export function hasStorageType(column: string, what: 'text' | 'integer'): RawBuilder<boolean> {
  return sql<boolean>`typeof(${sql.ref(column)}) = ${what}`;
}

const keysKnown = new Map<string, readonly string[]>();

/** Returns the primary key columns of a table in order, or `rowid` when it has none. */
export async function keyColumns(db: Kysely<Schema>, table: string): Promise<readonly string[]> {
  const known = keysKnown.get(table);
  if (known) return known;
  const { rows } = await sql<{
    name: string;
  }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db);
  const key = rows.length > 0 ? rows.map(({ name }) => name) : ['rowid'];
  keysKnown.set(table, key);
  return key;
}
