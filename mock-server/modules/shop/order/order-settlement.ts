import type { Logger } from 'pino';
import type { Order } from '#shared/contract/order';
import { formatMoney } from '#shared/domain/format';
import { isOrderOpen } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import {
  type PaymentDirectory,
  type PaymentProvider,
  PaymentUnreachable,
  type Trade,
} from '../../../adapters/payment/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Locks } from '../../base/locks.ts';
import type { Db, Store } from '../../base/store.ts';
import * as orders from './order.repository.ts';
import { grantBackoff, isPaidTrade, nextCheck } from './order.rules.ts';
import type { OrderDelivery } from './order-delivery.ts';
import { createGiveBack, type PaidTrade, paymentOf, waiting } from './order-give-back.ts';
import type { OrderMoves } from './order-moves.ts';
import type { DifferenceList, OrderRefunds } from './order-ports.ts';

export type CloseReason = NonNullable<Order['closeReason']>;

/** Closing of an order: the reason that is told, whoever does it, and a note beside it. */
export interface Closing {
  reason: CloseReason;
  /** Account of a member of staff, `buyer` or `system`. */
  actor: string;
  /** Written in the transaction that closes the order. */
  record?(tx: Db): Promise<void>;
}

export interface SettlementDeps {
  store: Store;
  clock: Clock;
  payments: PaymentDirectory;
  delivery: OrderDelivery;
  moves: OrderMoves;
  refunds: Pick<OrderRefunds, 'add'>;
  differences: DifferenceList;
  locks: Locks;
  log: Logger;
}

/** The provider of an order is not configured any more, so that nobody can be asked until it is again. */
export class ProviderGone extends PaymentUnreachable {
  constructor() {
    super(new ProductError('payment.provider_gone').message);
  }
}

export type OrderSettlement = ReturnType<typeof createOrderSettlement>;

interface SettlementParts extends SettlementDeps {
  giveBack: ReturnType<typeof createGiveBack>;
}

/**
 * Brings an order to where the provider's books say it is. Nothing but the answer to a query of ours counts, and it is
 * applied in one transaction: paid, delivered and completed, or not at all.
 */
export function createOrderSettlement(deps: SettlementDeps) {
  const { clock, moves, refunds, differences } = deps;
  const giveBack = createGiveBack({ clock, moves, refunds, differences });
  const parts: SettlementParts = { ...deps, giveBack };
  return withDeps(parts, { settle, close: closeOpenOrder, abandon, providerOf });
}

/**
 * Asks the provider and acts on it; an unpaid order past its time is closed, there first. Throws
 * {@link PaymentUnreachable}, and then nothing has changed.
 */
function settle(deps: SettlementParts, orderId: string, actor: string): Promise<orders.OrderRow> {
  const { locks, moves, store, clock } = deps;
  return locks.run(orderId, async () => {
    const order = await moves.mustFind(store.db, orderId);
    if (order.status === 'paid') return redeliver(deps, orderId);
    if (!isOrderOpen(order.status) && order.status !== 'closed') return order;
    const trade = await providerOf(deps, order).query(order.order_no);
    // An order that was given up while its provider was not configured may still be open over there.
    const isOver = order.status === 'closed' ? trade.state === 'open' : order.expires_at <= clock.now();
    if (!isOver || isPaidTrade(trade)) return apply(deps, order, trade, { reason: null, actor });
    return apply(deps, order, await closeAtProvider(deps, order), { reason: 'expired', actor });
  });
}

/**
 * Closes an open order, at the provider first. One that turns out to be paid is completed instead. Throws
 * {@link PaymentUnreachable}, and then nothing has changed.
 */
function closeOpenOrder(deps: SettlementParts, orderId: string, closing: Closing): Promise<orders.OrderRow> {
  const { locks, moves, store } = deps;
  return locks.run(orderId, async () => {
    const order = await moves.mustFind(store.db, orderId);
    if (!isOrderOpen(order.status)) return order;
    const trade = await providerOf(deps, order).query(order.order_no);
    if (isPaidTrade(trade)) return apply(deps, order, trade, { ...closing, reason: null });
    return apply(deps, order, await closeAtProvider(deps, order), closing);
  });
}

/**
 * Closes an order past its time whose provider is gone, and puts it before staff. It is still looked for: a payment
 * that the provider knows of when it is configured again is given back.
 */
function abandon(deps: SettlementDeps, orderId: string): Promise<void> {
  const { locks, store, moves, clock, payments, differences } = deps;
  return locks.run(orderId, () =>
    store.transact(async (tx) => {
      const order = await moves.mustFind(tx, orderId);
      const isOver = isOrderOpen(order.status) && order.expires_at <= clock.now();
      if (!isOver || payments.named(order.provider)) return;
      await close(deps, tx, order, { reason: 'expired', actor: 'system' });
      const detail = '渠道已停用，不知道有没有付款；重新启用后自动核对';
      await moves.note(tx, orderId, { what: 'check_failed', detail, actor: 'system' });
      const { order_no: orderNo, provider, amount: ourAmount } = order;
      await differences.add(tx, { kind: 'provider_gone', detail, orderId, orderNo, provider, ourAmount });
    }),
  );
}

function providerOf(deps: SettlementDeps, order: orders.OrderRow): PaymentProvider {
  const provider = deps.payments.named(order.provider);
  if (!provider) throw new ProviderGone();
  return provider;
}

async function apply(
  deps: SettlementParts,
  order: orders.OrderRow,
  trade: Trade,
  /** The reason is null where the trade alone says it. */
  closing: Omit<Closing, 'reason'> & { reason: CloseReason | null },
): Promise<orders.OrderRow> {
  const { store, clock, giveBack } = deps;
  if (isPaidTrade(trade)) {
    if (trade.state === 'refunded') return store.transact((tx) => giveBack.foreign(tx, order, trade));
    if (order.status === 'closed') return store.transact((tx) => giveBack.late(tx, order, trade));
    if (trade.amount !== order.amount) return store.transact((tx) => giveBack.wrongAmount(tx, order, trade));
    return complete(deps, order, trade);
  }
  if (!isOrderOpen(order.status)) return order;
  const isOver = trade.state === 'closed';
  const reason = closing.reason ?? (isOver ? (clock.now() < order.expires_at ? 'refused' : 'expired') : null);
  return reason === null ? order : store.transact((tx) => close(deps, tx, order, { ...closing, reason }));
}

async function close(
  deps: SettlementDeps,
  tx: Db,
  order: orders.OrderRow,
  { reason, actor, record }: Closing,
): Promise<orders.OrderRow> {
  const { clock, moves } = deps;
  const now = clock.now();
  const closed = { ...order, status: 'closed' as const, closed_at: now };
  const patch = {
    status: closed.status,
    close_reason: reason,
    closed_at: now,
    next_check_at: nextCheck(closed, now),
    checks: 0,
  };
  const moved = await moves.move(tx, order.id, waiting, patch, { what: 'closed', detail: reason, actor });
  if (moved) await record?.(tx);
  return moved ?? moves.mustFind(tx, order.id);
}

async function complete(deps: SettlementParts, order: orders.OrderRow, trade: PaidTrade): Promise<orders.OrderRow> {
  const { store, moves } = deps;
  const paid = paymentOf(trade);
  const event = { what: 'paid', detail: `${formatMoney(trade.amount)}，${trade.tradeNo}`, actor: 'provider' };
  try {
    return await store.transact(async (tx) => {
      const moved = await moves.move(tx, order.id, waiting, { ...paid, status: 'paid' }, event);
      return moved ? deliver(deps, tx, moved) : moves.mustFind(tx, order.id);
    });
  } catch (error) {
    await store.transact(async (tx) => {
      await moves.move(tx, order.id, waiting, { ...paid, status: 'paid' }, event);
    });
    return noteFailedGrant(deps, order.id, error);
  }
}

async function deliver(deps: SettlementParts, tx: Db, order: orders.OrderRow): Promise<orders.OrderRow> {
  const { delivery, clock, moves, giveBack } = deps;
  const delivered = await delivery.deliver(tx, order);
  if (delivered === null) return giveBack.undeliverable(tx, order);
  const now = clock.now();
  const completed = await moves.move(
    tx,
    order.id,
    ['paid'],
    {
      status: 'completed',
      completed_at: now,
      snapshot: JSON.stringify(delivered),
      grant_error: '',
      next_check_at: null,
      checks: 0,
    },
    { what: 'completed', detail: delivered.gives.join('；'), actor: 'system' },
  );
  if (!completed) throw new Error(`order ${order.id} left the state paid while it was delivered`);
  return completed;
}

async function redeliver(deps: SettlementParts, orderId: string): Promise<orders.OrderRow> {
  try {
    return await deps.store.transact(async (tx) => {
      const order = await deps.moves.mustFind(tx, orderId);
      return order.status === 'paid' ? deliver(deps, tx, order) : order;
    });
  } catch (error) {
    return noteFailedGrant(deps, orderId, error);
  }
}

/** The money is there and the goods are not: the next try is booked and the log calls for somebody. */
async function noteFailedGrant(deps: SettlementDeps, orderId: string, error: unknown): Promise<orders.OrderRow> {
  const { log, store, moves, clock } = deps;
  log.error({ error, orderId }, 'a paid order could not be delivered');
  const message = error instanceof Error ? error.message : String(error);
  return store.transact(async (tx) => {
    const { status, checks } = await moves.mustFind(tx, orderId);
    if (status !== 'paid') return moves.mustFind(tx, orderId);
    await orders.patchOrder(tx, orderId, {
      grant_error: message.slice(0, 500),
      checks: checks + 1,
      next_check_at: clock.now() + grantBackoff(checks),
    });
    await moves.note(tx, orderId, { what: 'grant_failed', detail: message.slice(0, 500), actor: 'system' });
    return moves.mustFind(tx, orderId);
  });
}

async function closeAtProvider(deps: SettlementDeps, order: orders.OrderRow): Promise<Trade> {
  const trade = await providerOf(deps, order).close(order.order_no);
  if (trade.state === 'open') throw new PaymentUnreachable('the trade is still open after it was closed');
  return trade;
}

/** Says to a client what an unreachable provider means for it. */
export function unavailable(error: unknown): unknown {
  if (error instanceof ProviderGone) return new ProductError('payment.provider_gone', { cause: error });
  return error instanceof PaymentUnreachable ? new ProductError('payment.unavailable', { cause: error }) : error;
}
