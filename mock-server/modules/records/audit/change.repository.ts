import { type Insertable, type Selectable, sql } from 'kysely';
import type { ChangeItemTable, ChangeSetTable } from '../../../db/schema-console.ts';
import { type Db, removeSome } from '../../base/store.ts';

export type ChangeSetRow = Selectable<ChangeSetTable>;
export type ChangeItemRow = Selectable<ChangeItemTable>;

/** Rows of one statement: SQLite takes a limited number of values. */
const rowsAtOnce = 100;

export async function insertChange(
  tx: Db,
  set: Insertable<ChangeSetTable>,
  items: ReadonlyArray<Insertable<ChangeItemTable>>,
): Promise<void> {
  await tx.insertInto('change_set').values(set).execute();
  await insertItems(tx, items);
}

export async function insertItems(tx: Db, items: ReadonlyArray<Insertable<ChangeItemTable>>): Promise<void> {
  for (let start = 0; start < items.length; start += rowsAtOnce)
    await tx
      .insertInto('change_item')
      .values(items.slice(start, start + rowsAtOnce))
      .execute();
}

export async function findChange(db: Db, id: string): Promise<ChangeSetRow | undefined> {
  return db.selectFrom('change_set').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function changesByIds(db: Db, ids: readonly string[]): Promise<ChangeSetRow[]> {
  return db.selectFrom('change_set').selectAll().where('id', 'in', ids).execute();
}

export async function itemsOf(db: Db, id: string): Promise<ChangeItemRow[]> {
  return db.selectFrom('change_item').selectAll().where('change_set_id', '=', id).orderBy('place').execute();
}

/** The first records of each change. */
export async function recordsOf(db: Db, ids: readonly string[], most: number) {
  return db
    .selectFrom('change_item')
    .select(['change_set_id', 'resource', 'subject'])
    .where('change_set_id', 'in', ids)
    .where('place', '<', most)
    .orderBy('place')
    .execute();
}

export async function countItems(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('change_item')
    .select((select) => ['change_set_id', select.fn.countAll<number>().as('count')])
    .where('change_set_id', 'in', ids)
    .groupBy('change_set_id')
    .execute();
  return new Map(rows.map((row) => [row.change_set_id, row.count]));
}

export async function markReverted(tx: Db, id: string, by: string, now: number): Promise<void> {
  await tx.updateTable('change_set').set({ reverted_at: now, reverted_by: by }).where('id', '=', id).execute();
}

/**
 * Deletes a batch of the stored states of change sets created before a moment, which can then no longer be undone; the
 * references to the records stay.
 * @returns true when more may be left
 */
export async function forgetStates(tx: Db, before: number, now: number, rows: number): Promise<boolean> {
  const [change] = await tx
    .selectFrom('change_set')
    .select('id')
    .where('states_forgotten_at', 'is', null)
    .where('created_at', '<', before)
    .limit(1)
    .execute();
  if (!change) return false;
  const items = await tx
    .selectFrom('change_item')
    .select('place')
    .where('change_set_id', '=', change.id)
    .where((row) => row.or([row('before', 'is not', null), row('after', 'is not', null)]))
    .limit(rows)
    .execute();
  if (items.length > 0)
    await tx
      .updateTable('change_item')
      .set({ before: null, after: null })
      .where('change_set_id', '=', change.id)
      .where(
        'place',
        'in',
        items.map(({ place }) => place),
      )
      .execute();
  if (items.length < rows)
    await tx.updateTable('change_set').set({ states_forgotten_at: now }).where('id', '=', change.id).execute();
  return true;
}

/** @returns true when more rows may be left */
export async function removeChanges(tx: Db, before: number, rows: number): Promise<boolean> {
  return removeSome(tx, 'change_set', 'id', sql`created_at < ${before}`, rows);
}
