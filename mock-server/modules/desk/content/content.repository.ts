import type { Selectable, Updateable } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { HotWordTable, MaterialTable } from '../../../db/schema-gallery.ts';
import type { Db } from '../../base/store.ts';

export type HotWordRow = Selectable<HotWordTable>;
export type MaterialRow = Selectable<MaterialTable>;

/** The fields of the console's lists. */
export const hotWordSource: ListSource<'hot_word'> = {
  table: 'hot_word',
  columns: { id: 'id', word: 'word', place: 'place' },
  search: (typed) => contains('hot_word.word', typed),
};
export const materialSource: ListSource<'material'> = {
  table: 'material',
  columns: { id: 'id', name: 'name', classifyId: 'classify_id', isHidden: 'is_hidden', place: 'place' },
  search: (typed) => contains('material.name', typed),
};

export async function hotWordsByIds(db: Db, ids: readonly number[]): Promise<HotWordRow[]> {
  return db.selectFrom('hot_word').selectAll().where('id', 'in', ids).execute();
}

export async function findHotWord(db: Db, word: string): Promise<HotWordRow | undefined> {
  return db.selectFrom('hot_word').selectAll().where('word', '=', word).executeTakeFirst();
}

/** @param id of a word that comes back; left out for a new one @returns its id */
export async function insertHotWord(
  db: Db,
  row: { id?: number; word: string; place: number; version?: number },
): Promise<number> {
  const { id } = await db.insertInto('hot_word').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateHotWord(db: Db, id: number, patch: Updateable<HotWordTable>): Promise<void> {
  await db.updateTable('hot_word').set(patch).where('id', '=', id).execute();
}

export async function removeHotWord(db: Db, id: number): Promise<void> {
  await db.deleteFrom('hot_word').where('id', '=', id).execute();
}

export async function materialsByIds(db: Db, ids: readonly string[]): Promise<MaterialRow[]> {
  return db.selectFrom('material').selectAll().where('id', 'in', ids).execute();
}

export async function updateMaterial(db: Db, id: string, patch: Updateable<MaterialTable>): Promise<void> {
  await db.updateTable('material').set(patch).where('id', '=', id).execute();
}

/** Everything in its order. */
export async function placesOf(db: Db, table: 'hot_word' | 'material') {
  const rows = await db.selectFrom(table).select(['id', 'place']).orderBy('place').orderBy('id').execute();
  return rows.map(({ id, place }) => ({ id: String(id), place }));
}

/** Whether the row had this version, which is one higher now. */
export async function takeVersion(
  db: Db,
  table: 'hot_word' | 'material',
  id: string,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ version: version + 1 })
    .where('id', '=', table === 'hot_word' ? (Number(id) as never) : (id as never))
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
