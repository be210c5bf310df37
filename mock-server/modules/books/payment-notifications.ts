import { formatMoney } from '#shared/domain/format';
import { isOrderOpen, type PayType } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import {
  type NotificationCall,
  NotificationRefused,
  type PaymentDirectory,
  type PaymentNotification,
  type PaymentProvider,
  PaymentUnreachable,
  type Reply,
} from '../../adapters/payment/port.ts';
import type { OrderService } from '../order/order.service.ts';
import type { DifferenceList } from '../order/order-ports.ts';
import type { Store } from '../store.ts';
import { insertNotification } from './books.repository.ts';

export interface NotificationDeps {
  store: Store;
  clock: Clock;
  payments: PaymentDirectory;
  orders: Pick<OrderService, 'findByNumber' | 'settlement'>;
  differences: DifferenceList;
}

/** What came of a notification, and whether the provider may stop repeating it. */
interface Verdict {
  verdict: string;
  orderNo: string | null;
  isAccepted: boolean;
}

/** Characters of a notification that are kept; real ones are far shorter. */
const keptLength = 8000;
/** Signs of somebody who tries; a malformed or stale call may be an accident. */
const suspicious: ReadonlyArray<NotificationRefused['kind']> = ['forged', 'rsa1', 'wrong_app', 'wrong_seller'];

/** The providers' calls to us. None of them is believed: a good one makes us ask the provider. */
export function createPaymentNotifications({ store, clock, payments, orders, differences }: NotificationDeps) {
  const { db } = store;

  async function judge(provider: PaymentProvider, call: NotificationCall): Promise<Verdict> {
    let notification: PaymentNotification;
    try {
      notification = await provider.readNotification(call);
    } catch (error) {
      if (error instanceof NotificationRefused) return refuse(provider, error);
      throw error;
    }
    return follow(provider, notification);
  }

  async function refuse(provider: PaymentProvider, { kind, message, orderNo }: NotificationRefused): Promise<Verdict> {
    if (suspicious.includes(kind)) {
      // A number that is not ours is somebody's invention and gets no line of its own.
      const order = orderNo === null ? undefined : await orders.findByNumber(orderNo);
      await differences.add(db, {
        kind,
        detail: message,
        orderNo: order?.order_no ?? '',
        orderId: order?.id ?? null,
        provider: provider.name,
        ourAmount: order?.amount ?? null,
      });
    }
    return { verdict: kind, orderNo, isAccepted: false };
  }

  async function follow(
    provider: PaymentProvider,
    { orderNo, kind, amount, tradeNo }: PaymentNotification,
  ): Promise<Verdict> {
    if (kind !== 'paid') return { verdict: kind, orderNo, isAccepted: true };
    const order = await orders.findByNumber(orderNo);
    if (order?.provider !== provider.name) {
      const detail = `交易号 ${tradeNo}`;
      await differences.add(db, {
        kind: 'unknown_order',
        detail,
        orderNo,
        provider: provider.name,
        theirAmount: amount,
      });
      return { verdict: 'unknown_order', orderNo, isAccepted: true };
    }
    if (amount !== order.amount) {
      const detail = `通知金额 ${formatMoney(amount)}，订单金额 ${formatMoney(order.amount)}`;
      await differences.add(db, {
        kind: 'wrong_amount',
        detail,
        orderNo,
        orderId: order.id,
        provider: provider.name,
        ourAmount: order.amount,
        theirAmount: amount,
      });
      return { verdict: 'wrong_amount', orderNo, isAccepted: false };
    }
    if (order.paid_amount !== null && order.status !== 'paid')
      return { verdict: 'duplicate', orderNo, isAccepted: true };
    try {
      const settled = await orders.settlement.settle(order.id, 'provider');
      const isConfirmed = !isOrderOpen(settled.status) && settled.paid_amount !== null;
      return { verdict: isConfirmed ? 'accepted' : 'not_confirmed', orderNo, isAccepted: isConfirmed };
    } catch (error) {
      if (!(error instanceof PaymentUnreachable)) throw error;
      return { verdict: 'unreachable', orderNo, isAccepted: false };
    }
  }

  return {
    /**
     * Answers after everything is booked, as the provider wants to be answered. Throws `request.not_found` where the
     * way to pay is switched off, and `payment.refused_notification` for what is no notification at all.
     */
    async receive(payType: PayType, call: NotificationCall): Promise<Reply> {
      const provider = payments.of(payType);
      if (!provider) throw new ProductError('request.not_found');
      const { verdict, orderNo, isAccepted } = await judge(provider, call);
      await insertNotification(db, {
        provider: provider.name,
        order_no: orderNo,
        body: call.body.toString('utf8').slice(0, keptLength),
        verdict,
        created_at: clock.now(),
      });
      if (verdict === 'malformed') throw new ProductError('payment.refused_notification');
      return provider.reply(isAccepted);
    },
  };
}
