import { type RawBuilder, sql } from 'kysely';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

/**
 * Deletes at most `most` of the rows that match a condition, in one slice of background work. An index must serve the
 * condition.
 * @returns true when more rows may match
 */
export async function removeSome(
  db: Db,
  table: keyof Schema,
  key: string,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN
    (SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE ${condition} LIMIT ${most})`.execute(db);
  return Number(numAffectedRows ?? 0) >= most;
}
