import type { Order } from '#shared/contract/order';
import type { StaffInvoice } from '#shared/contract/order-desk-rows';
import { maskEmail } from '#shared/domain/phone';
import { mayStaff } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Ids } from '../../../ids.ts';
import type { StaffAct, UserCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { RecordKind } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps } from '../../records/record-kit/record-kit.ts';
import * as invoices from './invoice.repository.ts';
import { invoiceAmount, invoiceRefusal, readTaxNumber } from './invoice.rules.ts';

export interface InvoiceDeps extends RecordDeps {
  store: Store;
  ids: Ids;
}

export interface InvoiceWish {
  orderId: string;
  titleKind: 'personal' | 'company';
  title: string;
  taxNo: string;
  email: string;
}

type OrderInvoice = NonNullable<Order['invoice']>;

export type InvoiceService = ReturnType<typeof createInvoiceService>;

export const invoiceList: ConsoleList<StaffInvoice> = {
  source: invoices.invoiceSource,
  async rows(db, ids, caller) {
    const isSender = mayStaff(caller.role, 'invoice.write');
    return (await invoices.staffInvoices(db, ids)).map((row) => toStaffInvoice(row, isSender));
  },
  idOf: ({ id }) => id,
};

/** An answer stands: what was issued outside is not undone here. */
const invoiceKind: RecordKind<'invoice', invoices.StaffInvoiceRow, 'status', 'answer'> = {
  resource: 'invoice',
  source: invoices.invoiceSource,
  columns: { status: 'status' },
  rows: (db, ids) => invoices.staffInvoices(db, ids),
  missing: 'invoice.not_found',
  titleOf: () => '处理发票',
  audited: (row) => toStaffInvoice(row, true),
  undo: 'none',
};

/** Invoices people ask for and staff issue outside, where the number comes from. One live invoice per order. */
export function createInvoiceService(deps: InvoiceDeps) {
  const { store, clock, ids } = deps;
  const { transact } = store;
  const kit = createRecordKit(deps, invoiceKind);

  return {
    /** Throws `order.not_found`, `order.not_invoiceable`, `invoice.tax_no`. */
    async request({ accountId }: UserCaller, wish: InvoiceWish): Promise<void> {
      const taxNo = wish.titleKind === 'company' ? readTaxNumber(wish.taxNo) : '';
      if (taxNo === null) throw atField('invoice.tax_no', 'taxNo');
      await transact(async (tx) => {
        const order = await invoices.findOwnOrder(tx, accountId, wish.orderId);
        if (!order) throw new ProductError('order.not_found');
        const refusal = invoiceRefusal(order, clock.now());
        if (refusal) throw notInvoiceable(refusal);
        const isInserted = await invoices.insertInvoice(tx, {
          id: ids.next('invoice'),
          order_id: order.id,
          title_kind: wish.titleKind,
          title: wish.title,
          tax_no: taxNo,
          email: wish.email,
          status: 'requested',
          created_at: clock.now(),
          done_at: null,
        });
        if (!isInserted) throw notInvoiceable('这笔订单已经申请过发票');
      });
    },

    /** The newest invoice of each order that has one. */
    async ofOrders(handle: Db, orderIds: readonly string[]): Promise<Map<string, OrderInvoice>> {
      const rows = await invoices.invoicesOf(handle, orderIds);
      return new Map(rows.map((row) => [row.order_id, toOrderInvoice(row)]));
    },

    /**
     * Writes down the number of the issued invoice, or why there is none. Throws `invoice.not_found`,
     * `invoice.not_waiting`, `invoice.incomplete`, and `order.not_invoiceable` when the money was given back meanwhile.
     */
    async answer(
      act: StaffAct,
      id: string,
      { status, invoiceNo, answer }: { status: 'issued' | 'rejected'; invoiceNo: string; answer: string },
    ): Promise<StaffInvoice> {
      if (status === 'issued' && !invoiceNo) throw atField('invoice.incomplete', 'invoiceNo');
      if (status === 'rejected' && !answer) throw atField('invoice.incomplete', 'answer');
      return transact(async (tx) => {
        const row = await kit.mustFind(tx, id);
        if (row.status !== 'requested') throw new ProductError('invoice.not_waiting');
        // The time limit since the payment applies to the request for an invoice, not to its processing by staff.
        const order = { ...row, status: row.order_status };
        const refusal = status === 'issued' ? invoiceRefusal(order, row.created_at) : null;
        if (refusal) throw notInvoiceable(refusal);
        const isIssued = status === 'issued';
        await invoices.updateInvoice(tx, id, {
          status,
          invoice_no: isIssued ? invoiceNo : '',
          answer,
          done_at: clock.now(),
        });
        const after = await kit.mustFind(tx, id);
        await kit.audit(tx, act, 'answer', { before: row, after });
        return toStaffInvoice(after, true);
      });
    },
  };
}

function notInvoiceable(why: string): ProductError {
  return new ProductError('order.not_invoiceable', { fill: { why } });
}

function atField(reason: 'invoice.tax_no' | 'invoice.incomplete', field: string): ProductError {
  return new ProductError(reason, { fields: { [field]: [new ProductError(reason).message] } });
}

function toOrderInvoice(row: invoices.InvoiceRow): OrderInvoice {
  return {
    status: row.status,
    titleKind: row.title_kind,
    title: row.title,
    taxNo: row.tax_no,
    email: row.email,
    invoiceNo: row.invoice_no,
    answer: row.answer,
    requestedAt: row.created_at,
  };
}

/** The e-mail address of an invoice is shown in whole to those who send it. */
function toStaffInvoice(row: invoices.StaffInvoiceRow, isSender: boolean): StaffInvoice {
  return {
    id: row.id,
    orderId: row.order_id,
    orderNo: row.order_no,
    accountId: row.account_id,
    nickName: row.nick_name,
    amount: invoiceAmount({ ...row, status: row.order_status }),
    status: row.status,
    titleKind: row.title_kind,
    title: row.title,
    taxNo: row.tax_no,
    email: isSender ? row.email : maskEmail(row.email),
    invoiceNo: row.invoice_no,
    answer: row.answer,
    createdAt: row.created_at,
    doneAt: row.done_at,
  };
}
