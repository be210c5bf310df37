import { type RawBuilder, sql } from 'kysely';

/** What SQLite and PostgreSQL say differently: repositories say it through these. */

/** Whether a column contains what somebody typed, `%`, `_` and `\` being letters. The case of ASCII letters is not told apart. */
export function contains(column: string, typed: string): RawBuilder<boolean> {
  return like(column, `%${literal(typed)}%`);
}

/** Whether a column begins so. */
export function startsWith(column: string, start: string): RawBuilder<boolean> {
  return like(column, `${literal(start)}%`);
}

function like(column: string, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} LIKE ${pattern} ESCAPE '\\'`;
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Whether a column contains a text letter by letter. */
export function includes(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`;
}

/** A column that the query planner does not look for an index for. */
export function unindexed<T>(column: string): RawBuilder<T> {
  return sql<T>`+${sql.ref(column)}`;
}
