import type { StaffRefund } from '#shared/contract/order-desk-rows';
import { readSnapshot } from '../order/order-snapshot.ts';
import { needsSecondPerson } from './refund.rules.ts';
import type { StaffRefundRow } from './refund-desk.repository.ts';

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
    refundedBefore: row.refunded_before,
    needsSecondPerson: row.is_held === 1 || needsSecondPerson(row.refunded_before, row.amount),
    firstApprovedBy: row.first_approved_by,
    error: row.error,
    createdAt: row.created_at,
    doneAt: row.done_at,
  };
}
