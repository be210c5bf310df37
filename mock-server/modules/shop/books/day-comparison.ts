import { differenceLabels } from '#shared/domain/console-words';
import { formatMoney } from '#shared/domain/format';
import { dayKey, endOfDay, startOfDay } from '#shared/domain/time';
import type { BillLine, PaymentProvider } from '../../../adapters/payment/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Store } from '../../base/store.ts';
import type { OrderService } from '../order/order.service.ts';
import type { Difference, DifferenceList } from '../order/order-ports.ts';
import * as days from './bill-day.repository.ts';
import { isKnownDifference } from './books.repository.ts';

export interface ComparisonDeps {
  store: Store;
  orders: Pick<OrderService, 'findByNumber' | 'settlement'>;
  differences: DifferenceList;
}

/** Batch sizes of one slice: bill lines compared, payments read, differences written. */
const linesAtOnce = 20;
const paymentsAtOnce = 200;
const differencesAtOnce = 20;

/**
 * A day with more differences than `mostDifferences` is stopped; one with at least `fewestPayments` payments also when
 * the number of differences reaches `mostOfPayments` of them.
 */
const mostDifferences = 200;
const mostOfPayments = 0.2;
const fewestPayments = 50;

/** Result of comparing a day; `cause` is set when it was stopped because of too many differences. */
export interface Outcome {
  cause: string | null;
  sums: days.DaySums;
}

interface Payment {
  id: string;
  paid_amount: number | null;
}

/** Compares the bill of a day with our books, in slices. Writes nothing until all differences have been counted. */
export function createDayComparison(deps: ComparisonDeps) {
  return withDeps(deps, { compare });
}

/**
 * Compares a day and lists its differences; none are listed when there are too many, unless `isWanted`.
 * @returns undefined when the server is shutting down
 */
async function compare(
  deps: ComparisonDeps,
  { name }: PaymentProvider,
  moment: number,
  bill: readonly BillLine[],
  isWanted: boolean,
): Promise<Outcome | undefined> {
  const ours = await ourPayments(deps, name, moment);
  if (!ours) return undefined;
  const most = isWanted ? Number.POSITIVE_INFINITY : mostDifferences;
  const found = await differencesOf(deps, name, moment, bill, ours, most);
  if (!found) return undefined;
  const payments = Math.max(ours.size, bill.length);
  const isTooMuch = found.length > most || (payments >= fewestPayments && found.length >= payments * mostOfPayments);
  const sums = sumsOf(ours, bill, found);
  if (isTooMuch && !isWanted) return { cause: causeOf(found, sums), sums };
  return (await write(deps, found)) ? { cause: null, sums } : undefined;
}

async function ourPayments(
  deps: ComparisonDeps,
  provider: string,
  moment: number,
): Promise<Map<string, Payment> | undefined> {
  const span = { provider, from: startOfDay(moment), to: endOfDay(moment) };
  const payments = new Map<string, Payment>();
  let after: { paid_at: number; id: string } | undefined;
  const isDone = await deps.store.slices.run(async () => {
    const page = await days.paymentsAfter(deps.store.reading.db, span, after, paymentsAtOnce);
    for (const row of page) payments.set(row.order_no, row);
    after = page.at(-1);
    return page.length === paymentsAtOnce;
  });
  return isDone ? payments : undefined;
}

/** Difference between a bill line and our books. An unpaid order is settled first; undefined when both agree. */
async function differenceOf(
  deps: ComparisonDeps,
  provider: string,
  { orderNo, tradeNo, amount }: BillLine,
  payments: Map<string, Payment>,
): Promise<Difference | undefined> {
  if (payments.get(orderNo)?.paid_amount === amount) return undefined;
  let order = await deps.orders.findByNumber(orderNo);
  if (order && order.paid_amount === null) order = await deps.orders.settlement.settle(order.id, 'system');
  const paid = order?.paid_amount ?? null;
  if (order && paid !== null) payments.set(orderNo, { id: order.id, paid_amount: paid });
  if (paid === amount) return undefined;
  const detail =
    paid === null ? `交易号 ${tradeNo}，本站没有这笔付款` : `账单 ${formatMoney(amount)}，本站 ${formatMoney(paid)}`;
  return {
    kind: paid === null ? 'paid_there_only' : 'wrong_amount',
    ...{ detail, orderNo, orderId: order?.id ?? null, provider, ourAmount: paid, theirAmount: amount },
  };
}

/**
 * Returns undefined when the server is shutting down. @param most number of differences after which the search ends
 */
async function differencesOf(
  deps: ComparisonDeps,
  provider: string,
  moment: number,
  bill: readonly BillLine[],
  ours: Map<string, Payment>,
  most: number,
): Promise<Difference[] | undefined> {
  const found: Difference[] = [];
  let place = 0;
  const isDone = await deps.store.slices.run(async () => {
    for (const line of bill.slice(place, place + linesAtOnce)) {
      const difference = await differenceOf(deps, provider, line, ours);
      if (difference) found.push(difference);
    }
    place += linesAtOnce;
    return place < bill.length && found.length <= most;
  });
  if (!isDone) return undefined;
  const billed = new Set(bill.map(({ orderNo }) => orderNo));
  for (const [orderNo, { id: orderId, paid_amount: ourAmount }] of ours) {
    if (found.length > most) break;
    if (billed.has(orderNo)) continue;
    const detail = `${dayKey(moment)} 的账单里没有这笔付款`;
    found.push({ kind: 'paid_here_only', detail, orderNo, orderId, provider, ourAmount });
  }
  return found;
}

/** An interrupted comparison starts over: differences already listed, or resolved meanwhile, are skipped. */
async function write(deps: ComparisonDeps, found: readonly Difference[]): Promise<boolean> {
  const { store, differences } = deps;
  let place = 0;
  return store.slices.run(async () => {
    await store.transact(async (tx) => {
      for (const difference of found.slice(place, place + differencesAtOnce))
        if (!(await isKnownDifference(tx, difference))) await differences.add(tx, difference);
    });
    place += differencesAtOnce;
    return place < found.length;
  });
}

function sumsOf(
  ours: ReadonlyMap<string, Payment>,
  bill: readonly BillLine[],
  found: readonly Difference[],
): days.DaySums {
  const causes: Record<string, number> = {};
  for (const { kind } of found) causes[kind] = (causes[kind] ?? 0) + 1;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    ours: { count: ours.size, amount: sum([...ours.values()].map(({ paid_amount }) => paid_amount ?? 0)) },
    theirs: { count: bill.length, amount: sum(bill.map(({ amount }) => amount)) },
    causes,
  };
}

function causeOf(found: readonly Difference[], { ours, theirs, causes }: days.DaySums): string {
  const parts = ['paid_there_only', 'paid_here_only', 'wrong_amount'].flatMap((kind) =>
    causes[kind] ? [`${differenceLabels[kind]} ${causes[kind]} 笔`] : [],
  );
  const many = found.length > mostDifferences ? `超过 ${mostDifferences}` : String(found.length);
  return `账单 ${theirs.count} 笔，本站 ${ours.count} 笔，${many} 处不同（${parts.join('，')}）`;
}
