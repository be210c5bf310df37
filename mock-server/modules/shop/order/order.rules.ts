import { isOrderOpen, type OrderStatus, orderCheckDelaysMs, orderStatusLabels } from '#shared/domain/order-status';
import { dayKey, hour, minute, second } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Trade } from '../../../adapters/payment/port.ts';

/** Orders of one account that wait for their payment at the same time. */
export const openOrderLimit = 5;
/** A client's look at an order asks the provider at most this often. */
export const lookEveryMs = 3 * second;
/** The same for a client that says that it has paid. */
export const verifyEveryMs = second;
/** A payment may still land just after the closing; a last look is taken then. */
const lookAfterClosingMs = 15 * minute;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `ZH20261120` and 14 unguessable characters of [0-9A-Z]. @param number a random number below its argument */
export function newOrderNo(now: number, number: (limit: number) => number): string {
  const random = Array.from({ length: 14 }, () => digits[number(digits.length)]).join('');
  return `ZH${dayKey(now).replaceAll('-', '')}${random}`;
}

/** Waits that double from `first` up to `longest`. @param failures those before in a row */
export function backoff(failures: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(failures, 20));
}

export const checkBackoff = (failures: number) => backoff(failures, 15 * second, hour);
/**
 * Returns true when so many looks have failed in a row that the longest wait is reached: an order of a gone provider is
 * given up.
 */
export const isLookedForInVain = (failures: number) => checkBackoff(failures) === hour;
export const grantBackoff = (failures: number) => backoff(failures, 5 * second, 10 * minute);

/** Facts that decide when an order is looked up at the provider. */
export interface Schedule {
  status: OrderStatus;
  created_at: number;
  expires_at: number;
  closed_at: number | null;
}

/** When the provider is asked next, after it was asked at `now`; null when never again. */
export function nextCheck({ status, created_at, expires_at, closed_at }: Schedule, now: number): number | null {
  if (isOrderOpen(status)) {
    const next = orderCheckDelaysMs.map((delay) => created_at + delay).find((at) => at > now && at < expires_at);
    return next ?? (expires_at > now ? expires_at : now + minute);
  }
  const last = (closed_at ?? 0) + lookAfterClosingMs;
  return status === 'closed' && last > now ? last : null;
}

/** Returns true when money was paid for a trade, whatever became of it. */
export function isPaidTrade(trade: Trade): trade is Extract<Trade, { tradeNo: string }> {
  return trade.state === 'paid' || trade.state === 'refunded';
}

export function notOpen(status: OrderStatus): ProductError {
  return new ProductError('order.not_open', { fill: { status: orderStatusLabels[status] } });
}

/** The statuses behind the filters of the list. A refund may be asked for in several of them: it is looked for itself. */
export const statusFilters = {
  open: ['created', 'paying'],
  paid: ['paid', 'completed'],
  closed: ['closed'],
  refund: ['completed', 'closed', 'refunding', 'refunded'],
} as const satisfies Record<string, readonly OrderStatus[]>;
