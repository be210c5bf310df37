import type { Order } from '#shared/contract/order';
import { isOrderOpen } from '#shared/domain/order-status';
import type { OrderRow } from './order.repository.ts';
import type { BookedRefund } from './order-ports.ts';
import { readSnapshot } from './order-snapshot.ts';

/** Facts of an order beside its row. */
export interface OrderBackground {
  /** Its newest refund. */
  refund: BookedRefund | undefined;
  invoice: Order['invoice'];
  canRefund: boolean;
  canInvoice: boolean;
}

/** An order as its buyer sees it. */
export function toOrder(row: OrderRow, background: OrderBackground, now: number): Order {
  const { title, gives } = readSnapshot(row.snapshot);
  const { refund, invoice, canRefund, canInvoice } = background;
  const isPayable = isOrderOpen(row.status) && now < row.expires_at;
  return {
    orderId: row.id,
    orderNo: row.order_no,
    productId: row.product_id,
    title,
    kind: row.kind,
    quantity: row.quantity,
    amount: row.amount,
    payType: row.pay_type,
    isSimulated: row.provider === 'simulated',
    status: row.status,
    gives,
    createdAt: row.created_at,
    expireAt: row.expires_at,
    waitMs: isPayable ? row.expires_at - now : 0,
    paidAt: row.paid_at,
    completedAt: row.completed_at,
    closedAt: row.closed_at,
    closeReason: row.close_reason,
    refundedAmount: row.refunded_amount,
    refund: refund ? toRefund(refund) : null,
    invoice,
    codeUrl: isPayable ? row.code_url : null,
    canRefund,
    canInvoice,
  };
}

function toRefund(row: BookedRefund): NonNullable<Order['refund']> {
  return {
    status: row.status,
    amount: row.amount,
    reason: row.reason,
    answer: row.answer,
    requestedAt: row.created_at,
    doneAt: row.done_at,
  };
}
