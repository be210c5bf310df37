import { expect, it } from 'vitest';
import { canOrderMove, isOrderOpen, isOrderPaid, orderStatuses, orderStatusLabels } from './order-status.ts';

it('goes the ways of docs/RULES.md R50 and no others', () => {
  const ways = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => canOrderMove(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(ways).toEqual([
    'created → paying',
    'created → paid',
    'created → closed',
    'paying → paid',
    'paying → closed',
    'paid → completed',
    'paid → refunding',
    'completed → refunding',
    'closed → refunding',
    'refunding → completed',
    'refunding → closed',
    'refunding → refunded',
    'refunded → refunding',
  ]);
});

it('has a word for each state, and each is open, paid or over', () => {
  for (const status of orderStatuses) expect(orderStatusLabels[status]).not.toBe('');
  expect(orderStatuses.filter(isOrderOpen)).toEqual(['created', 'paying']);
  expect(orderStatuses.filter(isOrderPaid)).toEqual(['paid', 'completed']);
});
