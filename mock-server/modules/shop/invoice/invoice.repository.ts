import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import { nextNumber } from '../../../db/numbers.ts';
import { belongsToTyped } from '../../../db/person-search.ts';
import type { InvoiceTable } from '../../../db/schema-commerce.ts';
import { type Db, preparedByIds } from '../../base/store.ts';

export type InvoiceRow = Selectable<InvoiceTable>;
export type StaffInvoiceRow = Awaited<ReturnType<typeof staffInvoices>>[number];

const orderFacts = ['account_id', 'order_no', 'purchase_order.status as order_status'] as const;
const orderMoney = ['paid_at', 'paid_amount', 'refunded_amount'] as const;

/** Facts of an account's own order that an invoice needs. */
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

const accountId = sql<string>`(SELECT account_id FROM purchase_order WHERE purchase_order.id = invoice.order_id)`;

export const invoiceSource: ListSource<'invoice'> = {
  table: 'invoice',
  columns: {
    id: 'id',
    orderId: 'order_id',
    accountId,
    status: 'status',
    titleKind: 'title_kind',
    title: 'title',
    taxNo: 'tax_no',
    invoiceNo: 'invoice_no',
    answer: 'answer',
    createdAt: 'created_at',
    doneAt: 'done_at',
  },
  lookups: {
    accountId: (values) =>
      sql`invoice.order_id IN (SELECT id FROM purchase_order WHERE purchase_order.account_id IN (${sql.join(values)}))`,
  },
  search: async (typed, db, sight) => sql`(invoice.id = ${typed} OR invoice.invoice_no = ${typed}
    OR invoice.tax_no = ${typed.toUpperCase()} OR ${contains('invoice.title', typed)}
    OR invoice.order_id IN (SELECT id FROM purchase_order
      WHERE order_no = ${typed.toUpperCase()} OR ${await belongsToTyped(db, 'purchase_order.account_id', typed, sight)}))`,
};

export const staffInvoices = preparedByIds((db, ids: readonly string[]) =>
  db
    .selectFrom('invoice')
    .innerJoin('purchase_order', 'purchase_order.id', 'invoice.order_id')
    .innerJoin('account', 'account.id', 'purchase_order.account_id')
    .selectAll('invoice')
    .select([...orderFacts, ...orderMoney, 'account.nick_name'])
    .where('invoice.id', 'in', ids),
);
