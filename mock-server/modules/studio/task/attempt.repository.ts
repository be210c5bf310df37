import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { AttemptOutcome, JobAttemptTable, TaskLogTable } from '../../../db/schema-works.ts';
import { type Db, removeSome } from '../../base/store.ts';

export type { AttemptOutcome };
export type AttemptRow = Selectable<JobAttemptTable>;
export type LogRow = Selectable<TaskLogTable>;

/** Opens the next attempt at a task; returns its number. */
export async function openAttempt(
  db: Db,
  attempt: Pick<Insertable<JobAttemptTable>, 'task_id' | 'engine' | 'lease_owner' | 'started_at'>,
): Promise<number> {
  const { last } = await db
    .selectFrom('job_attempt')
    .select((select) => select.fn.max('number').as('last'))
    .where('task_id', '=', attempt.task_id)
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  await db
    .insertInto('job_attempt')
    .values({
      ...attempt,
      number,
      ended_at: null,
      outcome: null,
      ended_by: null,
      reason: null,
      message: null,
      cost_fen: null,
    })
    .execute();
  return number;
}

/** Changes the attempt under way at a task, if there is one; returns its number. */
export async function changeOpenAttempt(
  db: Db,
  taskId: string,
  patch: Updateable<JobAttemptTable>,
): Promise<number | undefined> {
  const row = await db
    .updateTable('job_attempt')
    .set(patch)
    .where('task_id', '=', taskId)
    .where('ended_at', 'is', null)
    .returning('number')
    .executeTakeFirst();
  return row?.number;
}

/** Returns true when the last `count` attempts at a task that ended were all put off for this reason. */
export async function wereAllPutOffFor(db: Db, taskId: string, reason: string, count: number): Promise<boolean> {
  const rows = await db
    .selectFrom('job_attempt')
    .select(['outcome', 'reason'])
    .where('task_id', '=', taskId)
    .where('ended_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(count)
    .execute();
  return rows.length === count && rows.every((row) => row.outcome === 'retried' && row.reason === reason);
}

export async function attemptsOf(db: Db, taskId: string): Promise<AttemptRow[]> {
  return db.selectFrom('job_attempt').selectAll().where('task_id', '=', taskId).orderBy('id').execute();
}

export async function countLines(db: Db, taskId: string): Promise<number> {
  const { count } = await db
    .selectFrom('task_log')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertLine(db: Db, line: Insertable<TaskLogTable>): Promise<void> {
  await db.insertInto('task_log').values(line).execute();
}

export async function linesOf(db: Db, taskId: string): Promise<LogRow[]> {
  return db.selectFrom('task_log').selectAll().where('task_id', '=', taskId).orderBy('id').execute();
}

/** @returns true when more rows may be left */
export async function removeLinesBefore(db: Db, moment: number, rows: number): Promise<boolean> {
  return removeSome(db, 'task_log', 'id', sql`created_at < ${moment}`, rows);
}
