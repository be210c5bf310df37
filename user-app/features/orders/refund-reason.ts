import type { Order } from '#shared/contract/order';

/** Why money goes or went back; empty where none does. */
export function refundReason({ status, refund }: Order): string {
  return refund && (status === 'refunding' || status === 'refunded') ? `退款原因：${refund.reason}` : '';
}
