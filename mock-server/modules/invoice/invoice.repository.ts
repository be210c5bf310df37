import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { contains } from '../../db/dialect.ts';
import { nextNumber } from '../../db/numbers.ts';
import { isPersonTyped, type Sight } from '../../db/person-search.ts';
import type { InvoiceTable } from '../../db/schema-commerce.ts';
import type { Window } from '../list-window.ts';
import type { Db } from '../store.ts';

export type InvoiceRow = Selectable<InvoiceTable>;
export type StaffInvoiceRow = Awaited<ReturnType<typeof pageOfInvoices>>['rows'][number];

const orderFacts = ['account_id', 'order_no', 'purchase_order.status as order_status'] as const;
const orderMoney = ['paid_at', 'paid_amount', 'refunded_amount'] as const;

/** What an invoice needs to know of an account's own order. */
export async function findOwnOrder(db: Db, accountId: string, orderId: string) {
  return db
    .selectFrom('purchase_order')
    .select(['id', 'status', ...orderMoney])
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** False when the order has a live invoice already. */
export async function insertInvoice(db: Db, row: Omit<Insertable<InvoiceTable>, 'number'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('invoice')
    .values({ ...row, number: await nextNumber(db, 'invoice') })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .where('status', 'in', [sql.lit('requested' as const), sql.lit('issued' as const)])
        .doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Invoices of orders, oldest first. */
export async function invoicesOf(db: Db, orderIds: readonly string[]): Promise<InvoiceRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('invoice')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .orderBy('created_at')
    .orderBy('number')
    .execute();
}

export async function updateInvoice(db: Db, id: string, patch: Updateable<InvoiceTable>): Promise<void> {
  await db.updateTable('invoice').set(patch).where('id', '=', id).execute();
}

export const invoiceSorts = {
  createdAt: 'invoice.created_at',
  doneAt: 'invoice.done_at',
  status: 'invoice.status',
} as const;

function withOrders(db: Db) {
  return db
    .selectFrom('invoice')
    .innerJoin('purchase_order', 'purchase_order.id', 'invoice.order_id')
    .innerJoin('account', 'account.id', 'purchase_order.account_id');
}

export async function pageOfInvoices(
  db: Db,
  { q, sight, statuses }: { q?: string | undefined; sight: Sight; statuses: readonly string[] },
  window: Window,
) {
  const matching = withOrders(db)
    .$if(statuses.length > 0, (query) => query.where('invoice.status', 'in', statuses as InvoiceRow['status'][]))
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`(invoice.id = ${q} OR order_no = ${(q ?? '').toUpperCase()} OR invoice_no = ${q}
          OR tax_no = ${(q ?? '').toUpperCase()} OR ${contains('invoice.title', q ?? '')}
          OR ${isPersonTyped(q ?? '', sight)})`,
      ),
    );
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll('invoice')
    .select([...orderFacts, ...orderMoney, 'account.nick_name'])
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('invoice.id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
}

export async function findStaffInvoice(db: Db, id: string): Promise<StaffInvoiceRow | undefined> {
  return withOrders(db)
    .selectAll('invoice')
    .select([...orderFacts, ...orderMoney, 'account.nick_name'])
    .where('invoice.id', '=', id)
    .executeTakeFirst();
}
