import type { RefundBasis, StaffRefund } from '#shared/contract/order-desk-rows';
import { ProductError } from '#shared/errors';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import type { TakenBack } from '../order/order-delivery.ts';
import type { OrderMoves } from '../order/order-moves.ts';
import { takenLines } from './refund.rules.ts';
import * as lists from './refund-desk.repository.ts';
import { toStaffRefund } from './refund-desk-view.ts';
import type { RefundProcess } from './refund-process.ts';

export interface RefundDeskDeps {
  store: Store;
  refunds: RefundProcess;
  moves: OrderMoves;
  audit: AuditService;
  pending: PendingChanges;
}

export const refundList: ConsoleList<StaffRefund> = {
  source: lists.refundSource,
  rows: async (db, ids) => (await lists.staffRefunds(db, ids)).map(toStaffRefund),
  idOf: ({ id }) => id,
};

/** Refunds for staff; every change leaves an audit row in the same transaction. */
export function createRefundDesk({ store, refunds, moves, audit, pending }: RefundDeskDeps) {
  const { db, transact } = store;

  async function staffRefund(handle: Db, id: string): Promise<StaffRefund> {
    const [row] = await lists.staffRefunds(handle, [id]);
    if (!row) throw new ProductError('refund.not_found');
    return toStaffRefund(row);
  }

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

  return {
    /** Every refund of an order, oldest first. */
    async ofOrder(orderId: string): Promise<StaffRefund[]> {
      return (await lists.refundsOfOrder(db, { orderId })).map(toStaffRefund);
    },

    /** Refund by the rules now. Throws `order.not_found`, `order.not_refundable`. */
    async refundQuote(orderId: string): Promise<{ amount: number; lines: string[] }> {
      return refunds.requestedQuote(await moves.mustFind(db, orderId));
    },

    /**
     * Basis for a refund of `amount` fen, or of the amount by the rules when it is absent. Throws `order.not_found`.
     */
    async orderBasis(orderId: string, amount?: number): Promise<RefundBasis> {
      return refunds.basis(db, await moves.mustFind(db, orderId), amount);
    },

    /** The same of a refund; once it has begun, what it took. Throws `refund.not_found`. */
    async basis(id: string): Promise<RefundBasis> {
      const refund = await refunds.mustFind(db, id);
      const basis = await refunds.basis(db, await moves.mustFind(db, refund.order_id), refund.amount);
      return refund.taken === null ? basis : { ...basis, takes: takenLines(JSON.parse(refund.taken) as TakenBack) };
    },

    async refund(
      caller: StaffCaller,
      orderId: string,
      { amount, reason }: { amount?: number | undefined; reason: string },
      facts: RequestFacts,
    ): Promise<StaffRefund> {
      return transact(async (tx) => {
        await moves.mustFind(tx, orderId);
        const { id } = await refunds.requestByStaff(tx, orderId, { amount, reason }, { caller, facts });
        const after = await staffRefund(tx, id);
        await audit.record(tx, { caller, facts, action: 'refund.request', subject: id, after });
        return after;
      });
    },

    approveRefund: (
      caller: StaffCaller,
      id: string,
      totpCode: string | undefined,
      facts: RequestFacts,
    ): Promise<StaffRefund> =>
      pending.guardCodes(caller.accountId, () =>
        answerRefund(caller, id, facts, 'refund.approve', (tx) => refunds.approve(tx, id, { caller, facts }, totpCode)),
      ),

    /** Throws `refund.not_waiting`, `refund.not_rejectable`, `payment.unavailable`, `payment.provider_gone`. */
    async rejectRefund(caller: StaffCaller, id: string, answer: string, facts: RequestFacts): Promise<StaffRefund> {
      const rejectable = await refunds.requireRejectable(id);
      return answerRefund(caller, id, facts, 'refund.reject', async (tx) => {
        const by = caller.accountId;
        await refunds.reject(tx, rejectable, answer, by);
        await pending.answered(tx, 'refund', id, { status: 'rejected', by, text: answer });
      });
    },
  };
}
