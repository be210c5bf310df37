import { sql } from 'kysely';
import type { TicketKind } from '#shared/domain/ticket-kind';
import type { Db } from '../../base/store.ts';

const count = sql<number>`count(*)`;

/** Runs of an engine that went well since a moment, the newest first, with the times they waited and took. */
export async function runsSince(db: Db, engine: string, since: number, most: number) {
  return db
    .selectFrom('job_attempt')
    .innerJoin('task', 'task.id', 'job_attempt.task_id')
    .select(['task.tool', sql<number>`job_attempt.started_at - task.created_at`.as('waited')])
    .select(sql<number>`job_attempt.ended_at - job_attempt.started_at`.as('took'))
    .where('job_attempt.engine', '=', engine)
    .where('job_attempt.ended_at', '>', since)
    .where('job_attempt.outcome', '=', 'succeeded')
    .orderBy('job_attempt.ended_at', 'desc')
    .limit(most)
    .execute();
}

/** The last runs of an engine that went well, the newest first, with the time of each output, milliseconds. */
export async function lastOutputs(db: Db, engine: string, most: number) {
  const rows = await db
    .selectFrom('job_attempt')
    .innerJoin('task', 'task.id', 'job_attempt.task_id')
    .select(['task.tool', 'task.ms', 'task.outputs'])
    .where('job_attempt.engine', '=', engine)
    .where('job_attempt.ended_at', 'is not', null)
    .where('job_attempt.outcome', '=', 'succeeded')
    .where('task.ms', 'is not', null)
    .orderBy('job_attempt.ended_at', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ tool, ms, outputs }) => ({ tool, ms: (ms ?? 0) / Math.max(1, outputs) }));
}

/** The middle of values, rounded; 0 where there are none. */
export function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.max(0, Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0));
}

/** Number of runs of an engine that went well since a moment. */
export async function countSucceeded(db: Db, engine: string, since: number): Promise<number> {
  const { runs } = await db
    .selectFrom('job_attempt')
    .select(count.as('runs'))
    .where('engine', '=', engine)
    .where('ended_at', '>', since)
    .where('outcome', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return runs;
}

/** Failed attempts of an engine since a moment by their reason, the most frequent first. */
export async function failuresSince(db: Db, engine: string, since: number) {
  return db
    .selectFrom('job_attempt')
    .select([sql<string>`coalesce(reason, '')`.as('reason'), count.as('attempts')])
    .where('engine', '=', engine)
    .where('ended_at', '>', since)
    .where('outcome', 'in', ['failed', 'retried'])
    .groupBy('reason')
    .orderBy('attempts', 'desc')
    .orderBy('reason')
    .execute();
}

/** Tickets that were spent on results of an engine since a moment. */
export async function ticketsSince(
  db: Db,
  engine: string,
  since: number,
): Promise<Array<{ kind: TicketKind; amount: number }>> {
  return db
    .selectFrom('job_attempt')
    .innerJoin('ticket_hold', 'ticket_hold.reference', 'job_attempt.task_id')
    .select(['ticket_hold.kind', (select) => select.fn.sum<number>('ticket_hold.spent').as('amount')])
    .where('job_attempt.engine', '=', engine)
    .where('job_attempt.ended_at', '>', since)
    .where('job_attempt.outcome', '=', 'succeeded')
    .groupBy('ticket_hold.kind')
    .orderBy('ticket_hold.kind')
    .execute();
}

/** Attempts since a moment of which nobody knows whether they were begun, the newest first; of one engine or all. */
export async function uncertainSince(db: Db, since: number, engine?: string) {
  const found = db
    .selectFrom('job_attempt')
    .select(['task_id', 'engine', 'ended_at', 'cost_fen'])
    .where('ended_at', '>', since)
    .where('reason', '=', 'engine.start_unknown')
    .orderBy('ended_at', 'desc')
    .limit(100);
  return (engine === undefined ? found : found.where('engine', '=', engine)).execute();
}

/** Jobs of a lane that wait and run now. */
export async function laneNow(db: Db, lane: string): Promise<{ waiting: number; running: number }> {
  const rows = await db
    .selectFrom('job')
    .select(['state', count.as('jobs')])
    .where('lane', '=', lane)
    .where('state', 'in', ['ready', 'running'])
    .groupBy('state')
    .execute();
  const jobsIn = (state: string) => rows.find((row) => row.state === state)?.jobs ?? 0;
  return { waiting: jobsIn('ready'), running: jobsIn('running') };
}
