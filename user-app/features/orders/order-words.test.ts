import { expect, test } from 'vitest';
import type { Order } from '#shared/contract/order';
import { clockText, orderWords } from './order-words';

const paid: Order = {
  orderId: 'order-1',
  orderNo: 'ZH20261122ABCDEFGHJKLMNP',
  productId: 'normal-100',
  title: '普通券 100 张',
  kind: 'package',
  quantity: 1,
  amount: 3900,
  payType: 'alipay',
  isSimulated: true,
  status: 'completed',
  gives: ['普通券 100 张，24 个月内有效'],
  createdAt: 0,
  expireAt: 900_000,
  waitMs: 0,
  paidAt: 1,
  completedAt: 2,
  closedAt: null,
  closeReason: null,
  refundedAmount: 0,
  refund: null,
  invoice: null,
  codeUrl: null,
  canRefund: true,
  canInvoice: true,
};

test('a payment that came after the end is on its way back, and that is what it says', () => {
  const late = orderWords({ ...paid, status: 'refunding', closeReason: 'expired' });
  expect(late.state).toBe('退款中');
  expect(late.sentence).toContain('付款到账时订单已经关闭');
});

test('a closed order whose money went back does not say that nothing was taken', () => {
  const { sentence } = orderWords({ ...paid, status: 'closed', closeReason: 'expired', refundedAmount: 3900 });
  expect(sentence).toBe('已付的 ¥39 已原路退回。');
});

test('a part that went back is called a part', () => {
  expect(orderWords({ ...paid, status: 'refunded', refundedAmount: 1950 }).state).toBe('已部分退款');
  expect(orderWords({ ...paid, status: 'refunded', refundedAmount: 3900 }).state).toBe('已退款');
});

test('a refusal is shown with what staff wrote', () => {
  const refund = { status: 'rejected', amount: 3900, reason: '买错', answer: '已用完', requestedAt: 3, doneAt: null };
  expect(orderWords({ ...paid, refund: { ...refund, status: 'rejected' } }).sentence).toBe('退款申请未通过：已用完');
});

test('the clock begins at 15:00, shows every second, and never goes below nothing', () => {
  expect([900_000, 899_001, 898_999, 59_400, 1, 0, -5_000].map(clockText)).toEqual([
    '15:00',
    '15:00',
    '14:59',
    '01:00',
    '00:01',
    '00:00',
    '00:00',
  ]);
});
