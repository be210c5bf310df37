import type { Insertable } from 'kysely';
import type { PageEventTable } from '../../db/schema.ts';
import type { Db } from '../store.ts';

export async function insertPageEvents(db: Db, rows: ReadonlyArray<Insertable<PageEventTable>>): Promise<void> {
  if (rows.length > 0) await db.insertInto('page_event').values([...rows]).execute();
}

export async function readMeta(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function writeMeta(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
