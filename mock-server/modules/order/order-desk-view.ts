import {
  type PaymentDifference,
  type StaffOrder,
  type StaffRefund,
  secondPersonAbove,
} from '#shared/contract/order-desk';
import { maskPhone } from '#shared/domain/phone';
import type { StaffOrderRow, StaffRefundRow } from './order-desk.repository.ts';
import { readSnapshot } from './order-snapshot.ts';
import type { DifferenceRow } from './payment-books.repository.ts';

export function toStaffOrder(row: StaffOrderRow): StaffOrder {
  const { title, gives } = readSnapshot(row.snapshot);
  return {
    id: row.id,
    orderNo: row.order_no,
    accountId: row.account_id,
    nickName: row.nick_name,
    phoneNo: row.phone_no && maskPhone(row.phone_no),
    isTestUser: row.is_test === 1,
    productId: row.product_id,
    title,
    quantity: row.quantity,
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    payType: row.pay_type,
    provider: row.provider,
    tradeNo: row.trade_no,
    status: row.status,
    closeReason: row.close_reason,
    grantError: row.grant_error,
    note: row.note,
    gives,
    createdAt: row.created_at,
    expireAt: row.expires_at,
    paidAt: row.paid_at,
    completedAt: row.completed_at,
    closedAt: row.closed_at,
    nextCheckAt: row.next_check_at,
  };
}

export function toStaffRefund(row: StaffRefundRow): StaffRefund {
  return {
    id: row.id,
    orderId: row.order_id,
    orderNo: row.order_no,
    accountId: row.account_id,
    nickName: row.nick_name,
    title: readSnapshot(row.snapshot).title,
    amount: row.amount,
    orderAmount: row.order_amount,
    reason: row.reason,
    status: row.status,
    requestedBy: row.requested_by,
    approvedBy: row.approved_by,
    answer: row.answer,
    needsSecondPerson: row.amount > secondPersonAbove,
    error: row.error,
    createdAt: row.created_at,
    doneAt: row.done_at,
  };
}

export function toDifference(row: DifferenceRow): PaymentDifference {
  return {
    id: row.id,
    orderId: row.order_id,
    orderNo: row.order_no,
    provider: row.provider,
    kind: row.kind,
    detail: row.detail,
    ourAmount: row.our_amount,
    theirAmount: row.their_amount,
    resolvedBy: row.resolved_by,
    resolution: row.resolution,
    createdAt: row.created_at,
  };
}
