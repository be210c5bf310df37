import type { Logger } from 'pino';
import { dayKey, endOfDay, startOfDay } from '#shared/domain/calendar';
import { formatMoney } from '#shared/domain/format';
import type { Clock } from '../../adapters/clock/port.ts';
import { type BillLine, type PaymentProvider, PaymentUnreachable } from '../../adapters/payment/port.ts';
import type { Store } from '../store.ts';
import * as orders from './order.repository.ts';
import { checkBackoff, nextCheck } from './order.rules.ts';
import type { Difference, OrderMoves } from './order-moves.ts';
import type { OrderSettlement } from './order-settlement.ts';
import { isKnownDifference } from './payment-books.repository.ts';
import type { PaymentDirectory } from './payment-directory.ts';
import { dueRefunds } from './refund.repository.ts';
import type { RefundService } from './refund.service.ts';

export interface ChecksDeps {
  store: Store;
  clock: Clock;
  payments: PaymentDirectory;
  settlement: OrderSettlement;
  refunds: RefundService;
  moves: OrderMoves;
  log: Logger;
}

/** Orders, and refunds, worked off by one tick. */
const batch = 20;
/** Bills of yesterday are compared from this time of the day on, in China. */
const billFromMs = 3 * 3_600_000;
/** Real providers have the bill some hours later; until then it is asked for this often. */
const billRetryMs = 3_600_000;

/** What finds a payment nobody told us of: looks at due orders, refunds under way and yesterday's bill. */
export function createOrderChecks({ store, clock, payments, settlement, refunds, moves, log }: ChecksDeps) {
  const { db } = store;
  /** Per provider. Comparing a day again after a restart changes nothing. */
  const bills = new Map<string, { doneDay: string; nextTryAt: number }>();

  async function check(orderId: string): Promise<void> {
    try {
      const order = await settlement.settle(orderId, 'system');
      // One that could not be delivered has its next try booked already.
      if (order.status === 'paid') return;
      await orders.patchOrder(db, orderId, { next_check_at: nextCheck(order, clock.now()), checks: 0 });
    } catch (error) {
      if (!(error instanceof PaymentUnreachable)) log.error({ error, orderId }, 'an order could not be checked');
      const { checks } = await moves.mustFind(db, orderId);
      const patch = { checks: checks + 1, next_check_at: clock.now() + checkBackoff(checks) };
      await orders.patchOrder(db, orderId, patch);
    }
  }

  async function send(refundId: string): Promise<void> {
    try {
      await refunds.send(refundId);
    } catch (error) {
      log.error({ error, refundId }, 'a refund could not be sent');
    }
  }

  /** The providers that are in use, each once. */
  function providers(): PaymentProvider[] {
    const known = payments.channels().flatMap(({ payType }) => payments.of(payType) ?? []);
    return [...new Map(known.map((provider) => [provider.name, provider])).values()];
  }

  async function compareYesterday(provider: PaymentProvider): Promise<void> {
    const now = clock.now();
    const today = startOfDay(now);
    const day = dayKey(today - 1);
    const state = bills.get(provider.name);
    if (now < today + billFromMs || state?.doneDay === day || (state && now < state.nextTryAt)) return;
    try {
      await compare(provider, today - 1, await provider.bill(day));
      bills.set(provider.name, { doneDay: day, nextTryAt: 0 });
    } catch (error) {
      bills.set(provider.name, { doneDay: state?.doneDay ?? '', nextTryAt: now + billRetryMs });
      if (!(error instanceof PaymentUnreachable)) log.error({ error, day }, 'the bill could not be compared');
    }
  }

  async function compare(provider: PaymentProvider, moment: number, bill: readonly BillLine[]): Promise<void> {
    const ours = await orders.paidBetween(db, provider.name, startOfDay(moment), endOfDay(moment));
    const billed = new Set(bill.map(({ orderNo }) => orderNo));
    for (const line of bill) await compareLine(provider, line);
    for (const { id: orderId, order_no: orderNo, paid_amount: ourAmount } of ours) {
      if (billed.has(orderNo)) continue;
      const detail = `${dayKey(moment)} 的账单里没有这笔付款`;
      await report({
        kind: 'paid_here_only',
        detail,
        orderNo,
        orderId,
        provider: provider.name,
        ourAmount,
      });
    }
  }

  async function compareLine(provider: PaymentProvider, { orderNo, tradeNo, amount }: BillLine): Promise<void> {
    let order = await orders.findByNumber(db, orderNo);
    if (order && order.paid_amount === null) order = await settlement.settle(order.id, 'system');
    const paid = order?.paid_amount ?? null;
    if (paid === amount) return;
    const detail =
      paid === null ? `交易号 ${tradeNo}，本站没有这笔付款` : `账单 ${formatMoney(amount)}，本站 ${formatMoney(paid)}`;
    await report({
      kind: paid === null ? 'paid_there_only' : 'wrong_amount',
      detail,
      orderNo,
      orderId: order?.id ?? null,
      provider: provider.name,
      ourAmount: paid,
      theirAmount: amount,
    });
  }

  /** A day is compared anew after a restart; what staff dealt with meanwhile is not brought up again. */
  async function report(found: Difference): Promise<void> {
    if (!(await isKnownDifference(db, found))) await moves.addDifference(db, found);
  }

  return {
    /** Does what is due; called every second. */
    async tick(): Promise<void> {
      const now = clock.now();
      await Promise.all((await orders.dueOrders(db, now, batch)).map(check));
      await Promise.all((await dueRefunds(db, now, batch)).map(send));
      for (const provider of providers()) await compareYesterday(provider);
    },
  };
}
