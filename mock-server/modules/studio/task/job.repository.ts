import { type Selectable, sql, type Updateable } from 'kysely';
import type { JobTable } from '../../../db/schema-tasks.ts';
import type { Db } from '../../base/store.ts';

export type JobRow = Selectable<JobTable>;

/** A place in the order of a lane. */
export interface QueuePlace {
  lane: string;
  turn: number;
  id: number;
}

const nothingStarted = { start_key: null, operation: null } as const;

const released = { state: 'ready', lease_owner: null, lease_token: null, lease_until: null } as const;

/** Queues a task's job; returns its place. */
export async function insertJob(
  db: Db,
  job: { taskId: string; accountId: string; lane: string; turn: number; now: number },
): Promise<QueuePlace> {
  return db
    .insertInto('job')
    .values({
      task_id: job.taskId,
      account_id: job.accountId,
      turn: job.turn,
      lane: job.lane,
      state: 'ready',
      attempt: 0,
      run_at: job.now,
      lease_owner: null,
      lease_token: null,
      lease_until: null,
      start_key: null,
      operation: null,
      created_at: job.now,
    })
    .returning(['lane', 'turn', 'id'])
    .executeTakeFirstOrThrow();
}

/** Leases a job that is ready. */
export async function claimJob(
  db: Db,
  jobId: number,
  lease: { owner: string; token: string; until: number },
): Promise<JobRow> {
  return db
    .updateTable('job')
    .set((set) => ({
      state: 'running' as const,
      attempt: set('attempt', '+', 1),
      lease_owner: lease.owner,
      lease_token: lease.token,
      lease_until: lease.until,
    }))
    .where('id', '=', jobId)
    .where('state', '=', 'ready')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** False when the lease is no longer this run's: its result must be thrown away. */
export async function isLeaseHeld(db: Db, jobId: number, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where('lease_token', '=', token)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the lease is no longer this run's. */
export async function renewLease(db: Db, jobId: number, token: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ lease_until: until })
    .where('id', '=', jobId)
    .where('lease_token', '=', token)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes what was begun at the engine; does nothing when the lease is no longer this run's. */
export async function noteStart(
  db: Db,
  { jobId, token }: { jobId: number; token: string },
  change: Pick<Updateable<JobTable>, 'start_key' | 'operation'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set(change)
    .where('id', '=', jobId)
    .where('lease_token', '=', token)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends a task's job; returns the place it had. */
export async function endJob(db: Db, taskId: string, state: 'done' | 'dead'): Promise<QueuePlace> {
  return db
    .updateTable('job')
    .set({ ...released, state, ...nothingStarted })
    .where('task_id', '=', taskId)
    .returning(['lane', 'turn', 'id'])
    .executeTakeFirstOrThrow();
}

/**
 * Makes a leased job ready again, to be run later; returns its place, or nothing when the lease was lost.
 * @param job.isCounted whether the attempt counts as one of the job's tries
 * @param job.isResumed whether the next run goes on with the operation of this one
 */
export async function retryJob(
  db: Db,
  job: { id: number; token: string; runAt: number; isCounted: boolean; isResumed: boolean },
): Promise<QueuePlace | undefined> {
  return db
    .updateTable('job')
    .set((set) => ({
      ...released,
      run_at: job.runAt,
      // A start without an operation may have begun all the same: the next run asks for it.
      ...(!job.isResumed && { start_key: sql`case when operation is null then start_key end`, operation: null }),
      attempt: set('attempt', '-', job.isCounted ? 0 : 1),
    }))
    .where('id', '=', job.id)
    .where('lease_token', '=', job.token)
    .returning(['lane', 'turn', 'id'])
    .executeTakeFirst();
}

export type ReleasedJob = QueuePlace & { task_id: string };

/**
 * Makes jobs ready again whose lease has run out. The attempt that was cut off counts, so that a job that brings the
 * server down is given up like one that fails.
 * @param onlyOwner the one boot that lives: leases of all others end at once
 */
export async function reclaimJobs(db: Db, now: number, onlyOwner?: string): Promise<ReleasedJob[]> {
  return db
    .updateTable('job')
    .set(released)
    .where('state', '=', 'running')
    .where((where) =>
      where.or([
        where('lease_until', '<=', now),
        ...(onlyOwner === undefined ? [] : [where('lease_owner', '!=', onlyOwner)]),
      ]),
    )
    .returning(['task_id', 'lane', 'turn', 'id'])
    .execute();
}

export async function hasRunOutLease(db: Db, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'running')
    .where('lease_until', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives back what a boot has leased; the attempts do not count. */
export async function releaseLeases(db: Db, bootId: string): Promise<ReleasedJob[]> {
  return db
    .updateTable('job')
    .set((set) => ({ ...released, attempt: set('attempt', '-', 1) }))
    .where('state', '=', 'running')
    .where('lease_owner', '=', bootId)
    .returning(['task_id', 'lane', 'turn', 'id'])
    .execute();
}

/** A dead job waits again, with so many of its tries used; returns its place. */
export async function reviveJob(
  db: Db,
  taskId: string,
  { turn, attempt, now }: { turn: number; attempt: number; now: number },
): Promise<QueuePlace> {
  return db
    .updateTable('job')
    .set({ ...released, ...nothingStarted, turn, attempt, run_at: now })
    .where('task_id', '=', taskId)
    .where('state', '=', 'dead')
    .returning(['lane', 'turn', 'id'])
    .executeTakeFirstOrThrow();
}

export async function findJob(db: Db, taskId: string): Promise<JobRow | undefined> {
  return db.selectFrom('job').selectAll().where('task_id', '=', taskId).executeTakeFirst();
}

/** The first and the last of the jobs that wait in a lane, apart from one; undefined when there is no other. */
export async function endsOfQueue(
  db: Db,
  lane: string,
  apartFrom: string,
): Promise<{ first: number; last: number } | undefined> {
  const { first, last } = await db
    .selectFrom('job')
    .select((select) => [select.fn.min('turn').as('first'), select.fn.max('turn').as('last')])
    .where('state', '=', 'ready')
    .where('lane', '=', lane)
    .where('task_id', '!=', apartFrom)
    .executeTakeFirstOrThrow();
  return first === null || last === null ? undefined : { first, last };
}

export async function changeJob(
  db: Db,
  taskId: string,
  change: Partial<Pick<JobTable, 'turn' | 'attempt' | 'lane'>>,
): Promise<QueuePlace> {
  return db
    .updateTable('job')
    .set(change)
    .where('task_id', '=', taskId)
    .returning(['lane', 'turn', 'id'])
    .executeTakeFirstOrThrow();
}

/** Moves what waits or runs in none of `lanes` to the lane `to`. */
export async function leaveOtherLanes(db: Db, lanes: readonly string[], to: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ lane: to })
    .where('state', 'in', ['ready', 'running'])
    .where('lane', 'not in', [...lanes])
    .execute();
}

export async function forgetOperations(tx: Db): Promise<void> {
  await tx
    .updateTable('job')
    .set(nothingStarted)
    .where((where) => where.or([where('operation', 'is not', null), where('start_key', 'is not', null)]))
    .execute();
}
