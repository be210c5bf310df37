import type { Selectable } from 'kysely';
import type { BillDayTable } from '../../db/schema-commerce.ts';
import type { Db } from '../store.ts';

export type BillDayRow = Selectable<BillDayTable>;

/** Providers that were ever ordered with. */
export async function providersWithOrders(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('purchase_order').select('provider').distinct().orderBy('provider').execute();
  return rows.map(({ provider }) => provider);
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

/** What is known of the days from one on. */
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

export async function noteCompared(db: Db, provider: string, day: string, now: number): Promise<void> {
  const compared = { compared_at: now, next_try_at: null };
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
