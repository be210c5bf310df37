import { sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import { belongsToTyped } from '../../../db/person-search.ts';
import { textsThat } from '../../../db/text-search.ts';
import { preparedByIds } from '../../base/store.ts';

export type StaffOrderRow = Awaited<ReturnType<typeof staffOrders>>[number];

export const orderSource: ListSource<'purchase_order'> = {
  table: 'purchase_order',
  columns: {
    id: 'id',
    orderNo: 'order_no',
    accountId: 'account_id',
    productId: 'product_id',
    quantity: 'quantity',
    amount: 'amount',
    refundedAmount: 'refunded_amount',
    payType: 'pay_type',
    provider: 'provider',
    tradeNo: 'trade_no',
    status: 'status',
    closeReason: 'close_reason',
    grantError: 'grant_error',
    note: 'note',
    createdAt: 'created_at',
    expireAt: 'expires_at',
    paidAt: 'paid_at',
    completedAt: 'completed_at',
    closedAt: 'closed_at',
    nextCheckAt: 'next_check_at',
  },
  search: async (typed, db, sight) => {
    const titles = await textsThat(db, 'purchase_order', 'title', (title) => contains(title, typed));
    const isTitled = titles
      ? sql<boolean>`purchase_order.title in (${sql.join(titles)})`
      : contains('purchase_order.title', typed);
    const terms = [
      sql`purchase_order.id = ${typed}`,
      sql`purchase_order.order_no = ${typed.toUpperCase()}`,
      sql`purchase_order.trade_no = ${typed}`,
      ...(titles?.length === 0 ? [] : [isTitled]),
      await belongsToTyped(db, 'purchase_order.account_id', typed, sight),
    ];
    return sql`(${sql.join(terms, sql` or `)})`;
  },
};

/** Orders with their buyers. */
export const staffOrders = preparedByIds((db, ids: readonly string[]) =>
  db
    .selectFrom('purchase_order')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .selectAll('purchase_order')
    .select(['account.nick_name', 'account.phone_no', 'account.is_test'])
    .where('purchase_order.id', 'in', ids),
);
