import type { Insertable } from 'kysely';
import type { PageEventTable } from '../../db/schema.ts';
import type { Db } from '../store.ts';

export async function insertPageEvents(db: Db, rows: ReadonlyArray<Insertable<PageEventTable>>): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('page_event')
      .values([...rows])
      .execute();
}
