import type { Insertable, Selectable } from 'kysely';
import type { CategoryTable } from '../../../db/schema-gallery.ts';
import type { Db } from '../../base/store.ts';

export type CategoryRow = Selectable<CategoryTable>;
export type NewCategory = Insertable<CategoryTable>;

/** Parents before their children, siblings in their order; without what staff removed. */
export async function allCategories(db: Db): Promise<CategoryRow[]> {
  return db
    .selectFrom('category')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('level')
    .orderBy('place')
    .orderBy('id')
    .execute();
}

/** @param rows parents before their children; at most 100, since SQLite's older limit on parameters is 999 */
export async function insertCategories(db: Db, rows: readonly NewCategory[]): Promise<void> {
  await db.insertInto('category').values(rows).execute();
}

/** Notes that a work was made with them; what was used once is never removed. */
export async function noteFirstUse(db: Db, ids: readonly string[], now: number): Promise<void> {
  await db
    .updateTable('category')
    .set({ first_used_at: now })
    .where('id', 'in', ids)
    .where('first_used_at', 'is', null)
    .execute();
}

export async function allMaterials(db: Db) {
  return db
    .selectFrom('material')
    .innerJoin('image', 'image.id', 'material.image_id')
    .select(['material.id', 'material.name', 'material.kind', 'material.classify_id', 'material.image_id'])
    .select(['image.width', 'image.height'])
    .where('image.deleted_at', 'is', null)
    .where('material.is_hidden', '=', 0)
    .orderBy('material.place')
    .orderBy('material.id')
    .execute();
}
