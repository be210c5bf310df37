import type { Insertable, Selectable, Updateable } from 'kysely';
import { nextNumber } from '../../../db/numbers.ts';
import type { RefundTable } from '../../../db/schema-commerce.ts';
import type { Db } from '../../base/store.ts';

export type RefundRow = Selectable<RefundTable>;

export async function insertRefund(db: Db, row: Omit<Insertable<RefundTable>, 'number'>): Promise<void> {
  await db
    .insertInto('refund')
    .values({ ...row, number: await nextNumber(db, 'refund') })
    .execute();
  await db
    .updateTable('purchase_order')
    .set({ first_refund_at: row.created_at })
    .where('id', '=', row.order_id)
    .where('first_refund_at', 'is', null)
    .execute();
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The refund of the order that is not ended yet: there is at most one. */
export async function findOpenRefund(db: Db, orderId: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', 'in', ['requested', 'pending', 'failed'])
    .executeTakeFirst();
}

/** Every refund of these orders, in the order they were booked. */
export async function refundsOf(db: Db, orderIds: readonly string[]): Promise<RefundRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .orderBy('number')
    .execute();
}

/** Moves the refund if it is in one of these statuses; undefined when it is not. */
export async function moveRefund(
  db: Db,
  id: string,
  from: ReadonlyArray<RefundRow['status']>,
  patch: Updateable<RefundTable>,
): Promise<RefundRow | undefined> {
  return db
    .updateTable('refund')
    .set(patch)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirst();
}

export async function dueRefunds(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refund')
    .select('id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Sum, in fen, that a member of staff has refunded alone since a moment: own requests, and buyers' requests without a
 * first approval.
 */
export async function aloneSince(db: Db, by: string, since: number): Promise<number> {
  const { sum } = await db
    .selectFrom('refund')
    .select((select) => select.fn.sum<number | null>('amount').as('sum'))
    .where('approved_by', '=', by)
    .where('approved_at', '>=', since)
    .where('status', '<>', 'rejected')
    .where((query) =>
      query.or([
        query('requested_by', '=', by),
        query.and([query('requested_by', '=', 'buyer'), query('first_approved_by', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}
