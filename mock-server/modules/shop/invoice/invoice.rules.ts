import type { OrderStatus } from '#shared/domain/order-status';
import { day } from '#shared/domain/time';
import { foldCode } from '#shared/domain/typed';

/** Facts that decide on an invoice for an order. Amounts are fen. */
export interface InvoicedOrder {
  status: OrderStatus;
  paid_at: number | null;
  paid_amount: number | null;
  refunded_amount: number;
}

const invoiceDays = 180;
const taxNumber = /^([0-9A-Z]{15}|[0-9A-Z]{17}|[0-9A-Z]{18}|[0-9A-Z]{20})$/;

/** Amount of an invoice, fen: the payment less refunds. */
export function invoiceAmount({ paid_amount, refunded_amount }: InvoicedOrder): number {
  return Math.max(0, (paid_amount ?? 0) - refunded_amount);
}

/** Why there can be no invoice for the order, in a sentence for its buyer; null when there can. */
export function invoiceRefusal(order: InvoicedOrder, now: number): string | null {
  if (order.paid_at !== null && invoiceAmount(order) === 0) return '订单已全额退款，不能开发票';
  if (order.status === 'refunding') return '订单正在退款，退款完成后再申请发票';
  if (order.status !== 'completed') return '订单完成后才能申请发票';
  if (now - (order.paid_at ?? now) > invoiceDays * day) return `只能为 ${invoiceDays} 天内支付的订单申请发票`;
  return null;
}

/** In capital letters and without spaces; null when it is no tax number. */
export function readTaxNumber(text: string): string | null {
  const compact = foldCode(text).toUpperCase();
  return taxNumber.test(compact) ? compact : null;
}
