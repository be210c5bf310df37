import { sql } from 'kysely';
import type { Db } from '../../base/store.ts';

/** Attempts of one engine that ended since a moment, with how long they took. What people canceled says nothing. */
export async function attemptsSince(db: Db, engine: string, since: number) {
  return db
    .selectFrom('job_attempt')
    .select(['outcome', sql<number>`ended_at - started_at`.as('ms')])
    .where('engine', '=', engine)
    .where('ended_at', '>', since)
    .where('outcome', 'in', ['succeeded', 'failed', 'retried'])
    .execute();
}

/** The last attempt of an engine that ended so. */
export async function lastAttempt(db: Db, engine: string, isOk: boolean) {
  return db
    .selectFrom('job_attempt')
    .select(['ended_at', 'message'])
    .where('engine', '=', engine)
    .where('ended_at', 'is not', null)
    .where('outcome', 'in', isOk ? ['succeeded'] : ['failed', 'retried'])
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Cost of an engine's attempts that run or ended since a moment, fen. */
export async function costSince(db: Db, engine: string, since: number): Promise<number> {
  const { sum } = await db
    .selectFrom('job_attempt')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('cost_fen'), sql<number>`0`).as('sum'))
    .where('engine', '=', engine)
    .where((where) => where.or([where('ended_at', '>=', since), where('ended_at', 'is', null)]))
    .executeTakeFirstOrThrow();
  return sum;
}

/** Sets the cost of the attempt under way at a task. */
export async function changeCost(db: Db, taskId: string, costFen: number | null): Promise<void> {
  await db
    .updateTable('job_attempt')
    .set({ cost_fen: costFen })
    .where('task_id', '=', taskId)
    .where('ended_at', 'is', null)
    .execute();
}
