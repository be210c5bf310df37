import type { Logger } from 'pino';
import type { BillDays } from '#shared/contract/order-desk-rows';
import { formatMoney } from '#shared/domain/format';
import { dayKey, day as dayMs, endOfDay, hour, startOfDay } from '#shared/domain/time';
import type { Clock } from '../../adapters/clock/port.ts';
import {
  type BillLine,
  type PaymentDirectory,
  type PaymentProvider,
  PaymentUnreachable,
} from '../../adapters/payment/port.ts';
import type { OrderService } from '../order/order.service.ts';
import type { Difference, DifferenceList } from '../order/order-ports.ts';
import type { Store } from '../store.ts';
import * as days from './bill-day.repository.ts';
import { isKnownDifference } from './books.repository.ts';

export interface BillChecksDeps {
  store: Store;
  clock: Clock;
  payments: PaymentDirectory;
  orders: Pick<OrderService, 'findByNumber' | 'paidBetween' | 'settlement'>;
  differences: DifferenceList;
  log: Logger;
}

export type BillChecks = ReturnType<typeof createBillChecks>;

/** The bill of a day is compared from this time of the next day on, in China. */
const billFromMs = 3 * hour;
/** Real providers have the bill some hours later; until then it is asked for this often. */
const billRetryMs = hour;
/** Tries after which the days behind one whose bill cannot be had wait no longer. */
const triesBeforeOthers = 3;
/** Days of which nobody had the bill are made up this far back. */
const mostDaysBack = 60;

/** A day that ought to be compared by now and is not. `at` is its first moment. */
interface MissingDay {
  at: number;
  tries: number;
  nextTryAt: number;
}

/**
 * Compares every day's bill of every provider with our books, once. Days on which the server was down are made up,
 * oldest first, from the first order with the provider on.
 */
export function createBillChecks({ store, clock, payments, orders, differences, log }: BillChecksDeps) {
  const { db } = store;

  /** The providers that are in use, each once. */
  function providers(): PaymentProvider[] {
    const known = payments.channels().flatMap(({ payType }) => payments.of(payType) ?? []);
    return [...new Map(known.map((provider) => [provider.name, provider])).values()];
  }

  /** Oldest first. */
  async function missingDays(provider: string): Promise<MissingDay[]> {
    const now = clock.now();
    const today = startOfDay(now);
    const firstOrder = await days.firstOrderAt(db, provider);
    if (firstOrder === null) return [];
    const from = Math.max(startOfDay(firstOrder), today - mostDaysBack * dayMs);
    const end = now < today + billFromMs ? today - dayMs : today;
    const rows = await days.billDaysFrom(db, provider, dayKey(from));
    const known = new Map(rows.map((row) => [row.bill_date, row]));
    const missing: MissingDay[] = [];
    for (let at = from; at < end; at += dayMs) {
      const row = known.get(dayKey(at));
      if (!row || row.compared_at === null)
        missing.push({ at, tries: row?.tries ?? 0, nextTryAt: row?.next_try_at ?? now });
    }
    return missing;
  }

  async function dueDay(provider: string): Promise<MissingDay | undefined> {
    const now = clock.now();
    const missing = await missingDays(provider);
    const next = missing.find(({ tries, nextTryAt }) => nextTryAt <= now || tries < triesBeforeOthers);
    return next && next.nextTryAt <= now ? next : undefined;
  }

  async function compareNext(provider: PaymentProvider): Promise<void> {
    const due = await dueDay(provider.name);
    if (!due) return;
    const day = dayKey(due.at);
    try {
      await compare(provider, due.at, await provider.bill(day));
      await days.noteCompared(db, provider.name, day, clock.now());
    } catch (error) {
      await days.noteTried(db, provider.name, day, clock.now() + billRetryMs);
      if (!(error instanceof PaymentUnreachable)) log.error({ error, day }, 'the bill could not be compared');
    }
  }

  async function compare({ name }: PaymentProvider, moment: number, bill: readonly BillLine[]): Promise<void> {
    const ours = await orders.paidBetween(name, startOfDay(moment), endOfDay(moment));
    const billed = new Set(bill.map(({ orderNo }) => orderNo));
    for (const line of bill) await compareLine(name, line);
    for (const { id: orderId, order_no: orderNo, paid_amount: ourAmount } of ours) {
      if (billed.has(orderNo)) continue;
      const detail = `${dayKey(moment)} 的账单里没有这笔付款`;
      await report({ kind: 'paid_here_only', detail, orderNo, orderId, provider: name, ourAmount });
    }
  }

  async function compareLine(provider: string, { orderNo, tradeNo, amount }: BillLine): Promise<void> {
    let order = await orders.findByNumber(orderNo);
    if (order && order.paid_amount === null) order = await orders.settlement.settle(order.id, 'system');
    const paid = order?.paid_amount ?? null;
    if (paid === amount) return;
    const detail =
      paid === null ? `交易号 ${tradeNo}，本站没有这笔付款` : `账单 ${formatMoney(amount)}，本站 ${formatMoney(paid)}`;
    await report({
      kind: paid === null ? 'paid_there_only' : 'wrong_amount',
      detail,
      orderNo,
      orderId: order?.id ?? null,
      provider,
      ourAmount: paid,
      theirAmount: amount,
    });
  }

  /** A day whose comparison broke off is compared from its beginning; what staff resolved meanwhile is not listed again. */
  async function report(found: Difference): Promise<void> {
    if (!(await isKnownDifference(db, found))) await differences.add(db, found);
  }

  return {
    /** Compares the next day that is due of each provider. */
    async tick(): Promise<void> {
      for (const provider of providers()) await compareNext(provider);
    },

    /** How far the comparison is with each provider that was ever ordered with. */
    async overview(): Promise<BillDays[]> {
      const overview: BillDays[] = [];
      for (const provider of await days.providersWithOrders(db)) {
        overview.push({
          id: provider,
          provider,
          isInUse: payments.named(provider) !== null,
          lastDay: await days.lastComparedDay(db, provider),
          missingDays: (await missingDays(provider)).map(({ at }) => dayKey(at)),
        });
      }
      return overview;
    },
  };
}
