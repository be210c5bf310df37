import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

/** Where an order stands, asked of the server; an address bar proves nothing. */
export function useOrder(orderId: string | undefined) {
  return useServerState(() => api.checkOrder({ orderId: orderId ?? '' }), {
    key: `order:${orderId ?? ''}`,
    isReady: orderId !== undefined,
  });
}
