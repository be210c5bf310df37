import { useEffect, useRef } from 'react';
import { ApiError } from '#shared/client/create-client';
import type { Answer, Call } from '#shared/contract/endpoint';
import type { Order, orderContract } from '#shared/contract/order';
import { isOrderOpen, type PayType } from '#shared/domain/order-status';
import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { useShop } from '../lib/shop-store';

export type Catalogue = Answer<typeof orderContract.products>;
export type OrderFilter = NonNullable<Call<typeof orderContract.orders>['status']>;
export type InvoiceRequest = Call<typeof orderContract.requestInvoice>;

/** Products for sale; for a logged-in person also what they may buy and their upgrades. */
export function useCatalogue(isLoggedIn: boolean) {
  return useServerState(() => api.products(), {
    key: `products:${isLoggedIn}`,
    dependsOn: [useShop('arrivals')],
  });
}

/** Makes an order, or gives the one that waits for the same thing already. */
export function placeOrder(wish: { productId: string; quantity: number; payType: PayType }): Promise<Order> {
  return api.createOrder(wish);
}

/** Address for the payment at Alipay; an order of another channel is replaced by a new one. */
export function openAlipay(orderId: string): Promise<{ orderId: string; payUrl: string }> {
  return api.createAliPayOrder({ orderId });
}

/** State of an order, read from the server; an address bar proves nothing. */
export function readOrder(orderId: string): Promise<Order> {
  return api.checkOrder({ orderId });
}

/** Has the server ask the payment provider at once. */
export function verifyOrder(orderId: string): Promise<Order> {
  return api.completeOrder({ orderId });
}

export function cancelOrder(orderId: string): Promise<Order> {
  return api.cancelOrder({ orderId });
}

export function useOrder(orderId: string | undefined) {
  return useServerState(() => readOrder(orderId ?? ''), {
    key: `order:${orderId ?? ''}`,
    isReady: orderId !== undefined,
  });
}

/** My orders, newest first. */
export function useOrders(status: OrderFilter | undefined) {
  return useServerList<Order>(
    (cursor) => api.orders({ ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }),
    { idOf: ({ orderId }) => orderId, dependsOn: [status, useShop('arrivals')] },
  );
}

export function useRefundQuote(orderId: string) {
  return useServerState(() => api.refundQuote({ orderId }), { key: `refund-quote:${orderId}` });
}

export function requestRefund(orderId: string, reason: string): Promise<Order> {
  return api.requestRefund({ orderId, reason });
}

export function requestInvoice(request: InvoiceRequest): Promise<Order> {
  return api.requestInvoice(request);
}

export function redeemCode(code: string): Promise<{ gives: string[] }> {
  return api.redeemCode({ code });
}

/**
 * Returns true when an order may change without the user: while it is open, paid but not delivered, or being refunded.
 */
export function isOrderMoving({ status }: Order): boolean {
  return isOrderOpen(status) || status === 'paid' || status === 'refunding';
}

const eagerMs = 5 * minute;
const eagerPollMs = 2_000;
const patientPollMs = 10_000;

/**
 * Asks after an order every 2 seconds for 5 minutes, then every 10 seconds; not in a background tab, which asks at once
 * when it is looked at again.
 * @param orderId undefined while nothing is to be followed.
 */
export function useOrderNews(orderId: string | undefined, onNews: (order: Order) => void): void {
  const latest = useRef(onNews);
  latest.current = onNews;
  useEffect(() => {
    if (orderId === undefined) return;
    const aborter = new AbortController();
    const { signal } = aborter;
    const startedAt = performance.now();
    let timer = 0;
    const plan = () => {
      window.clearTimeout(timer);
      const isEager = performance.now() - startedAt < eagerMs;
      timer = window.setTimeout(() => void ask(), isEager ? eagerPollMs : patientPollMs);
    };
    const ask = async () => {
      if (document.hidden) return;
      try {
        const order = await api.checkOrder({ orderId }, { signal });
        if (!signal.aborted) latest.current(order);
      } catch (error) {
        // The order does not exist, so asking stops. Any other failure may pass.
        if (error instanceof ApiError && error.status === 404) return;
      }
      if (!signal.aborted) plan();
    };
    plan();
    document.addEventListener('visibilitychange', () => void ask(), { signal });
    return () => {
      aborter.abort();
      window.clearTimeout(timer);
    };
  }, [orderId]);
}
