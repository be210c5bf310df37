import { sql } from 'kysely';
import type { OrderStatus, PayType } from '#shared/domain/order-status';
import { isPersonTyped, type Sight } from '../../db/person-search.ts';
import type { Window } from '../list-window.ts';
import type { Db } from '../store.ts';

export interface OrderFilter {
  q?: string | undefined;
  sight: Sight;
  statuses: readonly string[];
  payTypes: readonly string[];
  accountId?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  leastAmount?: number | undefined;
  mostAmount?: number | undefined;
}

export type StaffOrderRow = Awaited<ReturnType<typeof pageOfOrders>>['rows'][number];

export const orderSorts = {
  createdAt: 'purchase_order.created_at',
  paidAt: 'purchase_order.paid_at',
  amount: 'purchase_order.amount',
  status: 'purchase_order.status',
} as const;

function withBuyers(db: Db) {
  return db.selectFrom('purchase_order').innerJoin('account', 'account.id', 'purchase_order.account_id');
}

export async function pageOfOrders(db: Db, filter: OrderFilter, window: Window) {
  const { q, sight, statuses, payTypes, accountId, from, to, leastAmount, mostAmount } = filter;
  const matching = withBuyers(db)
    .$if(statuses.length > 0, (query) => query.where('purchase_order.status', 'in', statuses as OrderStatus[]))
    .$if(payTypes.length > 0, (query) => query.where('pay_type', 'in', payTypes as PayType[]))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId as string))
    .$if(from !== undefined, (query) => query.where('purchase_order.created_at', '>=', from as number))
    .$if(to !== undefined, (query) => query.where('purchase_order.created_at', '<=', to as number))
    .$if(leastAmount !== undefined, (query) => query.where('amount', '>=', leastAmount as number))
    .$if(mostAmount !== undefined, (query) => query.where('amount', '<=', mostAmount as number))
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`(purchase_order.id = ${q} OR order_no = ${(q ?? '').toUpperCase()} OR trade_no = ${q}
          OR ${isPersonTyped(q ?? '', sight)})`,
      ),
    );
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll('purchase_order')
    .select(['account.nick_name', 'account.phone_no', 'account.is_test'])
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('purchase_order.id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
}

export async function findStaffOrder(db: Db, id: string): Promise<StaffOrderRow | undefined> {
  return withBuyers(db)
    .selectAll('purchase_order')
    .select(['account.nick_name', 'account.phone_no', 'account.is_test'])
    .where('purchase_order.id', '=', id)
    .executeTakeFirst();
}
