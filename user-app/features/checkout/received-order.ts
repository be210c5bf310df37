import type { Order } from '#shared/contract/order';

/** An order as the server gave it, and when, on the page's own clock. */
export interface Received {
  order: Order;
  since: number;
}

/**
 * What the page shows after news of an order that it follows. News of another order is late: the order was replaced
 * while the request was under way.
 */
export function afterNews(shown: Received | undefined, news: Received): Received {
  return shown && shown.order.orderId !== news.order.orderId ? shown : news;
}
