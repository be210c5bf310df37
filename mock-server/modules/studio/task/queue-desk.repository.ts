import { type Selectable, sql } from 'kysely';
import type { ListSource } from '../../../db/list.ts';
import type { QueuePauseTable } from '../../../db/schema-works.ts';
import type { Db } from '../../base/store.ts';

export type PauseRow = Selectable<QueuePauseTable>;

export const findPause = (db: Db): Promise<PauseRow | undefined> =>
  db.selectFrom('queue_pause').selectAll().executeTakeFirst();

export async function insertPause(db: Db, row: Omit<PauseRow, 'id'>): Promise<void> {
  await db
    .insertInto('queue_pause')
    .values({ id: 1, ...row })
    .execute();
}

export async function removePause(db: Db): Promise<void> {
  await db.deleteFrom('queue_pause').execute();
}

/** Waiting and running jobs; `place` orders running ones first, then the waiting ones in the order of service. */
export const queueSource: ListSource<'job'> = {
  table: 'job',
  columns: {
    id: 'id',
    taskId: 'task_id',
    state: 'state',
    place: sql`case when job.state = 'running' then -9000000000000000 else job.turn end`,
    accountId: 'account_id',
    tool: sql`(select task.tool from task where task.id = job.task_id)`,
    attempt: 'attempt',
    leaseOwner: 'lease_owner',
    createdAt: 'created_at',
  },
  scope: (query) => query('job.state', 'in', ['ready', 'running']),
};

export async function queuedJobs(db: Db, ids: ReadonlyArray<string | number>) {
  return db
    .selectFrom('job')
    .innerJoin('task', 'task.id', 'job.task_id')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select(['job.id', 'job.task_id', 'job.state', 'job.account_id', 'account.nick_name', 'task.tool', 'task.engine'])
    .select(['task.progress', 'task.step_words', 'job.attempt', 'job.lease_owner', 'job.lease_until', 'job.run_at'])
    .select(['job.created_at', 'task.started_at'])
    .where('job.id', 'in', ids as number[])
    .execute();
}

/** Places of all that wait, from 1 on in each lane, by the job's id. */
export async function placesInQueue(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'lane'])
    .where('state', '=', 'ready')
    .orderBy('lane')
    .orderBy('turn')
    .orderBy('id')
    .execute();
  const firsts = new Map<string, number>();
  return new Map(
    rows.map(({ id, lane }, index) => {
      const first = firsts.get(lane) ?? index;
      firsts.set(lane, first);
      return [id, index - first + 1];
    }),
  );
}

export async function queueCounts(db: Db) {
  const rows = await db
    .selectFrom('job')
    .select((select) => ['state', select.fn.countAll<number>().as('count'), select.fn.min('created_at').as('oldest')])
    .where('state', 'in', ['ready', 'running'])
    .groupBy('state')
    .execute();
  const of = (state: 'ready' | 'running') => rows.find((row) => row.state === state);
  return { waiting: of('ready')?.count ?? 0, running: of('running')?.count ?? 0, oldest: of('ready')?.oldest ?? null };
}

/** Jobs by state and by the plan of their account, with the creation time of the oldest; reads only what waits or runs. */
export async function queueByPlan(db: Db) {
  return db
    .selectFrom('job')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select((select) => ['job.state', 'account.plan', select.fn.countAll<number>().as('count')])
    .select((select) => select.fn.min('job.created_at').as('oldest'))
    .where('job.state', 'in', ['ready', 'running'])
    .groupBy(['job.state', 'account.plan'])
    .execute();
}

/** Jobs that run under this boot's leases. */
export async function runningJobs(db: Db, leaseOwner: string) {
  return db
    .selectFrom('job')
    .innerJoin('task', 'task.id', 'job.task_id')
    .select(['task.id', 'task.tool', 'task.started_at'])
    .where('job.state', '=', 'running')
    .where('job.lease_owner', '=', leaseOwner)
    .orderBy('task.started_at')
    .orderBy('job.id')
    .execute();
}
