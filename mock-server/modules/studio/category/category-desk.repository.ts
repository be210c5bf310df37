import { type SqlBool, sql, type Updateable } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { CategoryTable } from '../../../db/schema-gallery.ts';
import type { Db } from '../../base/store.ts';
import type { CategoryRow } from './category.repository.ts';

/** The fields of the console's list; without what staff removed. */
export const categorySource: ListSource<'category'> = {
  table: 'category',
  columns: {
    ...{ id: 'id', parentId: 'parent_id', name: 'name', level: 'level', place: 'place', isHidden: 'is_hidden' },
    ...{ presetId: 'preset_id', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  scope: () => sql<SqlBool>`category.deleted_at is null`,
  search: (typed) => contains('category.name', typed),
};

export async function categoriesByIds(db: Db, ids: readonly string[]): Promise<CategoryRow[]> {
  return db.selectFrom('category').selectAll().where('id', 'in', ids).where('deleted_at', 'is', null).execute();
}

/** Direct children of a category, or the roots, in their order. */
export async function childrenOf(db: Db, parentId: string | null): Promise<CategoryRow[]> {
  return db
    .selectFrom('category')
    .selectAll()
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('deleted_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute();
}

/** Returns true when a row with this id was ever made. */
export async function isIdTaken(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('category').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function updateCategory(db: Db, id: string, patch: Updateable<CategoryTable>): Promise<void> {
  await db.updateTable('category').set(patch).where('id', '=', id).execute();
}

/** Number of direct children of each category. */
export async function countChildren(db: Db, ids?: readonly string[]): Promise<Map<string, number>> {
  let query = db
    .selectFrom('category')
    .select(['parent_id', db.fn.countAll<number>().as('count')])
    .where('parent_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .groupBy('parent_id');
  if (ids) query = query.where('parent_id', 'in', ids);
  return new Map((await query.execute()).map(({ parent_id, count }) => [parent_id ?? '', count]));
}

/** Number of pictures, image sets, cases and materials filed under each category, whatever their state. */
export async function countUsed(db: Db, ids?: readonly string[]): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  for (const table of ['gallery_picture', 'picture_set', 'design_case', 'material'] as const) {
    let query = db
      .selectFrom(table)
      .select(['classify_id', sql<number>`count(*)`.as('count')])
      .where('classify_id', '!=', '')
      .groupBy('classify_id');
    if (ids) query = query.where('classify_id', 'in', ids);
    for (const { classify_id, count } of await query.execute())
      used.set(classify_id, (used.get(classify_id) ?? 0) + count);
  }
  return used;
}

/** The images of pictures that all may see, by the pictures' numbers. */
export async function imagesOfPictures(db: Db, pictureIds: readonly number[]): Promise<Map<number, string>> {
  if (pictureIds.length === 0) return new Map();
  const found = await db
    .selectFrom('gallery_picture')
    .select(['id', 'image_id'])
    .where('id', 'in', pictureIds)
    .where('state', '=', 'public')
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(found.map(({ id, image_id }) => [id, image_id]));
}
