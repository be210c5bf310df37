import { type RawBuilder, sql } from 'kysely';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

/** Rows that one statement of background work changes at most. */
export const sweptAtOnce = 200;

/**
 * Deletes some of the rows that a condition finds; for one slice of background work. An index has to lead to the rows.
 * @returns whether there may be more
 */
export async function removeSome(
  db: Db,
  table: keyof Schema,
  key: string,
  condition: RawBuilder<unknown>,
  most = sweptAtOnce,
): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN
    (SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE ${condition} LIMIT ${most})`.execute(db);
  return Number(numAffectedRows ?? 0) >= most;
}
