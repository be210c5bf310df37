import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { day } from '#shared/domain/time';
import type { Schema } from '../../../db/schema.ts';
import type { Db } from '../../base/store.ts';

/** Midnights in China: the first one included, the last one not. */
export interface Span {
  from: number;
  to: number;
}

/** Row of a query for one day, counted from the first of the span, or for the whole span. */
interface OfDay {
  day: number;
}

/** The day of a moment within a span. The database keeps times as whole numbers, but takes what is asked as fractions. */
function dayOf(column: string, { from }: Span): RawBuilder<number> {
  return sql<number>`cast((${sql.ref(column)} - ${from}) / ${day} as integer)`;
}

const within = (column: string, { from, to }: Span) =>
  sql<boolean>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
/** Of customers: neither test accounts nor staff. */
const isCustomer = sql<boolean>`account.is_test = 0 and account.role is null`;
const notTest = sql<boolean>`account.is_test = 0`;
const count = sql<number>`count(*)`;

/** Orders by the day they were made, and how many of them have been paid for since. */
export async function ordersMade(db: Db, span: Span): Promise<Array<OfDay & { made: number; paid: number }>> {
  return db
    .selectFrom('purchase_order')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .select([dayOf('purchase_order.created_at', span).as('day'), count.as('made')])
    .select(sql<number>`count(purchase_order.paid_at)`.as('paid'))
    .where(within('purchase_order.created_at', span))
    .where(notTest)
    .groupBy('day')
    .execute();
}

/** Payments by their day. */
export async function payments(db: Db, span: Span): Promise<Array<OfDay & { orders: number; fen: number }>> {
  return db
    .selectFrom('purchase_order')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .select([dayOf('paid_at', span).as('day'), count.as('orders')])
    .select(sql<number>`sum(coalesce(paid_amount, amount))`.as('fen'))
    .where(within('paid_at', span))
    .where(notTest)
    .groupBy('day')
    .execute();
}

/** Refunds that were sent, by the day that was. */
export async function refundsDone(db: Db, span: Span): Promise<Array<OfDay & { refunds: number; fen: number }>> {
  return db
    .selectFrom('refund')
    .innerJoin('purchase_order', 'purchase_order.id', 'refund.order_id')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .select([dayOf('refund.done_at', span).as('day'), count.as('refunds')])
    .select(sql<number>`sum(refund.amount)`.as('fen'))
    .where('refund.status', '=', 'done')
    .where(within('refund.done_at', span))
    .where(notTest)
    .groupBy('day')
    .execute();
}

/** Different people who paid, each day; with `isWhole` in the whole span, told as day 0. */
export async function payers(db: Db, span: Span, isWhole: boolean): Promise<Array<OfDay & { people: number }>> {
  return db
    .selectFrom('purchase_order')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .select(isWhole ? sql<number>`0`.as('day') : dayOf('paid_at', span).as('day'))
    .select(sql<number>`count(distinct purchase_order.account_id)`.as('people'))
    .where(within('paid_at', span))
    .where(isCustomer)
    .groupBy('day')
    .execute();
}

/** Different people who logged in or started a task, alike. */
export async function activePeople(db: Db, span: Span, isWhole: boolean): Promise<Array<OfDay & { people: number }>> {
  const traces = db
    .selectFrom('task')
    .select(['account_id', 'created_at as seen_at'])
    .where(within('created_at', span))
    .unionAll(
      db
        .selectFrom('session')
        .select(['account_id', 'created_at as seen_at'])
        .where('kind', '=', 'user')
        .where(within('created_at', span)),
    )
    .unionAll(
      db
        .selectFrom('account')
        .select(['id as account_id', sql<number>`last_login_at`.as('seen_at')])
        .where(within('last_login_at', span)),
    );
  return db
    .selectFrom(traces.as('trace'))
    .innerJoin('account', 'account.id', 'trace.account_id')
    .select(isWhole ? sql<number>`0`.as('day') : dayOf('seen_at', span).as('day'))
    .select(sql<number>`count(distinct trace.account_id)`.as('people'))
    .where(isCustomer)
    .groupBy('day')
    .execute();
}

/** People by the day they registered, and who of them came back one and seven days later. */
export async function newPeople(
  db: Db,
  span: Span,
): Promise<Array<OfDay & { people: number; after1: number; after7: number }>> {
  return db
    .selectFrom('account')
    .select([dayOf('account.created_at', span).as('day'), count.as('people')])
    .select((build) => sql<number>`sum(${cameBack(build, span, 1)})`.as('after1'))
    .select((build) => sql<number>`sum(${cameBack(build, span, 7)})`.as('after7'))
    .where(within('account.created_at', span))
    .where(isCustomer)
    .groupBy('day')
    .execute();
}

/** Returns true when an account did something on the day that lies so many days after that of its registration. */
function cameBack(build: ExpressionBuilder<Schema, 'account'>, span: Span, days: number): RawBuilder<number> {
  const start = sql<number>`(${span.from} + (${dayOf('account.created_at', span)} + ${days}) * ${day})`;
  const falls = (column: string) =>
    sql<boolean>`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${start} + ${day}`;
  const task = build.selectFrom('task').select('task.id').whereRef('task.account_id', '=', 'account.id');
  const session = build.selectFrom('session').select('token_hash').whereRef('session.account_id', '=', 'account.id');
  return sql<number>`(exists ${task.where(falls('task.created_at'))}
    or exists ${session.where('session.kind', '=', 'user').where(falls('session.created_at'))}
    or coalesce(${falls('account.last_login_at')}, 0))`;
}

/** Tasks that came to an end, by the day they did; why, where they failed. */
export async function tasksEnded(
  db: Db,
  span: Span,
): Promise<Array<OfDay & { status: string; error_reason: string | null; tasks: number }>> {
  return db
    .selectFrom('task')
    .select([dayOf('finished_at', span).as('day'), 'status', 'error_reason', count.as('tasks')])
    .where(within('finished_at', span))
    .where('status', 'in', ['succeeded', 'failed'])
    .groupBy(['day', 'status', 'error_reason'])
    .execute();
}

/** Pictures of tasks that succeeded, by the day they did. */
export async function picturesDelivered(db: Db, span: Span): Promise<Array<OfDay & { pictures: number }>> {
  return db
    .selectFrom('task')
    .innerJoin('task_image', 'task_image.task_id', 'task.id')
    .select([dayOf('finished_at', span).as('day'), count.as('pictures')])
    .where(within('finished_at', span))
    .where('status', '=', 'succeeded')
    .groupBy('day')
    .execute();
}

/**
 * Waits of tasks that began in a span, per day or in the whole: of ten sorted waits the fifth and the ninth, each a
 * wait that occurred.
 */
export async function countWaiting(
  db: Db,
  span: Span,
  isWhole: boolean,
): Promise<Array<OfDay & { half: number; most: number }>> {
  const begun = db
    .selectFrom('task')
    .select(sql<number>`started_at - created_at`.as('wait'))
    .select(isWhole ? sql<number>`0`.as('day') : dayOf('started_at', span).as('day'))
    .where(within('started_at', span));
  const placed = db
    .selectFrom(begun.as('begun'))
    .select(['day', 'wait'])
    .select(sql<number>`row_number() over (partition by day order by wait)`.as('place'))
    .select(sql<number>`count(*) over (partition by day)`.as('among'));
  return db
    .selectFrom(placed.as('placed'))
    .select('day')
    .select(sql<number>`max(case when place = (among + 1) / 2 then wait end)`.as('half'))
    .select(sql<number>`max(case when place = (among * 9 + 9) / 10 then wait end)`.as('most'))
    .groupBy('day')
    .execute();
}

/**
 * Movements of tickets by day, kind and role in the books: what orders brought (`sold`), and what ended a hold
 * (`settled`). Each entry is a change; of a hold that ended what was held is less, what was spent more.
 */
export async function ticketEntries(
  db: Db,
  span: Span,
): Promise<Array<OfDay & { kind: 'normal' | 'live' | 'gpt'; role: string; what: string; tickets: number }>> {
  const what = sql<string>`case when movement <> 'grant' then 'settled'
    when exists (select 1 from purchase_order where purchase_order.id = ledger_transaction.reference) then 'sold'
    else 'given' end`;
  return db
    .selectFrom('ledger_transaction')
    .innerJoin('account', 'account.id', 'ledger_transaction.account_id')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.ledger_account')
    .select([dayOf('ledger_transaction.created_at', span).as('day'), 'ledger_transaction.kind', 'ledger_account.role'])
    .select([what.as('what'), sql<number>`sum(delta)`.as('tickets')])
    .where(within('ledger_transaction.created_at', span))
    .where('movement', 'in', ['grant', 'spend', 'return'])
    .where('ledger_account.role', 'in', ['available', 'held', 'spent'])
    .where(notTest)
    .groupBy(['day', 'ledger_transaction.kind', 'ledger_account.role', 'what'])
    .execute();
}

/** Runs of engines that ended, and how long they took, milliseconds. */
export async function engineRuns(
  db: Db,
  span: Span,
): Promise<Array<OfDay & { engine: string; runs: number; ms: number }>> {
  return db
    .selectFrom('job_attempt')
    .select([dayOf('ended_at', span).as('day'), 'engine', count.as('runs')])
    .select(sql<number>`sum(ended_at - started_at)`.as('ms'))
    .where(within('ended_at', span))
    .groupBy(['day', 'engine'])
    .orderBy('engine')
    .execute();
}

/** Numbers of jobs that wait and run now. */
export async function queueNow(db: Db): Promise<Array<{ state: string; jobs: number }>> {
  return db
    .selectFrom('job')
    .select(['state', count.as('jobs')])
    .where('state', 'in', ['ready', 'running'])
    .groupBy('state')
    .execute();
}
