import { minute } from './time.ts';

/** Life of an order (docs/RULES.md R50). */
export const orderStatuses = ['created', 'paying', 'paid', 'completed', 'closed', 'refunding', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatusLabels: Record<OrderStatus, string> = {
  created: '待支付',
  paying: '待支付',
  paid: '已支付，正在到账',
  completed: '已完成',
  closed: '已关闭',
  refunding: '退款中',
  refunded: '已退款',
};

const next: Record<OrderStatus, readonly OrderStatus[]> = {
  created: ['paying', 'paid', 'closed'],
  paying: ['paid', 'closed'],
  paid: ['completed', 'refunding'],
  completed: ['refunding'],
  // A payment that arrives after the order was closed is given back in full.
  closed: ['refunding'],
  // The provider refused the refund, or a part of the amount was refunded and the rest stays.
  refunding: ['refunded', 'completed', 'closed'],
  // All that was bought is taken back; what is left of the payment may still be given back.
  refunded: ['refunding'],
};

export function canOrderMove(from: OrderStatus, to: OrderStatus): boolean {
  return next[from].includes(to);
}

/** Waiting for its payment. There is at most one such order per account and product. */
export function isOrderOpen(status: OrderStatus): boolean {
  return status === 'created' || status === 'paying';
}

/** Paid for and delivered, or about to be; what an order-result page calls a success. */
export function isOrderPaid(status: OrderStatus): boolean {
  return status === 'paid' || status === 'completed';
}

export const payTypes = ['alipay', 'wechat'] as const;
export type PayType = (typeof payTypes)[number];
export const payTypeLabels: Record<PayType, string> = { alipay: '支付宝', wechat: '微信支付' };

/** Time in which an order can be paid, milliseconds. */
export const orderLifetimeMs = 15 * minute;

/** When an open order is looked up at the provider, after its creation (docs/RULES.md R51). */
export const orderCheckDelaysMs = [5_000, 15_000, minute, 180_000, 300_000, 900_000] as const;
