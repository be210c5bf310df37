import { sql } from 'kysely';
import { unindexed } from '../../../db/dialect.ts';
import type { Db } from '../../base/store.ts';

/** One picture made from another. */
export interface StepRow {
  source: string;
  result: string;
  task_id: string;
  tool: string;
  field: string;
}

/** Steps of the account's own tasks that lead to these pictures, or that lead on from them. */
export async function stepsAt(
  db: Db,
  accountId: string,
  imageIds: readonly string[],
  side: 'source' | 'result',
): Promise<StepRow[]> {
  if (imageIds.length === 0) return [];
  return (
    db
      .selectFrom('task_input')
      .innerJoin('task', 'task.id', 'task_input.task_id')
      .innerJoin('task_image', 'task_image.task_id', 'task.id')
      .select(['task_input.image_id as source', 'task_image.image_id as result'])
      .select(['task.id as task_id', 'task.tool', 'task_input.field'])
      .where(side === 'source' ? 'task_input.image_id' : 'task_image.image_id', 'in', [...imageIds])
      // Found from the pictures: an account may have thousands of tasks, and a picture has few relatives.
      .where(unindexed<string>('task.account_id'), '=', accountId)
      .orderBy('task.created_at')
      .orderBy('task.id')
      .orderBy('task_image.place')
      .execute()
  );
}

/** Pictures with the account's own task that made each, if there is one. */
export async function versionPictures(db: Db, accountId: string, imageIds: readonly string[]) {
  if (imageIds.length === 0) return [];
  return db
    .selectFrom('image')
    .leftJoin('task_image', 'task_image.image_id', 'image.id')
    .leftJoin('task', (join) => join.onRef('task.id', '=', 'task_image.task_id').on('task.account_id', '=', accountId))
    .select([
      'image.id',
      'image.width',
      'image.height',
      'image.main_color',
      'image.type',
      'image.format',
      'image.created_at',
    ])
    .select(['task.id as task_id', 'task.tool', 'task.title'])
    .select(sql<number>`CASE WHEN task.deleted_at IS NULL THEN 0 ELSE 1 END`.as('is_in_bin'))
    .where('image.id', 'in', [...imageIds])
    .where('image.deleted_at', 'is', null)
    .execute();
}
