import { sql } from 'kysely';
import type { Plan } from '#shared/domain/plan';
import type { Db } from '../../base/store.ts';
import type { QueuePlace } from './job.repository.ts';

/** A task that waits or runs, with what decides when it ends. */
export interface QueueRow {
  task_id: string;
  account_id: string;
  state: 'ready' | 'running' | 'done' | 'dead';
  lane: string;
  engine: string;
  tool: string;
  workload: string;
  outputs: number;
  progress: number;
  plan: Plan;
  plan_expires_at: number | null;
}

/** The next due job of a lane of an account that is not among `blocked`, with that account's plan. */
export async function nextDue(db: Db, lane: string, now: number, blocked: readonly string[]) {
  return db
    .selectFrom('job')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select(['job.id', 'job.turn', 'job.account_id', 'account.plan', 'account.plan_expires_at'])
    .where('job.state', '=', 'ready')
    .where('job.lane', '=', lane)
    .where('job.run_at', '<=', now)
    .$if(blocked.length > 0, (query) => query.where('job.account_id', 'not in', [...blocked]))
    .orderBy('job.turn')
    .orderBy('job.id')
    .limit(1)
    .executeTakeFirst();
}

export async function countJobs(
  db: Db,
  accountId: string,
  states: ReadonlyArray<'ready' | 'running'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('job')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', 'in', [...states])
    .executeTakeFirstOrThrow();
  return count;
}

/** The last turn that began to be served; undefined before the first. */
export async function servedTurn(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('job')
    .select((select) => select.fn.max('turn').as('turn'))
    // Literals and not parameters: SQLite takes a partial index only where its very condition is repeated.
    .where(sql<boolean>`attempt > 0`)
    .executeTakeFirst();
  return row?.turn ?? undefined;
}

/** The last turn of an account's tasks that wait or were served; one canceled before its turn leaves no mark. */
export async function lastTurnOf(db: Db, accountId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('job')
    .select((select) => select.fn.max('turn').as('turn'))
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('state', 'in', ['ready', 'running']), where('attempt', '>', 0)]))
    .executeTakeFirst();
  return row?.turn ?? undefined;
}

/** Jobs that run, by lane. */
export async function runningByLane(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('job')
    .select((select) => ['lane', select.fn.countAll<number>().as('count')])
    .where('state', '=', 'running')
    .groupBy('lane')
    .execute();
  return new Map(rows.map(({ lane, count }) => [lane, count]));
}

/** Everything that waits or runs, in the order of the turns. */
export async function wholeQueue(db: Db): Promise<QueueRow[]> {
  return db
    .selectFrom('job')
    .innerJoin('task', 'task.id', 'job.task_id')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select(['job.task_id', 'job.account_id', 'job.state', 'job.lane', 'task.engine', 'task.tool', 'task.workload'])
    .select(['task.outputs', 'task.progress', 'account.plan', 'account.plan_expires_at'])
    .where('job.state', 'in', ['ready', 'running'])
    .orderBy('job.turn')
    .orderBy('job.id')
    .execute();
}

/** Work whose duration is compared with that of others like it. */
export type RunKind = Pick<QueueRow, 'tool' | 'workload' | 'engine'>;

/** Milliseconds per output of the last runs of this kind, newest first. */
export async function lastRuns(db: Db, { tool, workload, engine }: RunKind, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('task')
    .select(['ms', 'outputs'])
    .where('tool', '=', tool)
    .where('workload', '=', workload)
    .where('engine', '=', engine)
    .where(sql<boolean>`status = 'succeeded'`)
    .where('ms', 'is not', null)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ ms, outputs }) => (ms ?? 0) / Math.max(1, outputs));
}

/** Raises the `seq` of the nearest tasks that wait behind a place in its lane, since their position has changed. */
export async function touchBehind(
  db: Db,
  { lane, turn, id }: QueuePlace,
  limit: number,
): Promise<Array<{ id: string; account_id: string; seq: number }>> {
  return db
    .updateTable('task')
    .set((set) => ({ seq: set('seq', '+', 1) }))
    .where('id', 'in', (query) =>
      query
        .selectFrom('job')
        .select('task_id')
        .where('state', '=', 'ready')
        .where('lane', '=', lane)
        .where(sql<boolean>`(turn, id) > (${turn}, ${id})`)
        .orderBy('turn')
        .orderBy('id')
        .limit(limit),
    )
    .returning(['id', 'account_id', 'seq'])
    .execute();
}
