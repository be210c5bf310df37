import type { Kysely } from 'kysely';
import type { NumberedTable, Schema } from './schema.ts';

/**
 * The next number of a table, for a row written in the same transaction: unique, and growing in the order of the
 * commits, since whoever takes one holds the counter until its own. Numbers that come to nothing leave gaps.
 */
export async function nextNumber(tx: Kysely<Schema>, table: NumberedTable): Promise<number> {
  const { given } = await tx
    .updateTable('counter')
    .set((set) => ({ given: set('given', '+', 1) }))
    .where('name', '=', table)
    .returning('given')
    .executeTakeFirstOrThrow();
  return given;
}
