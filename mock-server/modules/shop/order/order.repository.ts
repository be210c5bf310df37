import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { OrderStatus } from '#shared/domain/order-status';
import { unindexed } from '../../../db/dialect.ts';
import type { OrderEventTable, PurchaseOrderTable } from '../../../db/schema-commerce.ts';
import type { PageWindow } from '../../base/cursor.ts';
import { type Db, prepared } from '../../base/store.ts';

export type OrderRow = Selectable<PurchaseOrderTable>;
export type OrderPatch = Updateable<PurchaseOrderTable>;

const openStatuses: OrderStatus[] = ['created', 'paying'];

/** False when the account has an open order for the product already. */
export async function insertOrder(db: Db, row: Insertable<PurchaseOrderTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('purchase_order')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'product_id'])
        .where('status', 'in', [sql.lit('created' as const), sql.lit('paying' as const)])
        .doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('purchase_order').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findByNumber(db: Db, orderNo: string): Promise<OrderRow | undefined> {
  return db.selectFrom('purchase_order').selectAll().where('order_no', '=', orderNo).executeTakeFirst();
}

export async function findOpenOrder(db: Db, accountId: string, productId: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('product_id', '=', productId)
    .where('status', 'in', openStatuses)
    .executeTakeFirst();
}

/** Orders of the account that can still be paid. */
export async function countOpen(db: Db, accountId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('purchase_order')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', openStatuses)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Number of purchases of each product. Accounts with the same phone number count as one buyer, deleted ones included,
 * so that a limit per phone cannot be passed with a new account.
 */
export async function boughtBefore(
  db: Db,
  buyer: { id: string; phone_no: string | null },
  productIds: readonly string[],
): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('purchase_order')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .select((select) => ['product_id', select.fn.countAll<number>().as('count')])
    .where('product_id', 'in', [...productIds])
    .where('purchase_order.status', 'in', ['paid', 'completed', 'refunding'])
    .where((where) =>
      buyer.phone_no === null ? where('account.id', '=', buyer.id) : where('account.phone_no', '=', buyer.phone_no),
    )
    .groupBy('product_id')
    .execute();
  return new Map(rows.map(({ product_id, count }) => [product_id, count]));
}

export async function patchOrder(db: Db, id: string, patch: OrderPatch): Promise<void> {
  await db.updateTable('purchase_order').set(patch).where('id', '=', id).execute();
}

/** Moves the order if it is in one of these statuses; undefined when it is not. */
export async function moveOrder(
  db: Db,
  id: string,
  from: readonly OrderStatus[],
  patch: OrderPatch & { status: OrderStatus },
): Promise<OrderRow | undefined> {
  return db
    .updateTable('purchase_order')
    .set(patch)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirst();
}

/** Takes the right to ask the provider now; false when a client asked less than `everyMs` ago. */
export async function takeLook(db: Db, id: string, now: number, everyMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase_order')
    .set({ last_check_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('last_check_at', 'is', null), where('last_check_at', '<=', now - everyMs)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function dueOrders(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase_order')
    .select('id')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A page of an account's orders from a position on, newest first. */
export async function listOrders(
  db: Db,
  accountId: string,
  filter: { statuses?: readonly OrderStatus[]; hasRefund: boolean },
  { after, limit }: PageWindow,
): Promise<OrderRow[]> {
  return db
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(filter.statuses !== undefined, (query) =>
      query.where(unindexed<OrderStatus>('status'), 'in', [...(filter.statuses ?? [])]),
    )
    .$if(filter.hasRefund, (query) => query.where('first_refund_at', 'is not', null))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${after?.score}, ${after?.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertEvent(db: Db, row: Insertable<OrderEventTable>): Promise<void> {
  await db.insertInto('order_event').values(row).execute();
}

export const eventsOf = prepared((db, given: { orderId: string }) =>
  db.selectFrom('order_event').selectAll().where('order_id', '=', given.orderId).orderBy('id'),
);
