import type { z } from 'zod';
import type { BillDays, OrderEvent, PaymentDifference, StaffOrder, StaffRefund } from '#shared/contract/order-desk';
import { isOrderOpen } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { RequestFacts, StaffCaller } from '../caller.ts';
import { type ListQuery, many, type OneOrMany, type Window, windowOf } from '../list-window.ts';
import type { AuditService } from '../staff/audit.service.ts';
import type { Db, Store } from '../store.ts';
import type { BillChecks } from './bill-checks.ts';
import { eventsOf, patchOrder } from './order.repository.ts';
import { notOpen } from './order.rules.ts';
import * as lists from './order-desk.repository.ts';
import { toDifference, toStaffOrder, toStaffRefund } from './order-desk-view.ts';
import type { OrderMoves } from './order-moves.ts';
import { type OrderSettlement, unavailable } from './order-settlement.ts';
import * as books from './payment-books.repository.ts';
import type { RefundService } from './refund.service.ts';

export interface OrderDeskDeps {
  store: Store;
  settlement: OrderSettlement;
  refunds: RefundService;
  bills: BillChecks;
  moves: OrderMoves;
  audit: AuditService;
}

export interface OrderQuery extends ListQuery {
  status?: OneOrMany;
  payType?: OneOrMany;
  accountId?: string | undefined;
  createdAt_gte?: number | undefined;
  createdAt_lte?: number | undefined;
  amount_gte?: number | undefined;
  amount_lte?: number | undefined;
}

const everything: Window = { offset: 0, limit: 200, sort: lists.refundSorts.createdAt, order: 'asc' };

/** What staff see and do about orders and money; every change leaves an audit row in the same transaction. */
export function createOrderDesk({ store, settlement, refunds, bills, moves, audit }: OrderDeskDeps) {
  const { db, transact } = store;

  async function staffOrder(handle: Db, id: string): Promise<StaffOrder> {
    const row = await lists.findStaffOrder(handle, id);
    if (!row) throw new ProductError('order.not_found');
    return toStaffOrder(row);
  }

  async function staffRefund(handle: Db, id: string): Promise<StaffRefund> {
    const { rows } = await lists.pageOfRefunds(handle, { statuses: [], ids: [id] }, everything);
    const [row] = rows;
    if (!row) throw new ProductError('refund.not_found');
    return toStaffRefund(row);
  }

  /** Audits what the provider's answer made of an order, which is booked by then. */
  async function answerWith(
    caller: StaffCaller,
    facts: RequestFacts,
    action: string,
    before: StaffOrder,
    extra: object = {},
  ): Promise<StaffOrder> {
    return transact(async (tx) => {
      const after = await staffOrder(tx, before.id);
      const states = { before: { status: before.status }, after: { status: after.status, ...extra } };
      await audit.record(tx, { caller, facts, action, subject: before.id, ...states });
      return after;
    });
  }

  return {
    async orders(query: OrderQuery): Promise<{ list: StaffOrder[]; total: number }> {
      const filter = {
        q: query.q,
        statuses: many(query.status),
        payTypes: many(query.payType),
        accountId: query.accountId,
        from: query.createdAt_gte,
        to: query.createdAt_lte,
        leastAmount: query.amount_gte,
        mostAmount: query.amount_lte,
      };
      const { rows, total } = await lists.pageOfOrders(db, filter, windowOf(query, lists.orderSorts));
      return { list: rows.map(toStaffOrder), total };
    },

    async order(
      id: string,
    ): Promise<StaffOrder & { events: Array<z.infer<typeof OrderEvent>>; refunds: StaffRefund[] }> {
      const order = await staffOrder(db, id);
      const events = (await eventsOf(db, id)).map(({ id: eventId, what, detail, actor, created_at }) => ({
        id: eventId,
        what,
        detail,
        actor,
        createdAt: created_at,
      }));
      const { rows } = await lists.pageOfRefunds(db, { statuses: [], orderId: id }, everything);
      return { ...order, events, refunds: rows.map(toStaffRefund) };
    },

    /** Asks the provider and acts on it; nothing is ever granted by hand. */
    async verify(caller: StaffCaller, id: string, facts: RequestFacts): Promise<StaffOrder> {
      const before = await staffOrder(db, id);
      await settlement.settle(id, caller.accountId).catch((error: unknown) => {
        throw unavailable(error);
      });
      return answerWith(caller, facts, 'order.verify', before);
    },

    async close(caller: StaffCaller, id: string, reason: string, facts: RequestFacts): Promise<StaffOrder> {
      const before = await staffOrder(db, id);
      if (!isOrderOpen(before.status)) throw notOpen(before.status);
      await settlement.close(id, 'staff', caller.accountId).catch((error: unknown) => {
        throw unavailable(error);
      });
      return answerWith(caller, facts, 'order.close', before, { reason });
    },

    async note(caller: StaffCaller, id: string, note: string, facts: RequestFacts): Promise<StaffOrder> {
      return transact(async (tx) => {
        const before = await staffOrder(tx, id);
        await patchOrder(tx, id, { note });
        const change = { before: { note: before.note }, after: { note } };
        await audit.record(tx, { caller, facts, action: 'order.note', subject: id, ...change });
        return { ...before, note };
      });
    },

    /** What a refund without an amount would be now. Throws `order.not_found`, `order.not_refundable`. */
    async refundQuote(orderId: string): Promise<{ amount: number; lines: string[] }> {
      return refunds.requestedQuote(await moves.mustFind(db, orderId));
    },

    async refund(
      caller: StaffCaller,
      orderId: string,
      { amount, reason }: { amount?: number | undefined; reason: string },
      facts: RequestFacts,
    ): Promise<StaffRefund> {
      return transact(async (tx) => {
        await moves.mustFind(tx, orderId);
        const { id } = await refunds.requestByStaff(tx, orderId, { amount, reason, by: caller.accountId });
        const after = await staffRefund(tx, id);
        await audit.record(tx, { caller, facts, action: 'refund.request', subject: id, after });
        return after;
      });
    },

    async refunds(query: ListQuery & { status?: OneOrMany }): Promise<{ list: StaffRefund[]; total: number }> {
      const filter = { q: query.q, statuses: many(query.status) };
      const { rows, total } = await lists.pageOfRefunds(db, filter, windowOf(query, lists.refundSorts));
      return { list: rows.map(toStaffRefund), total };
    },

    approveRefund: (caller: StaffCaller, id: string, facts: RequestFacts): Promise<StaffRefund> =>
      answerRefund(caller, id, facts, 'refund.approve', (tx) => refunds.approve(tx, id, caller.accountId)),

    /** Throws `refund.not_waiting`, `refund.not_rejectable`, `payment.unavailable`, `payment.provider_gone`. */
    async rejectRefund(caller: StaffCaller, id: string, answer: string, facts: RequestFacts): Promise<StaffRefund> {
      const rejectable = await refunds.requireRejectable(id);
      return answerRefund(caller, id, facts, 'refund.reject', (tx) =>
        refunds.reject(tx, rejectable, answer, caller.accountId),
      );
    },

    async differences(
      query: ListQuery & { isResolved?: boolean | undefined },
    ): Promise<{ list: PaymentDifference[]; total: number }> {
      const filter = { q: query.q, isResolved: query.isResolved };
      const { rows, total } = await books.pageOfDifferences(db, filter, windowOf(query, books.differenceSorts));
      return { list: rows.map(toDifference), total };
    },

    async billDays(): Promise<BillDays[]> {
      return bills.overview();
    },

    async resolveDifference(
      caller: StaffCaller,
      id: string,
      resolution: string,
      facts: RequestFacts,
    ): Promise<PaymentDifference> {
      return transact(async (tx) => {
        const known = await books.findDifference(tx, id);
        if (!known) throw new ProductError('payment.difference_not_found');
        const before = toDifference(known);
        await books.resolveDifference(tx, id, caller.accountId, resolution);
        const after = { ...before, resolvedBy: caller.accountId, resolution };
        await audit.record(tx, { caller, facts, action: 'difference.resolve', subject: id, before, after });
        return after;
      });
    },
  };

  async function answerRefund(
    caller: StaffCaller,
    id: string,
    facts: RequestFacts,
    action: string,
    body: (tx: Db) => Promise<unknown>,
  ): Promise<StaffRefund> {
    return transact(async (tx) => {
      const before = await staffRefund(tx, id);
      await body(tx);
      const after = await staffRefund(tx, id);
      await audit.record(tx, { caller, facts, action, subject: id, before, after });
      return after;
    });
  }
}
