import type { MemberClient } from './clients.ts';
import { isRefusal } from './killed-server.ts';

/** Orders of one member; each is completed before the next one is created. */
export function orderOperations({ server, own, random, call, note }: MemberClient) {
  async function trade(): Promise<void> {
    const { orderId, orderNo, amount } = await call((api) => api.createOrder({ productId: 'live-30' }));
    note('order');
    if (random() < 0.2) return cancel(orderId, amount);
    await call((api) => api.createAliPayOrder({ orderId }));
    await server.retryUntilAnswered(() => server.control('/__mock/pay', { orderNo, action: 'pay' }));
    await completed(orderId);
    own.orders.set(orderId, { amount, end: 'paid' });
    own.tickets.live += 30;
    note('order paid');
    if (random() < 0.3) await askRefund(orderId, amount);
  }

  async function cancel(orderId: string, amount: number): Promise<void> {
    await call(async (api, isRetry) => {
      await api.cancelOrder({ orderId }).catch((error: unknown) => {
        if (!(isRetry && isRefusal(error, 'order.not_open'))) throw error;
      });
    });
    own.orders.set(orderId, { amount, end: 'canceled' });
    note('order canceled');
  }

  async function completed(orderId: string): Promise<void> {
    for (let looks = 0; looks < 100; looks++) {
      const order = await call((api) => api.completeOrder({ orderId }));
      if (order.status === 'completed') return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`order ${orderId} was paid and is not completed`);
  }

  async function askRefund(orderId: string, amount: number): Promise<void> {
    await call(async (api, isRetry) => {
      await api.requestRefund({ orderId, reason: '买错了' }).catch((error: unknown) => {
        if (!(isRetry && isRefusal(error, 'refund.waiting'))) throw error;
      });
    });
    own.orders.set(orderId, { amount, end: 'refund_asked' });
    note('refund asked');
  }

  return { trade };
}
