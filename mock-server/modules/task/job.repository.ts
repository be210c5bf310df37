import type { Selectable } from 'kysely';
import type { JobTable } from '../../db/schema.ts';
import type { Db } from '../store.ts';

export type JobRow = Selectable<JobTable>;

export async function insertJob(db: Db, taskId: string, now: number): Promise<void> {
  await db
    .insertInto('job')
    .values({
      task_id: taskId,
      state: 'ready',
      attempt: 0,
      run_at: now,
      lease_owner: null,
      lease_token: null,
      lease_until: null,
      operation: null,
      created_at: now,
    })
    .execute();
}

/** Leases the next job that is due; undefined when there is none. */
export async function claimJob(
  db: Db,
  lease: { owner: string; token: string; until: number; now: number },
): Promise<JobRow | undefined> {
  return db
    .updateTable('job')
    .set((set) => ({
      state: 'running' as const,
      attempt: set('attempt', '+', 1),
      lease_owner: lease.owner,
      lease_token: lease.token,
      lease_until: lease.until,
    }))
    .where('id', '=', (query) =>
      query
        .selectFrom('job')
        .select('id')
        .where('state', '=', 'ready')
        .where('run_at', '<=', lease.now)
        .orderBy('id')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
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

export async function endJob(db: Db, taskId: string, state: 'done' | 'dead'): Promise<void> {
  await db
    .updateTable('job')
    .set({ state, lease_owner: null, lease_token: null, lease_until: null, operation: null })
    .where('task_id', '=', taskId)
    .execute();
}

export async function retryJob(db: Db, jobId: number, token: string, runAt: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ state: 'ready', run_at: runAt, lease_owner: null, lease_token: null, lease_until: null, operation: null })
    .where('id', '=', jobId)
    .where('lease_token', '=', token)
    .execute();
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

/** How many ready jobs stand before this task's job. */
export async function jobsAhead(db: Db, taskId: string): Promise<number> {
  const { count } = await db
    .selectFrom('job as other')
    .innerJoin('job as own', (join) => join.on('own.task_id', '=', taskId))
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('other.state', '=', 'ready')
    .whereRef('other.id', '<', 'own.id')
    .executeTakeFirstOrThrow();
  return count;
}
