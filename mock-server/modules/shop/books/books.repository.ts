import { type Insertable, type Selectable, sql } from 'kysely';
import type { ListSource } from '../../../db/list.ts';
import type { PaymentDifferenceTable, PaymentNotificationTable } from '../../../db/schema-commerce.ts';
import type { Db } from '../../base/store.ts';

export type DifferenceRow = Selectable<PaymentDifferenceTable>;

export async function insertNotification(db: Db, row: Insertable<PaymentNotificationTable>): Promise<void> {
  await db.insertInto('payment_notification').values(row).execute();
}

export async function countNotifications(db: Db, orderNo: string): Promise<number> {
  const { rows } = await db
    .selectFrom('payment_notification')
    .select((select) => select.fn.countAll<number>().as('rows'))
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  return rows;
}

/** Counts a refused notification, and keeps the newest `kept` of its kind. For use inside a transaction. */
export async function insertRefusedNotification(
  tx: Db,
  row: Insertable<PaymentNotificationTable>,
  kept: number,
): Promise<void> {
  const { provider, verdict, created_at } = row;
  await tx
    .insertInto('refused_notification')
    .values({ provider, verdict, refusals: 1, last_at: created_at })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'verdict'])
        .doUpdateSet((set) => ({ refusals: set('refused_notification.refusals', '+', 1), last_at: created_at })),
    )
    .execute();
  await insertNotification(tx, row);
  const edge = await tx
    .selectFrom('payment_notification')
    .select('id')
    .where('provider', '=', provider)
    .where('verdict', '=', verdict)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(kept)
    .executeTakeFirst();
  if (!edge) return;
  await tx
    .deleteFrom('payment_notification')
    .where('provider', '=', provider)
    .where('verdict', '=', verdict)
    .where('id', '<=', edge.id)
    .execute();
}

/** Nothing is added while one of the same kind is open for the order. */
export async function insertDifference(db: Db, row: Insertable<PaymentDifferenceTable>): Promise<void> {
  await db
    .insertInto('payment_difference')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'order_no', 'kind']).where('resolved_by', 'is', null).doNothing(),
    )
    .execute();
}

/** Returns true when staff have seen this already, also when they are done with it. */
export async function isKnownDifference(
  db: Db,
  { provider, orderNo, kind }: { provider: string; orderNo: string; kind: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_difference')
    .select('id')
    .where('provider', '=', provider)
    .where('order_no', '=', orderNo)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the unresolved difference of this kind as resolved, if there is one. */
export async function resolveWhole(
  db: Db,
  { provider, orderNo, kind }: { provider: string; orderNo: string; kind: string },
  by: string,
  resolution: string,
): Promise<void> {
  await db
    .updateTable('payment_difference')
    .set({ resolved_by: by, resolution })
    .where('provider', '=', provider)
    .where('order_no', '=', orderNo)
    .where('kind', '=', kind)
    .where('resolved_by', 'is', null)
    .execute();
}

export const differenceSource: ListSource<'payment_difference'> = {
  table: 'payment_difference',
  columns: {
    id: 'id',
    orderId: 'order_id',
    orderNo: 'order_no',
    provider: 'provider',
    kind: 'kind',
    detail: 'detail',
    ourAmount: 'our_amount',
    theirAmount: 'their_amount',
    isResolved: sql`(payment_difference.resolved_by IS NOT NULL)`,
    resolvedBy: 'resolved_by',
    resolution: 'resolution',
    createdAt: 'created_at',
  },
  search: (typed) => sql`payment_difference.order_no = ${typed.toUpperCase()}`,
};

export async function differences(db: Db, ids: ReadonlyArray<string | number>): Promise<DifferenceRow[]> {
  return db
    .selectFrom('payment_difference')
    .selectAll()
    .where('id', 'in', ids as string[])
    .execute();
}
