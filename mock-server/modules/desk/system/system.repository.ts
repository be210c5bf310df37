import { type Insertable, sql } from 'kysely';
import type { PageEventTable } from '../../../db/schema.ts';
import { type Db, removeSome } from '../../base/store.ts';

/** Deletes a batch of the events created before a moment. @returns true when more rows may be left */
export async function removePageEvents(db: Db, before: number, rows: number): Promise<boolean> {
  return removeSome(db, 'page_event', 'id', sql`created_at < ${before}`, rows);
}

/**
 * Deletes a batch of the events older than the newest `kept`, by id: counting would scan the whole table.
 * @returns true when more rows may be left
 */
export async function removeBeyond(db: Db, kept: number, rows: number): Promise<boolean> {
  const { newest } = await db
    .selectFrom('page_event')
    .select((select) => select.fn.max<number | null>('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest !== null && removeSome(db, 'page_event', 'id', sql`id <= ${newest - kept}`, rows);
}

/** Stores events, save those whose id is known: for as long as an event is kept, it is stored once. */
export async function insertPageEvents(db: Db, rows: ReadonlyArray<Insertable<PageEventTable>>): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('page_event')
      .values([...rows])
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .execute();
}
