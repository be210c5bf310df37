import type { Logger } from 'pino';
import type { BillDays } from '#shared/contract/order-desk-rows';
import { dayKey, day as dayMs, hour, startOfDay } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import { type PaymentDirectory, type PaymentProvider, PaymentUnreachable } from '../../../adapters/payment/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Store } from '../../base/store.ts';
import type { OrderService } from '../order/order.service.ts';
import type { DifferenceList } from '../order/order-ports.ts';
import * as days from './bill-day.repository.ts';
import { createDayComparison, type Outcome } from './day-comparison.ts';

export interface BillChecksDeps {
  store: Store;
  clock: Clock;
  payments: PaymentDirectory;
  orders: Pick<OrderService, 'findByNumber' | 'settlement'>;
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

/** Number of days shown in the console. */
const mostDaysShown = 14;

/** Kind of the difference that stands for a whole day whose comparison was stopped. */
export const dayStopped = 'day_stopped';

/** A day that ought to be compared by now and is not. `at` is its first moment. */
interface MissingDay {
  at: number;
  tries: number;
  nextTryAt: number;
  /** True when staff resumed the comparison: all differences are listed, however many. */
  isResumed: boolean;
}

interface BillChecksParts extends BillChecksDeps {
  comparison: ReturnType<typeof createDayComparison>;
}

/**
 * Compares every day's bill of every provider with our books, once. Days on which the server was down are made up,
 * oldest first, from the first order with the provider on.
 */
export function createBillChecks(deps: BillChecksDeps) {
  const { store, orders, differences } = deps;
  const comparison = createDayComparison({ store, orders, differences });
  const parts: BillChecksParts = { ...deps, comparison };
  return withDeps(parts, { tick, overview, overviewOf });
}

/** Compares the next day that is due of each provider. */
async function tick(deps: BillChecksParts): Promise<void> {
  for (const provider of providers(deps)) await compareNext(deps, provider);
}

/** Progress of the comparison for each provider that ever had an order. */
async function overview(deps: BillChecksDeps): Promise<BillDays[]> {
  const overview: BillDays[] = [];
  for (const provider of await days.providersWithOrders(deps.store.db)) overview.push(await overviewOf(deps, provider));
  return overview;
}

/** The providers that are in use, each once. */
function providers(deps: BillChecksDeps): PaymentProvider[] {
  const known = deps.payments.channels().flatMap(({ payType }) => deps.payments.of(payType) ?? []);
  return [...new Map(known.map((provider) => [provider.name, provider])).values()];
}

/** Days that are still to be compared, oldest first; without those whose comparison was stopped. */
async function missingDays(deps: BillChecksDeps, provider: string): Promise<MissingDay[]> {
  const { clock, store } = deps;
  const now = clock.now();
  const today = startOfDay(now);
  const firstOrder = await days.firstOrderAt(store.db, provider);
  if (firstOrder === null) return [];
  const from = Math.max(startOfDay(firstOrder), today - mostDaysBack * dayMs);
  const end = now < today + billFromMs ? today - dayMs : today;
  const rows = await days.billDaysFrom(store.db, provider, dayKey(from));
  const known = new Map(rows.map((row) => [row.bill_date, row]));
  const missing: MissingDay[] = [];
  for (let at = from; at < end; at += dayMs) {
    const row = known.get(dayKey(at));
    if (row && (row.compared_at !== null || row.stopped_at !== null)) continue;
    missing.push({
      ...{ at, tries: row?.tries ?? 0, nextTryAt: row?.next_try_at ?? now },
      isResumed: (row?.resumed_at ?? null) !== null,
    });
  }
  return missing;
}

async function dueDay(deps: BillChecksDeps, provider: string): Promise<MissingDay | undefined> {
  const now = deps.clock.now();
  const missing = await missingDays(deps, provider);
  const next = missing.find(({ tries, nextTryAt }) => nextTryAt <= now || tries < triesBeforeOthers);
  return next && next.nextTryAt <= now ? next : undefined;
}

async function compareNext(deps: BillChecksParts, provider: PaymentProvider): Promise<void> {
  const { store, clock, log, comparison } = deps;
  const due = await dueDay(deps, provider.name);
  if (!due) return;
  const day = dayKey(due.at);
  try {
    const outcome = await comparison.compare(provider, due.at, await provider.bill(day), due.isResumed);
    if (!outcome) return;
    const { cause, sums } = outcome;
    if (cause === null) await days.noteCompared(store.db, provider.name, day, sums, clock.now());
    else await stop(deps, provider.name, day, { cause, sums });
  } catch (error) {
    await days.noteTried(store.db, provider.name, day, clock.now() + billRetryMs);
    if (!(error instanceof PaymentUnreachable)) log.error({ error, day }, 'the bill could not be compared');
  }
}

/** Stops the comparison of a day and adds one difference for the whole day. */
async function stop(
  deps: BillChecksDeps,
  provider: string,
  day: string,
  { cause, sums }: Outcome & { cause: string },
): Promise<void> {
  const { store, clock, differences, log } = deps;
  await store.transact(async (tx) => {
    await days.noteStopped(tx, provider, day, { cause, sums }, clock.now());
    const detail = `${day} ${cause}，核对已停下，其余没有登记`;
    await differences.add(tx, { kind: dayStopped, detail, orderNo: day, provider });
  });
  log.error({ provider, day, cause }, 'the bill of a day differs wholesale, its comparison was stopped');
}

async function overviewOf(deps: BillChecksDeps, provider: string): Promise<BillDays> {
  const { store, clock, payments } = deps;
  const rows = await days.billDaysFrom(store.db, provider, dayKey(clock.now() - (mostDaysBack + 1) * dayMs));
  return {
    id: provider,
    provider,
    isInUse: payments.named(provider) !== null,
    lastDay: await days.lastComparedDay(store.db, provider),
    missingDays: (await missingDays(deps, provider)).map(({ at }) => dayKey(at)),
    stoppedDays: rows.flatMap(({ bill_date: day, stopped_at: stoppedAt, stop_cause: cause }) =>
      stoppedAt === null ? [] : [{ day, cause: cause ?? '', stoppedAt }],
    ),
    days: rows
      .toSorted((a, b) => (a.bill_date < b.bill_date ? 1 : -1))
      .flatMap((row) => dayOf(row) ?? [])
      .slice(0, mostDaysShown),
  };
}

/** Summary of a day; undefined when it was compared before the sums were stored. */
function dayOf(row: days.BillDayRow): BillDays['days'][number] | undefined {
  const { our_count: ourCount, our_amount: ourAmount, their_count: theirCount, their_amount: theirAmount } = row;
  if (ourCount === null || ourAmount === null || theirCount === null || theirAmount === null) return undefined;
  const causes = Object.entries(JSON.parse(row.causes ?? '{}') as Record<string, number>);
  return {
    ...{ day: row.bill_date, ourCount, ourAmount, theirCount, theirAmount },
    causes: causes.map(([kind, count]) => ({ kind, count })),
  };
}
