import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/contract/order';
import { afterNews, type Received } from './received-order';

const received = (orderId: string, status: Order['status'], since: number): Received => ({
  order: { orderId, status } as Order,
  since,
});

describe('news of the order at the checkout', () => {
  it('shows what became of the order', () => {
    const paid = received('a', 'paid', 2);
    expect(afterNews(received('a', 'paying', 1), paid)).toBe(paid);
    expect(afterNews(undefined, paid)).toBe(paid);
  });

  it('does not put back an order that was placed again while its request was under way', () => {
    const placedAgain = received('b', 'created', 2);
    expect(afterNews(placedAgain, received('a', 'closed', 3))).toBe(placedAgain);
  });
});
