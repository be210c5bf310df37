import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { TaskStatus } from '#shared/domain/task-status';
import { unindexed } from '../../../db/dialect.ts';
import type { TaskImageTable, TaskTable } from '../../../db/schema-tasks.ts';
import { type Db, removeSome } from '../../base/store.ts';

export type TaskRow = Selectable<TaskTable>;

export interface OutputRow {
  task_id: string;
  image_id: string;
  width: number;
  main_color: string;
  height: number;
  type: number;
  format: string;
  quality: TaskImageTable['quality'];
  is_unjudged: TaskImageTable['is_unjudged'];
  score: number | null;
  judgement: string | null;
  heat_image_id: string | null;
  promise: string | null;
}

export async function insertTask(db: Db, row: Insertable<TaskTable>): Promise<void> {
  await db.insertInto('task').values(row).execute();
}

export async function findTask(db: Db, id: string): Promise<TaskRow | undefined> {
  return db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findOwnTask(db: Db, accountId: string, id: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findByClientKey(db: Db, accountId: string, clientKey: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();
}

/** Changes a task and raises its `seq`. */
export async function changeTask(db: Db, id: string, patch: Updateable<TaskTable>): Promise<TaskRow> {
  return db
    .updateTable('task')
    .set((set) => ({ ...patch, seq: set('seq', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function pageOfTasks(
  db: Db,
  accountId: string,
  filter: { tool?: string | undefined; status?: TaskStatus | undefined },
  paging: { page: number; size: number },
): Promise<{ rows: TaskRow[]; total: number }> {
  const matching = db
    .selectFrom('task')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    // The account's index contains both columns; an index over the tasks of all accounts would find too many.
    .$if(filter.tool !== undefined, (query) => query.where(unindexed<string>('tool'), '=', filter.tool as string))
    .$if(filter.status !== undefined, (query) =>
      query.where(unindexed<TaskStatus>('status'), '=', filter.status as TaskStatus),
    );
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.size)
    .offset((paging.page - 1) * paging.size)
    .execute();
  return { rows, total };
}

export async function outputsOf(db: Db, taskIds: readonly string[]): Promise<OutputRow[]> {
  if (taskIds.length === 0) return [];
  return db
    .selectFrom('task_image')
    .innerJoin('image', 'image.id', 'task_image.image_id')
    .select(['task_id', 'image_id', 'width', 'height', 'main_color', 'type', 'format'])
    .select(['quality', 'is_unjudged', 'score', 'judgement', 'heat_image_id', 'promise'])
    .where('task_id', 'in', [...taskIds])
    .where('image.deleted_at', 'is', null)
    .orderBy('task_id')
    .orderBy('place')
    .execute();
}

/** The account's own tasks that made pictures, by picture. */
export async function makersOf(db: Db, accountId: string, imageIds: readonly string[]) {
  if (imageIds.length === 0) return [];
  return db
    .selectFrom('task_image')
    .innerJoin('task', 'task.id', 'task_image.task_id')
    .select(['task_image.image_id', 'task.id as task_id', 'task.tool', 'task.title', 'task.params'])
    .where('task_image.image_id', 'in', [...imageIds])
    .where(unindexed<string>('task.account_id'), '=', accountId)
    .execute();
}

export async function insertOutput(db: Db, output: Insertable<TaskImageTable>): Promise<void> {
  await db.insertInto('task_image').values(output).execute();
}

/** Keeps which pictures a task's parameters name, by field. */
export async function insertInputs(
  db: Db,
  taskId: string,
  inputs: ReadonlyArray<{ field: string; imageId: string }>,
): Promise<void> {
  if (inputs.length === 0) return;
  await db
    .insertInto('task_input')
    .values(inputs.map(({ field, imageId }) => ({ task_id: taskId, field, image_id: imageId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps what was read in a task's pictures, by picture. */
export async function insertReadings(
  db: Db,
  taskId: string,
  readings: ReadonlyArray<{ imageId: string; sha256: string }>,
): Promise<void> {
  if (readings.length === 0) return;
  await db
    .insertInto('task_reading')
    .values(readings.map(({ imageId, sha256 }) => ({ task_id: taskId, image_id: imageId, sha256 })))
    .execute();
}

/** The files of what was read in a task's pictures, by picture. */
export async function readingsOf(db: Db, taskId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('task_reading').selectAll().where('task_id', '=', taskId).execute();
  return new Map(rows.map(({ image_id, sha256 }) => [image_id, sha256]));
}

export async function hasProject(db: Db, accountId: string, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markDeleted(db: Db, id: string, now: number): Promise<void> {
  await changeTask(db, id, { deleted_at: now });
}

/** Free outputs used by tasks of this tool since a moment; what failed or was canceled does not count. */
export async function freeOutputsUsed(db: Db, accountId: string, tool: string, since: number): Promise<number> {
  const { used } = await db
    .selectFrom('task')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('free_outputs'), sql<number>`0`).as('used'))
    .where('account_id', '=', accountId)
    .where('tool', '=', tool)
    .where('created_at', '>=', since)
    .where('status', 'not in', ['failed', 'canceled'])
    .executeTakeFirstOrThrow();
  return used;
}

export async function insertEvent(
  db: Db,
  event: { account_id: string; task_id: string; seq: number; created_at: number },
) {
  const { id } = await db.insertInto('task_event').values(event).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Tasks with an event after `lastId`, each once, with the id of its newest event. */
export async function eventsAfter(
  db: Db,
  accountId: string,
  lastId: number,
): Promise<Array<{ id: number; task_id: string }>> {
  return db
    .selectFrom('task_event')
    .select((select) => [select.fn.max('id').as('id'), 'task_id'])
    .where('account_id', '=', accountId)
    .where('id', '>', lastId)
    .groupBy('task_id')
    .orderBy('id')
    .execute();
}

export async function newestEventId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('task_event')
    .select((select) => select.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** @returns true when more rows may be left */
export async function removeEventsBefore(db: Db, moment: number, rows: number): Promise<boolean> {
  return removeSome(db, 'task_event', 'id', sql`created_at < ${moment}`, rows);
}
