import type { Order } from '#shared/contract/order';

/** An order as the server gave it, and when, on the page's own clock. */
export interface Received {
  order: Order;
  since: number;
}

/**
 * Returns the order to show after an answer to a poll. An answer about another order is late, because the order was
 * replaced while the request was in flight, and is ignored.
 */
export function afterNews(shown: Received | undefined, news: Received): Received {
  return shown && shown.order.orderId !== news.order.orderId ? shown : news;
}
