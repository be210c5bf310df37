import type {
  PaymentDifference,
  RefundBasis,
  StaffCustomRequest,
  StaffInvoice,
  StaffOrder,
  StaffRefund,
} from '#shared/contract/order-desk-rows';
import type { RedeemBatch, StaffPlan, StaffProduct } from '#shared/contract/product-desk';
import { startOfTests } from './component-studio.ts';

/** Records of sales as staff see them. */

const buyer = { accountId: 'a1', nickName: '林工' };
const bought = { orderId: 'o1', orderNo: 'ZH20261021000001', ...buyer };

/** An order of 39 yuan that was paid and has arrived. */
export const staffOrderOf = (id: string, part: Partial<StaffOrder> = {}): StaffOrder => ({
  ...{ id, orderNo: bought.orderNo, ...buyer, phoneNo: '138****0001', isTestUser: true, productId: 'normal-100' },
  ...{ title: '普通券 100 张', quantity: 1, amount: 3900, refundedAmount: 0, payType: 'wechat', provider: 'simulated' },
  ...{ tradeNo: null, status: 'completed', closeReason: null, grantError: '', note: '', gives: ['普通券 100 张'] },
  ...{ createdAt: startOfTests, expireAt: startOfTests, paidAt: startOfTests, completedAt: startOfTests },
  ...{ closedAt: null, nextCheckAt: null },
  ...part,
});

/** A refund of 39 yuan that the buyer asked for. */
export const staffRefundOf = (id: string, part: Partial<StaffRefund> = {}): StaffRefund => ({
  ...{ id, ...bought, title: '普通券 100 张', amount: 3900, orderAmount: 3900, reason: '不想要了' },
  ...{ status: 'requested', requestedBy: 'buyer', approvedBy: null, answer: '', refundedBefore: 0 },
  ...{ needsSecondPerson: false, firstApprovedBy: null, error: '', createdAt: startOfTests, doneAt: null },
  ...part,
});

/** Basis of a refund of an unused yearly team plan: everything that was paid can be given back. */
export const refundBasis: RefundBasis = {
  ...{ paid: 169_800, refunded: 0, most: 169_800, usage: [], takes: [] },
  quote: { amount: 169_800, lines: ['没有用过'], refusal: null },
};

export const staffInvoiceOf = (id: string, part: Partial<StaffInvoice> = {}): StaffInvoice => ({
  ...{ id, ...bought, amount: 3900, status: 'requested', titleKind: 'company', title: '上海设计院' },
  ...{ taxNo: '91310000MA1K35X12A', email: 'a@example.com', invoiceNo: '', answer: '' },
  ...{ createdAt: startOfTests, doneAt: null },
  ...part,
});

/** A payment whose amount is not the order's. */
export const differenceOf = (id: string, part: Partial<PaymentDifference> = {}): PaymentDifference => ({
  ...{ id, orderId: bought.orderId, orderNo: bought.orderNo, provider: 'wechat', kind: 'wrong_amount' },
  ...{ detail: '', ourAmount: 990, theirAmount: 1, resolvedBy: null, resolution: '', createdAt: startOfTests },
  ...part,
});

export const customRequestOf = (id: string, part: Partial<StaffCustomRequest> = {}): StaffCustomRequest => ({
  ...{ id, receiptNo: 'R1', company: '上海设计院', need: 'private', seats: 30, status: 'received' },
  ...{ contact: '周经理', phoneNo: '138****0001', budget: '', note: '', staffNote: '' },
  ...{ createdAt: startOfTests, updatedAt: startOfTests },
  ...part,
});

/** A package of 50 tickets at 12.50 yuan. */
export const staffProductOf = (id: string, part: Partial<StaffProduct> = {}): StaffProduct => ({
  ...{ id, kind: 'package', title: '券包', plan: null, months: null, ticketKind: 'normal', tickets: 50 },
  ...{ validMonths: 24, price: 1250, listPrice: null, limitPerPhone: null, isOnShelf: true, isWaiting: false },
  ...{ position: 1, sold: 0, version: 1, updatedAt: startOfTests },
  ...part,
});

export const redeemBatchOf = (id: string, part: Partial<RedeemBatch> = {}): RedeemBatch => ({
  ...{ id, name: '活动', gives: ['专业会员 7 天'], count: 3, usesPerCode: 1, used: 0, expiresAt: null },
  ...{ isDisabled: false, isWaiting: false, operator: '值班', createdAt: startOfTests },
  ...part,
});

export const staffPlanOf = (id: StaffPlan['id'], part: Partial<StaffPlan> = {}): StaffPlan => ({
  ...{ id, title: '团队', monthly: { normal: 500, live: 0, gpt: 0 }, daily: { normal: 0, live: 0, gpt: 0 } },
  ...{ running: 1, queued: 3, accounts: 0, rank: 3, version: 1 },
  ...part,
});
