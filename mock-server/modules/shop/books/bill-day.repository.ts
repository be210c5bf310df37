import { type Selectable, sql } from 'kysely';
import type { BillDayTable } from '../../../db/schema-commerce.ts';
import type { Db } from '../../base/store.ts';

export type BillDayRow = Selectable<BillDayTable>;

/** Providers of all orders, found by one index lookup each. */
export async function providersWithOrders(db: Db): Promise<string[]> {
  const providers: string[] = [];
  for (let last = ''; ; ) {
    const { next } = await db
      .selectFrom('purchase_order')
      .select((select) => select.fn.min<string | null>('provider').as('next'))
      .where('provider', '>', last)
      .executeTakeFirstOrThrow();
    if (next === null) return providers;
    providers.push(next);
    last = next;
  }
}

/** A page of the orders paid through a provider in a period, by time of payment and id. */
export async function paymentsAfter(
  db: Db,
  { provider, from, to }: { provider: string; from: number; to: number },
  after: { paid_at: number; id: string } | undefined,
  limit: number,
) {
  const rows = await db
    .selectFrom('purchase_order')
    .select(['id', 'order_no', 'paid_amount', 'paid_at'])
    .where('provider', '=', provider)
    .where('paid_at', 'is not', null)
    .where('paid_at', '<', to)
    .where((where) =>
      after === undefined
        ? where('paid_at', '>=', from)
        : sql<boolean>`(paid_at, id) > (${after.paid_at}, ${after.id})`,
    )
    .orderBy('paid_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, paid_at: row.paid_at ?? from }));
}

export async function findBillDay(db: Db, provider: string, day: string): Promise<BillDayRow | undefined> {
  return db
    .selectFrom('bill_day')
    .selectAll()
    .where('provider', '=', provider)
    .where('bill_date', '=', day)
    .executeTakeFirst();
}

/**
 * Number and amount (fen) of the payments of a day in our books and in the provider's bill. Test accounts are included:
 * the provider cannot tell them apart.
 */
export interface DaySums {
  ours: { count: number; amount: number };
  theirs: { count: number; amount: number };
  /** Number of differences by kind. */
  causes: Readonly<Record<string, number>>;
}

const toSums = ({ ours, theirs, causes }: DaySums) => ({
  our_count: ours.count,
  our_amount: ours.amount,
  their_count: theirs.count,
  their_amount: theirs.amount,
  causes: JSON.stringify(causes),
});

/** Marks the comparison of a day as stopped: it is not tried again until staff resume it. */
export async function noteStopped(
  db: Db,
  provider: string,
  day: string,
  { cause, sums }: { cause: string; sums: DaySums },
  now: number,
): Promise<void> {
  const stopped = { stopped_at: now, stop_cause: cause, ...toSums(sums) };
  await db
    .insertInto('bill_day')
    .values({ provider, bill_date: day, next_try_at: now, compared_at: null, ...stopped })
    .onConflict((conflict) => conflict.columns(['provider', 'bill_date']).doUpdateSet(stopped))
    .execute();
}

export async function noteResumed(db: Db, provider: string, day: string, by: string, now: number): Promise<void> {
  await db
    .updateTable('bill_day')
    .set({ stopped_at: null, stop_cause: null, resumed_at: now, resumed_by: by, next_try_at: now })
    .where('provider', '=', provider)
    .where('bill_date', '=', day)
    .execute();
}

/** When the first order with a provider was made; null while there is none. */
export async function firstOrderAt(db: Db, provider: string): Promise<number | null> {
  const row = await db
    .selectFrom('purchase_order')
    .select((select) => select.fn.min<number | null>('created_at').as('at'))
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Rows of the days from one on. */
export async function billDaysFrom(db: Db, provider: string, day: string): Promise<BillDayRow[]> {
  return db.selectFrom('bill_day').selectAll().where('provider', '=', provider).where('bill_date', '>=', day).execute();
}

/** The newest day that was compared; null while none was. */
export async function lastComparedDay(db: Db, provider: string): Promise<string | null> {
  const row = await db
    .selectFrom('bill_day')
    .select((select) => select.fn.max<string | null>('bill_date').as('day'))
    .where('provider', '=', provider)
    .where('compared_at', 'is not', null)
    .executeTakeFirst();
  return row?.day ?? null;
}

export async function noteCompared(db: Db, provider: string, day: string, sums: DaySums, now: number): Promise<void> {
  const compared = { compared_at: now, next_try_at: null, ...toSums(sums) };
  await db
    .insertInto('bill_day')
    .values({ provider, bill_date: day, ...compared })
    .onConflict((conflict) => conflict.columns(['provider', 'bill_date']).doUpdateSet(compared))
    .execute();
}

export async function noteTried(db: Db, provider: string, day: string, nextTryAt: number): Promise<void> {
  await db
    .insertInto('bill_day')
    .values({ provider, bill_date: day, tries: 1, next_try_at: nextTryAt, compared_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'bill_date'])
        .doUpdateSet((set) => ({ tries: set('bill_day.tries', '+', 1), next_try_at: nextTryAt })),
    )
    .execute();
}
