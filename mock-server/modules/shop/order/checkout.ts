import { isOrderOpen, isOrderPaid, orderLifetimeMs, type PayType, payTypeLabels } from '#shared/domain/order-status';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { type PaymentDirectory, type PaymentProvider, PaymentUnreachable } from '../../../adapters/payment/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { Locks } from '../../base/locks.ts';
import type { Db, Store } from '../../base/store.ts';
import * as orders from './order.repository.ts';
import { lookEveryMs, newOrderNo, nextCheck, notOpen, openOrderLimit, verifyEveryMs } from './order.rules.ts';
import type { OrderMoves } from './order-moves.ts';
import type { OrderOffers } from './order-offers.ts';
import { type OrderSettlement, unavailable } from './order-settlement.ts';
import { readSnapshot } from './order-snapshot.ts';

export interface CheckoutDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  payments: PaymentDirectory;
  offers: OrderOffers;
  settlement: OrderSettlement;
  moves: OrderMoves;
  locks: Locks;
}

/** Request of a buyer. `origin` is the address at which the product is reached, for the provider to answer to. */
export interface CheckoutRequest {
  accountId: string;
  productId: string;
  quantity: number;
  payType: PayType;
  origin: string;
}

/** Two tabs that order at once meet at the unique index; the second then finds the order of the first. */
const tries = 5;

/** A buyer's way from a product to a paid order. */
export function createCheckout(deps: CheckoutDeps) {
  return {
    ...withDeps(deps, { payByAlipay, check, verify, cancel, create: placeAndOpen }),
    mustOwn,
  };
}

/** A page of Alipay's to pay an order at: of one there is, or of a new one for a product. */
async function payByAlipay(
  deps: CheckoutDeps,
  accountId: string,
  { orderId, productId }: { orderId?: string | undefined; productId?: string | undefined },
  origin: string,
): Promise<{ orderId: string; payUrl: string }> {
  const { store, clock, settlement } = deps;
  if ((orderId === undefined) === (productId === undefined))
    throw new ProductError('request.invalid', { fields: { orderId: ['orderId 与 productId 须填一项'] } });
  const named = orderId === undefined ? undefined : await mustOwn(store.db, accountId, orderId);
  if (named && !isOrderOpen(named.status)) throw notOpen(named.status);
  if (named && named.expires_at <= clock.now()) {
    const settled = await settlement.settle(named.id, 'system').catch((error: unknown) => {
      throw unavailable(error);
    });
    throw notOpen(settled.status);
  }
  const wanted = named?.product_id ?? productId ?? '';
  const known = named ?? (await orders.findOpenOrder(store.db, accountId, wanted));
  const quantity = known?.quantity ?? 1;
  const order = await place(deps, { accountId, productId: wanted, quantity, payType: 'alipay', origin });
  return payPage(deps, order.id, origin);
}

/** The order as it is; asks the provider when nobody did lately. An unreachable one changes nothing. */
async function check(
  { store, clock, settlement }: CheckoutDeps,
  accountId: string,
  orderId: string,
): Promise<orders.OrderRow> {
  const order = await mustOwn(store.db, accountId, orderId);
  if (!isOrderOpen(order.status) || !(await orders.takeLook(store.db, order.id, clock.now(), lookEveryMs)))
    return order;
  return settlement.settle(order.id, 'buyer').catch((error: unknown) => {
    if (error instanceof PaymentUnreachable) return order;
    throw error;
  });
}

/** Asks the provider at once; grants nothing by itself. Throws `payment.unavailable`. */
async function verify(
  { store, clock, settlement }: CheckoutDeps,
  accountId: string,
  orderId: string,
): Promise<orders.OrderRow> {
  const order = await mustOwn(store.db, accountId, orderId);
  const isSettled = !isOrderOpen(order.status) && order.status !== 'closed' && order.status !== 'paid';
  if (isSettled || !(await orders.takeLook(store.db, order.id, clock.now(), verifyEveryMs))) return order;
  return settlement.settle(order.id, 'buyer').catch((error: unknown) => {
    throw unavailable(error);
  });
}

async function cancel(
  { store, settlement }: CheckoutDeps,
  accountId: string,
  orderId: string,
): Promise<orders.OrderRow> {
  const order = await mustOwn(store.db, accountId, orderId);
  if (!isOrderOpen(order.status)) throw notOpen(order.status);
  return settlement.close(order.id, { reason: 'canceled', actor: 'buyer' }).catch((error: unknown) => {
    throw unavailable(error);
  });
}

function channelOf(deps: CheckoutDeps, payType: PayType): PaymentProvider {
  const provider = deps.payments.of(payType);
  if (!provider) throw new ProductError('payment.no_channel', { fill: { channel: payTypeLabels[payType] } });
  return provider;
}

async function mustOwn(handle: Db, accountId: string, orderId: string): Promise<orders.OrderRow> {
  const order = await orders.findOrder(handle, orderId);
  if (order?.account_id !== accountId) throw new ProductError('order.not_found');
  return order;
}

/** The open order for the same thing by the same channel, or a new one; an older one that differs is closed first. */
async function place(deps: CheckoutDeps, wish: CheckoutRequest): Promise<orders.OrderRow> {
  const provider = channelOf(deps, wish.payType);
  for (let tried = 0; tried < tries; tried++) {
    const known = await orders.findOpenOrder(deps.store.db, wish.accountId, wish.productId);
    if (known) {
      const isSame = known.quantity === wish.quantity && known.pay_type === wish.payType;
      if (isSame && known.provider === provider.name && known.expires_at > deps.clock.now()) return known;
      const settled = await clear(deps, known, wish);
      if (isOrderPaid(settled.status)) return settled;
    }
    const made = await insert(deps, wish, provider.name);
    if (made) return made;
  }
  throw new ProductError('order.confirming');
}

/** Closes an open order for the same product. When the provider says that it was paid, it is delivered instead. */
async function clear(deps: CheckoutDeps, known: orders.OrderRow, wish: CheckoutRequest): Promise<orders.OrderRow> {
  const { clock, store, offers, settlement } = deps;
  if (known.expires_at > clock.now()) {
    // Checked before the open order is closed: a product that cannot be ordered leaves that order open.
    await store.transact((tx) => offers.offer(tx, wish.accountId, wish.productId, wish.quantity));
  }
  try {
    if (known.expires_at <= clock.now()) return await settlement.settle(known.id, 'system');
    return await settlement.close(known.id, { reason: 'replaced', actor: 'buyer' });
  } catch (error) {
    if (error instanceof PaymentUnreachable) throw new ProductError('order.confirming', { cause: error });
    throw error;
  }
}

async function insert(
  deps: CheckoutDeps,
  { accountId, productId, quantity, payType }: CheckoutRequest,
  provider: string,
): Promise<orders.OrderRow | undefined> {
  const { store, offers, clock, ids, moves } = deps;
  return store.transact(async (tx) => {
    const { amount, sold } = await offers.offer(tx, accountId, productId, quantity);
    const now = clock.now();
    if ((await orders.countOpen(tx, accountId, now)) >= openOrderLimit) throw new ProductError('order.too_many');
    const id = ids.next('order');
    const dates = { created_at: now, expires_at: now + orderLifetimeMs, closed_at: null };
    const isNew = await orders.insertOrder(tx, {
      id,
      order_no: newOrderNo(now, ids.number),
      account_id: accountId,
      product_id: productId,
      kind: sold.kind,
      quantity,
      amount,
      snapshot: JSON.stringify(sold),
      title: sold.title,
      pay_type: payType,
      provider,
      status: 'created',
      next_check_at: nextCheck({ status: 'created', ...dates }, now),
      ...dates,
    });
    if (!isNew) return undefined;
    return moves.opened(tx, id, { what: 'created', detail: sold.gives.join('；'), actor: 'buyer' });
  });
}

/**
 * Opens the trade at the provider, or asks for the same way to pay again. Throws `payment.unavailable`, which leaves
 * the order as it is, and `order.not_open`.
 */
async function openChannel(
  deps: CheckoutDeps,
  orderId: string,
  origin: string,
): Promise<{ order: orders.OrderRow; payUrl: string | null }> {
  const { locks, moves, store } = deps;
  return locks.run(orderId, async () => {
    const order = await moves.mustFind(store.db, orderId);
    if (!isOrderOpen(order.status)) throw notOpen(order.status);
    const provider = channelOf(deps, order.pay_type);
    if (provider.name !== order.provider) throw new ProductError('payment.unavailable');
    const opened = await provider
      .open({
        orderNo: order.order_no,
        payType: order.pay_type,
        amount: order.amount,
        subject: subjectOf(order),
        expireAt: order.expires_at,
        notifyUrl: `${origin}/api/order/notify/${order.pay_type}`,
        returnUrl: `${origin}/done2?orderId=${order.id}`,
      })
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    const codeUrl = order.pay_type === 'wechat' ? opened.codeUrl : null;
    const paying = await store.transact((tx) =>
      moves.move(
        tx,
        order.id,
        ['created'],
        { status: 'paying', code_url: codeUrl },
        { what: 'paying', actor: 'buyer' },
      ),
    );
    return { order: paying ?? order, payUrl: opened.payUrl };
  });
}

/** The channels that pay by a code are open as soon as the order is there. */
async function placeAndOpen(deps: CheckoutDeps, wish: CheckoutRequest): Promise<orders.OrderRow> {
  const order = await place(deps, wish);
  if (order.pay_type !== 'wechat' || order.status !== 'created') return order;
  return (await openChannel(deps, order.id, wish.origin)).order;
}

async function payPage(
  deps: CheckoutDeps,
  orderId: string,
  origin: string,
): Promise<{ orderId: string; payUrl: string }> {
  const { payUrl } = await openChannel(deps, orderId, origin);
  if (payUrl === null) throw new ProductError('payment.unavailable');
  return { orderId, payUrl };
}

/** Subject of the payment as the payer reads it at the provider: `筑绘 AI 普通券 100 张 × 2`. */
function subjectOf({ snapshot, quantity }: orders.OrderRow): string {
  const { title } = readSnapshot(snapshot);
  return `筑绘 AI ${title}${quantity > 1 ? ` × ${quantity}` : ''}`.slice(0, 64);
}
