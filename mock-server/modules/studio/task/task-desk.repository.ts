import type { Db } from '../../base/store.ts';

/** A task with whose it is. */
export async function findTaskOfAll(db: Db, id: string) {
  return db
    .selectFrom('task')
    .innerJoin('account', 'account.id', 'task.account_id')
    .selectAll('task')
    .select(['account.nick_name', 'account.plan', 'account.plan_expires_at'])
    .where('task.id', '=', id)
    .executeTakeFirst();
}

export type DeskTaskRow = NonNullable<Awaited<ReturnType<typeof findTaskOfAll>>>;

/** Pictures that went in, those deleted meanwhile too. */
export async function inputsOf(db: Db, taskId: string) {
  return db
    .selectFrom('task_input')
    .innerJoin('image', 'image.id', 'task_input.image_id')
    .select(['field', 'image.id', 'width', 'height', 'format', 'image.deleted_at'])
    .where('task_id', '=', taskId)
    .orderBy('field')
    .orderBy('image.id')
    .execute();
}

/** Results of a task, deleted ones included. */
export async function resultsOf(db: Db, taskId: string) {
  return db
    .selectFrom('task_image')
    .innerJoin('image', 'image.id', 'task_image.image_id')
    .select(['image.id', 'width', 'height', 'format', 'image.deleted_at'])
    .select(['quality', 'is_unjudged', 'score', 'judgement', 'heat_image_id', 'promise'])
    .where('task_id', '=', taskId)
    .orderBy('place')
    .execute();
}

/** Results of several tasks that are there, in their order. */
export async function resultsOfTasks(db: Db, taskIds: readonly string[]) {
  return db
    .selectFrom('task_image')
    .innerJoin('image', 'image.id', 'task_image.image_id')
    .select(['task_id', 'image.id', 'width', 'height', 'format', 'image.deleted_at'])
    .where('task_id', 'in', [...taskIds])
    .where('image.deleted_at', 'is', null)
    .orderBy('task_id')
    .orderBy('place')
    .execute();
}

const relatedShown = 50;

export async function tasksById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return related(db)
    .where('id', 'in', [...ids])
    .execute();
}

/** Newest first, the last fifty. */
export async function tasksFrom(db: Db, column: 'retried_from' | 'parent_id', taskId: string) {
  return related(db).where(column, '=', taskId).orderBy('created_at', 'desc').limit(relatedShown).execute();
}

const related = (db: Db) => db.selectFrom('task').select(['id', 'tool', 'status', 'created_at']);

export async function namesOf(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['id', 'nick_name'])
    .where('id', 'in', [...accountIds])
    .execute();
  return new Map(rows.map(({ id, nick_name }) => [id, nick_name]));
}
