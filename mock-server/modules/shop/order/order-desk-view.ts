import type { StaffOrder } from '#shared/contract/order-desk-rows';
import { maskPhone } from '#shared/domain/phone';
import type { StaffOrderRow } from './order-desk.repository.ts';
import { readSnapshot } from './order-snapshot.ts';

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
