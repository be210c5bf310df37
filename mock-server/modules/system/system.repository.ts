import type { Insertable } from 'kysely';
import type { PageEventTable } from '../../db/schema.ts';
import type { Db } from '../store.ts';

/** Removes events from before a moment, and all but the newest `kept` where there are more. */
export async function removePageEvents(db: Db, before: number, kept: number): Promise<void> {
  await db.deleteFrom('page_event').where('created_at', '<', before).execute();
  const edge = await db
    .selectFrom('page_event')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(kept)
    .executeTakeFirst();
  if (edge) await db.deleteFrom('page_event').where('id', '<=', edge.id).execute();
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
