import { sql } from 'kysely';
import { isPersonTyped, type Sight } from '../../db/person-search.ts';
import type { Window } from '../list-window.ts';
import type { Db } from '../store.ts';

export type StaffRefundRow = Awaited<ReturnType<typeof pageOfRefunds>>['rows'][number];

export const refundSorts = {
  createdAt: 'refund.created_at',
  amount: 'refund.amount',
  status: 'refund.status',
} as const;

const seesNothing: Sight = { seesContacts: false };

export async function pageOfRefunds(
  db: Db,
  filter: {
    q?: string | undefined;
    sight?: Sight;
    statuses: readonly string[];
    ids?: readonly string[];
    orderId?: string;
  },
  window: Window,
) {
  const { q, statuses, ids, orderId, sight = seesNothing } = filter;
  const matching = db
    .selectFrom('purchase_order')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .innerJoin('refund', 'refund.order_id', 'purchase_order.id')
    .$if(statuses.length > 0, (query) => query.where('refund.status', 'in', statuses as 'requested'[]))
    .$if(ids !== undefined, (query) => query.where('refund.id', 'in', [...(ids ?? [])]))
    .$if(orderId !== undefined, (query) => query.where('refund.order_id', '=', orderId as string))
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`(refund.id = ${q} OR order_no = ${(q ?? '').toUpperCase()}
          OR ${isPersonTyped(q ?? '', sight)})`,
      ),
    );
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll('refund')
    .select(['order_no', 'account_id', 'account.nick_name', 'snapshot', 'purchase_order.amount as order_amount'])
    .select(
      sql<number>`(SELECT coalesce(sum(earlier.amount), 0) FROM refund earlier WHERE earlier.order_id = refund.order_id
        AND earlier.number < refund.number AND earlier.status = 'done')`.as('refunded_before'),
    )
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('refund.id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
}
