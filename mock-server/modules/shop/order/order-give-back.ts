import { formatMoney } from '#shared/domain/format';
import type { OrderStatus } from '#shared/domain/order-status';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Trade } from '../../../adapters/payment/port.ts';
import type { Db } from '../../base/store.ts';
import type { OrderPatch, OrderRow } from './order.repository.ts';
import type { OrderMoves } from './order-moves.ts';
import type { DifferenceList, OrderRefunds } from './order-ports.ts';

export type PaidTrade = Extract<Trade, { tradeNo: string }>;

/** Statuses in which an order waits for its payment. */
export const waiting: OrderStatus[] = ['created', 'paying'];

export function paymentOf(trade: PaidTrade) {
  return { paid_amount: trade.amount, trade_no: trade.tradeNo, paid_at: trade.paidAt };
}

export interface GiveBackDeps {
  clock: Clock;
  moves: OrderMoves;
  refunds: Pick<OrderRefunds, 'add'>;
  differences: DifferenceList;
}

/** Money that came and cannot be kept: it goes back in full by itself. All are for use inside a transaction. */
export function createGiveBack({ clock, moves, refunds, differences }: GiveBackDeps) {
  /** Books the full refund of what was paid, which the next tick sends. */
  async function begin(
    tx: Db,
    order: OrderRow,
    from: OrderStatus,
    patch: OrderPatch,
    reason: string,
  ): Promise<OrderRow> {
    const refunding = { ...patch, status: 'refunding' as const, grant_error: '', next_check_at: null, checks: 0 };
    const event = { what: 'refunding', detail: reason, actor: 'system' };
    const moved = await moves.move(tx, order.id, [from], refunding, event);
    if (!moved) return moves.mustFind(tx, order.id);
    const by = { requested_by: 'system', approved_by: 'system' };
    await refunds.add(tx, order, { amount: moved.paid_amount ?? 0, reason, status: 'pending', ...by });
    return moved;
  }

  function differenceOf(order: OrderRow, trade: PaidTrade, kind: string, detail: string) {
    const { id: orderId, order_no: orderNo, provider, amount: ourAmount } = order;
    return { kind, detail, orderId, orderNo, provider, ourAmount, theirAmount: trade.amount };
  }

  return {
    /** A paid order for which there is nothing left to deliver to. */
    undeliverable: (tx: Db, order: OrderRow) => begin(tx, order, 'paid', {}, '已没有可以升级的时间，自动退回'),

    late: (tx: Db, order: OrderRow, trade: PaidTrade) =>
      begin(tx, order, 'closed', paymentOf(trade), '订单关闭后才付款，自动退回'),

    async wrongAmount(tx: Db, order: OrderRow, trade: PaidTrade): Promise<OrderRow> {
      const patch = { status: 'closed' as const, close_reason: 'wrong_amount' as const, closed_at: clock.now() };
      const detail = `应付 ${formatMoney(order.amount)}，实付 ${formatMoney(trade.amount)}`;
      const closed = await moves.move(tx, order.id, waiting, patch, { what: 'closed', detail, actor: 'provider' });
      if (!closed) return moves.mustFind(tx, order.id);
      await differences.add(tx, differenceOf(order, trade, 'wrong_amount', detail));
      return begin(tx, closed, 'closed', paymentOf(trade), '付款金额与订单不符，自动退回');
    },

    /** Paid and given back at the provider without us, e.g. in its own console. */
    async foreign(tx: Db, order: OrderRow, trade: PaidTrade): Promise<OrderRow> {
      const now = clock.now();
      const event = (what: string) => ({ what, detail: '付款已在支付渠道退回', actor: 'provider' });
      const closing = { status: 'closed' as const, close_reason: 'refused' as const, closed_at: now };
      await moves.move(tx, order.id, waiting, closing, event('closed'));
      const paid = { ...paymentOf(trade), status: 'refunding' as const, next_check_at: null };
      if (!(await moves.move(tx, order.id, ['closed'], paid, event('refunding')))) return moves.mustFind(tx, order.id);
      const { amount } = trade;
      const { detail: reason } = event('');
      await refunds.add(tx, order, { amount, reason, status: 'done', requested_by: 'provider' });
      await differences.add(tx, differenceOf(order, trade, 'refunded_there', reason));
      const refunded = { status: 'refunded' as const, refunded_amount: amount, refunded_at: now };
      await moves.move(tx, order.id, ['refunding'], refunded, event('refunded'));
      return moves.mustFind(tx, order.id);
    },
  };
}
