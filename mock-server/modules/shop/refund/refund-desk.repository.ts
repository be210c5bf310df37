import { sql } from 'kysely';
import type { ListSource } from '../../../db/list.ts';
import { belongsToTyped } from '../../../db/person-search.ts';
import { type Db, prepared, preparedByIds } from '../../base/store.ts';

export type StaffRefundRow = Awaited<ReturnType<typeof staffRefunds>>[number];

const accountId = sql<string>`(SELECT account_id FROM purchase_order WHERE purchase_order.id = refund.order_id)`;

export const refundSource: ListSource<'refund'> = {
  table: 'refund',
  columns: {
    id: 'id',
    orderId: 'order_id',
    accountId,
    amount: 'amount',
    reason: 'reason',
    status: 'status',
    requestedBy: 'requested_by',
    approvedBy: 'approved_by',
    answer: 'answer',
    error: 'error',
    createdAt: 'created_at',
    doneAt: 'done_at',
  },
  lookups: {
    accountId: (values) =>
      sql`refund.order_id IN (SELECT id FROM purchase_order WHERE purchase_order.account_id IN (${sql.join(values)}))`,
  },
  search: async (typed, db, sight) => sql`(refund.id = ${typed} OR refund.order_id IN (SELECT id FROM purchase_order
    WHERE order_no = ${typed.toUpperCase()} OR ${await belongsToTyped(db, 'purchase_order.account_id', typed, sight)}))`,
};

function withOrders(db: Db) {
  return db
    .selectFrom('refund')
    .innerJoin('purchase_order', 'purchase_order.id', 'refund.order_id')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .selectAll('refund')
    .select(['order_no', 'account_id', 'account.nick_name', 'snapshot', 'purchase_order.amount as order_amount'])
    .select(
      sql<number>`(SELECT coalesce(sum(earlier.amount), 0) FROM refund earlier WHERE earlier.order_id = refund.order_id
        AND earlier.number < refund.number AND earlier.status = 'done')`.as('refunded_before'),
    )
    .select(
      sql<number>`EXISTS (SELECT 1 FROM pending_change WHERE pending_change.kind = 'refund'
        AND pending_change.subject = refund.id)`.as('is_held'),
    );
}

export const staffRefunds = preparedByIds((db, ids: readonly string[]) => withOrders(db).where('refund.id', 'in', ids));

/** Every refund of an order, in the order they were booked, which their index has. */
export const refundsOfOrder = prepared((db, given: { orderId: string }) =>
  withOrders(db).where('refund.order_id', '=', given.orderId).orderBy('refund.number'),
);
