import type { Selectable } from 'kysely';
import type { JobTable } from '../../db/schema.ts';
import type { Db } from '../store.ts';

export type JobRow = Selectable<JobTable>;

/** A place in the order of the queue. */
export interface QueuePlace {
  turn: number;
  id: number;
}

/** Queues a task's job; returns its place. */
export async function insertJob(
  db: Db,
  job: { taskId: string; accountId: string; turn: number; now: number },
): Promise<QueuePlace> {
  return db
    .insertInto('job')
    .values({
      task_id: job.taskId,
      account_id: job.accountId,
      turn: job.turn,
      state: 'ready',
      attempt: 0,
      run_at: job.now,
      lease_owner: null,
      lease_token: null,
      lease_until: null,
      operation: null,
      created_at: job.now,
    })
    .returning(['turn', 'id'])
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

export async function renewLease(db: Db, jobId: number, token: string, until: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ lease_until: until })
    .where('id', '=', jobId)
    .where('lease_token', '=', token)
    .execute();
}

export async function keepOperation(db: Db, jobId: number, token: string, operation: string | null): Promise<void> {
  await db.updateTable('job').set({ operation }).where('id', '=', jobId).where('lease_token', '=', token).execute();
}

/** Ends a task's job; returns the place it had. */
export async function endJob(db: Db, taskId: string, state: 'done' | 'dead'): Promise<QueuePlace> {
  return db
    .updateTable('job')
    .set({ state, lease_owner: null, lease_token: null, lease_until: null, operation: null })
    .where('task_id', '=', taskId)
    .returning(['turn', 'id'])
    .executeTakeFirstOrThrow();
}

/** Makes a leased job ready again, to be run later; returns its place, or nothing when the lease was lost. */
export async function retryJob(db: Db, jobId: number, token: string, runAt: number): Promise<QueuePlace | undefined> {
  return db
    .updateTable('job')
    .set({ state: 'ready', run_at: runAt, lease_owner: null, lease_token: null, lease_until: null, operation: null })
    .where('id', '=', jobId)
    .where('lease_token', '=', token)
    .returning(['turn', 'id'])
    .executeTakeFirst();
}

/**
 * Makes jobs ready again that another boot of this server had leased: it has ended. The attempt that was cut off counts,
 * so that a job that brings the server down is given up like one that fails.
 */
export async function reclaimJobs(db: Db, bootId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ state: 'ready', lease_owner: null, lease_token: null, lease_until: null })
    .where('state', '=', 'running')
    .where('lease_owner', '!=', bootId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function releaseLeases(db: Db, bootId: string): Promise<void> {
  await db
    .updateTable('job')
    .set((set) => ({
      state: 'ready' as const,
      attempt: set('attempt', '-', 1),
      lease_owner: null,
      lease_token: null,
      lease_until: null,
    }))
    .where('state', '=', 'running')
    .where('lease_owner', '=', bootId)
    .execute();
}
