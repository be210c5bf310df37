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
