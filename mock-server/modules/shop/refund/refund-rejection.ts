import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db, Store } from '../../base/store.ts';
import type { OrderDelivery, TakenBack } from '../order/order-delivery.ts';
import type { OrderMoves } from '../order/order-moves.ts';
import { type OrderSettlement, unavailable } from '../order/order-settlement.ts';
import * as refunds from './refund.repository.ts';

export interface RejectionDeps {
  store: Store;
  clock: Clock;
  delivery: OrderDelivery;
  settlement: OrderSettlement;
  moves: OrderMoves;
  /** Throws `refund.not_found`. */
  mustFind: (handle: Db, id: string) => Promise<refunds.RefundRow>;
}

/** A refund that may be rejected, and the status in which that was found; it is compared again when it is booked. */
export type Rejectable = Pick<refunds.RefundRow, 'id'> & { status: 'requested' | 'failed' };

/** The no to a refund: to one that was asked for, or to one that the provider did not do. */
export function createRefundRejection({ store, clock, delivery, settlement, moves, mustFind }: RejectionDeps) {
  const { db } = store;

  /** Throws `refund.not_rejectable` unless the provider says that it has the payment still. */
  async function requireKept(refund: refunds.RefundRow): Promise<void> {
    if (refund.requested_by === 'system') throw notRejectable('系统自动退回的款项不能驳回，请重试退款');
    if (refund.taken === null) throw notRejectable('这笔退款收回的会员时间不能自动恢复，请重试退款');
    const order = await moves.mustFind(db, refund.order_id);
    try {
      const trade = await settlement.providerOf(order).query(order.order_no);
      if (trade.state === 'refunded') throw notRejectable('支付渠道显示这笔款已经退回，不能驳回');
      if (trade.state !== 'paid') throw notRejectable('支付渠道没有确认这笔付款，暂时不能驳回，请稍后再试');
    } catch (error) {
      throw unavailable(error);
    }
  }

  return {
    /**
     * Checks that a refund can be rejected; asks the provider about a failed one. Throws `refund.not_found`,
     * `refund.not_waiting`, `refund.not_rejectable`, `payment.unavailable`, `payment.provider_gone`.
     */
    async requireRejectable(id: string): Promise<Rejectable> {
      const refund = await mustFind(db, id);
      const { status } = refund;
      if (status === 'failed') await requireKept(refund);
      else if (status !== 'requested') throw new ProductError('refund.not_waiting');
      return { id, status };
    },

    /**
     * Rejects it; the order of a failed one is completed again, and what was taken is given again. For use inside a
     * transaction. Throws `refund.not_waiting` when it is not any more what the provider was asked about.
     */
    async reject(tx: Db, { id, status }: Rejectable, answer: string, by: string): Promise<void> {
      const patch = { status: 'rejected' as const, answer, approved_by: by, done_at: clock.now() };
      const rejected = await refunds.moveRefund(tx, id, [status], patch);
      if (!rejected) throw new ProductError('refund.not_waiting');
      const event = { what: 'refund_rejected', detail: answer, actor: by };
      if (status === 'requested') return moves.note(tx, rejected.order_id, event);
      const order = await moves.move(tx, rejected.order_id, ['refunding'], { status: 'completed' }, event);
      if (!order) throw new Error(`order ${rejected.order_id} is not being refunded`);
      const taken = JSON.parse(rejected.taken ?? '') as TakenBack;
      await delivery.giveAgain(tx, order, { refundId: id, operator: by, taken });
    },
  };
}

function notRejectable(why: string): ProductError {
  return new ProductError('refund.not_rejectable', { fill: { why } });
}
