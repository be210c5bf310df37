import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { unindexed } from '../../../db/dialect.ts';
import type { BuildingModelTable, ImageTable } from '../../../db/schema.ts';
import type { PageWindow } from '../../base/cursor.ts';
import type { Db } from '../../base/store.ts';

export type BuildingRow = Selectable<BuildingModelTable>;

export async function insertBuilding(db: Db, row: Insertable<BuildingModelTable>): Promise<void> {
  await db.insertInto('building_model').values(row).execute();
}

export async function findBuilding(db: Db, id: string): Promise<BuildingRow | undefined> {
  return db.selectFrom('building_model').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Models of an account, newest first. */
export async function listBuildings(db: Db, accountId: string, { after, limit }: PageWindow): Promise<BuildingRow[]> {
  return db
    .selectFrom('building_model')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${after?.score}, ${after?.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function updateBuilding(db: Db, id: string, patch: Updateable<BuildingModelTable>): Promise<void> {
  await db.updateTable('building_model').set(patch).where('id', '=', id).execute();
}

export async function removeBuilding(db: Db, id: string): Promise<void> {
  await db.deleteFrom('building_model').where('id', '=', id).execute();
}

/** Ids of the models whose file is being read, in the order they came. */
export async function idsInReading(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('building_model')
    .select(['id', 'created_at'])
    .where('state', '=', 'reading')
    .execute();
  return rows.sort((one, other) => one.created_at - other.created_at).map(({ id }) => id);
}

/** Files that were made of a model's own. */
export function readFiles({ mesh_sha256, viewer_sha256 }: BuildingRow): string[] {
  return [mesh_sha256, viewer_sha256].filter((sha256) => sha256 !== null);
}

/** Number of an account's models, and bytes of their files. */
export async function usedBy(db: Db, accountId: string): Promise<{ models: number; bytes: number }> {
  return db
    .selectFrom('building_model')
    .select((select) => [
      select.fn.countAll<number>().as('models'),
      select.fn.coalesce(select.fn.sum<number>(sql`bytes + mesh_bytes + viewer_bytes`), sql<number>`0`).as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/**
 * Files that only views of an account keep, because their models were removed or read otherwise; those of the newest
 * views first. `isUsed`: a task that has not ended works on such a view.
 */
export async function filesOfViewsAlone(
  db: Db,
  accountId: string,
): Promise<Array<{ sha256: string; bytes: number; isUsed: boolean }>> {
  const rows = await db
    .selectFrom('image')
    .innerJoin('stored_file', 'stored_file.sha256', 'image.building_sha256')
    .select((select) => [
      'stored_file.sha256',
      'stored_file.bytes',
      select.fn.max('image.created_at').as('newest'),
      sql<number>`max(exists (select 1 from task_input join task on task.id = task_input.task_id
        where task_input.image_id = image.id and task.status in ('queued', 'running')))`.as('used'),
    ])
    .where('image.owner_id', '=', accountId)
    .where('image.building_sha256', '>', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('building_model')
            .select('building_model.id')
            .whereRef('building_model.mesh_sha256', '=', 'image.building_sha256')
            .where(unindexed<string>('building_model.account_id'), '=', accountId),
        ),
      ),
    )
    .groupBy(['stored_file.sha256', 'stored_file.bytes'])
    .execute();
  return rows
    .sort((one, other) => other.newest - one.newest)
    .map(({ sha256, bytes, used }) => ({ sha256, bytes, isUsed: used === 1 }));
}

/** Makes ordinary pictures of an account's views of a file. */
export async function forgetBuilding(db: Db, accountId: string, sha256: string): Promise<void> {
  await db
    .updateTable('image')
    .set({ building_model_id: null, building_view: null, building_sha256: null })
    .where('owner_id', '=', accountId)
    .where('building_sha256', '=', sha256)
    .execute();
}

/** A picture of the account that shows the same view of the same file in the same size. */
export async function findView(
  db: Db,
  accountId: string,
  view: Pick<Selectable<ImageTable>, 'building_sha256' | 'building_view' | 'building_model_id' | 'width' | 'height'>,
): Promise<Selectable<ImageTable> | undefined> {
  return db
    .selectFrom('image')
    .selectAll()
    .where('owner_id', '=', accountId)
    .where('building_sha256', '=', view.building_sha256)
    .where('building_model_id', '=', view.building_model_id)
    .where('building_view', '=', view.building_view)
    .where('width', '=', view.width)
    .where('height', '=', view.height)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();
}
