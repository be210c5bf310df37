import { z } from 'zod';
import { orderStatuses, payTypes } from '../domain/order-status.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import {
  CustomRequest,
  closeReasons,
  customNeeds,
  Fen,
  invoiceStatuses,
  RefundQuote,
  refundStatuses,
} from './order.ts';
import { manyLines } from './text.ts';

export const StaffOrder = z.object({
  id: Id,
  orderNo: z.string(),
  accountId: Id,
  nickName: z.string(),
  /** Masked. */
  phoneNo: z.string().nullable(),
  isTestUser: z.boolean(),
  productId: Id,
  title: z.string(),
  quantity: z.int(),
  amount: Fen,
  refundedAmount: Fen,
  payType: z.enum(payTypes),
  /** simulated, alipay, wechat. */
  provider: z.string(),
  tradeNo: z.string().nullable(),
  status: z.enum(orderStatuses),
  closeReason: z.enum(closeReasons).nullable(),
  /** Why the grant failed, while it is retried; empty otherwise. */
  grantError: z.string(),
  note: z.string(),
  gives: z.array(z.string()),
  createdAt: Instant,
  expireAt: Instant,
  paidAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  nextCheckAt: Instant.nullable(),
});
export type StaffOrder = z.infer<typeof StaffOrder>;

/** Everything that happened to an order, oldest first. */
export const OrderEvent = z.object({
  id: z.int(),
  /** created, paying, paid, completed, closed, refund_requested …, notify_refused, check_failed … */
  what: z.string(),
  detail: z.string(),
  /** Staff, `buyer`, `provider` or `system`. */
  actor: z.string(),
  createdAt: Instant,
});
export type OrderEvent = z.infer<typeof OrderEvent>;

export const StaffRefund = z.object({
  id: Id,
  orderId: Id,
  orderNo: z.string(),
  accountId: Id,
  nickName: z.string(),
  title: z.string(),
  amount: Fen,
  orderAmount: Fen,
  reason: z.string(),
  status: z.enum(refundStatuses),
  /** Who asked: `buyer`, `system` or a member of staff. */
  requestedBy: z.string(),
  approvedBy: z.string().nullable(),
  answer: z.string(),
  /** Given back of the order by refunds before this one. */
  refundedBefore: Fen,
  /** Two members of staff have to agree: above 500 yuan of all that goes back of the order. */
  needsSecondPerson: z.boolean(),
  /** The first of them, where a buyer asked. */
  firstApprovedBy: z.string().nullable(),
  error: z.string(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
});
export type StaffRefund = z.infer<typeof StaffRefund>;

/** What decides about a refund, and what it would take from the buyer. */
export const RefundBasis = z.object({
  paid: Fen,
  refunded: Fen,
  /** What is left of the payment. */
  most: Fen,
  /** By the rules; `refusal` says why they give nothing. */
  quote: z.object({ amount: Fen, lines: z.array(z.string()), refusal: z.string().nullable() }),
  /** How much of what was bought was used, one line each. */
  usage: z.array(z.string()),
  /** What goes back from the buyer, one line each. */
  takes: z.array(z.string()),
});
export type RefundBasis = z.infer<typeof RefundBasis>;

/** Refunds of an order that come to more need a second person, fen (product.md §3.6). */
export const secondPersonAbove = 50_000;

export const StaffInvoice = z.object({
  id: Id,
  orderId: Id,
  orderNo: z.string(),
  accountId: Id,
  nickName: z.string(),
  amount: Fen,
  status: z.enum(invoiceStatuses),
  titleKind: z.enum(['personal', 'company']),
  title: z.string(),
  taxNo: z.string(),
  email: z.string(),
  invoiceNo: z.string(),
  answer: z.string(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
});
export type StaffInvoice = z.infer<typeof StaffInvoice>;

/** Where our books and the provider's differ, or a notification could not be believed. */
export const PaymentDifference = z.object({
  id: Id,
  orderId: Id.nullable(),
  orderNo: z.string(),
  provider: z.string(),
  /** wrong_amount, paid_here_only, paid_there_only, unknown_order, provider_gone, forged … */
  kind: z.string(),
  detail: z.string(),
  ourAmount: Fen.nullable(),
  theirAmount: Fen.nullable(),
  resolvedBy: z.string().nullable(),
  resolution: z.string(),
  createdAt: Instant,
});
export type PaymentDifference = z.infer<typeof PaymentDifference>;

/** How far the bills of a provider were compared with our books. Days are those of China, `2026-11-22`. */
export const BillDays = z.object({
  /** The provider's name. */
  id: Id,
  provider: z.string(),
  /** Whether it is configured: the bills of another one cannot be had. */
  isInUse: z.boolean(),
  /** The newest day that was compared. */
  lastDay: z.string().nullable(),
  /** Days that ought to be compared by now and are not, oldest first; at most 60 days back. */
  missingDays: z.array(z.string()),
});
export type BillDays = z.infer<typeof BillDays>;

export const StaffCustomRequest = CustomRequest.extend({
  id: Id,
  contact: z.string(),
  /** Masked. */
  phoneNo: z.string(),
  budget: z.string(),
  note: z.string(),
  staffNote: z.string(),
  need: z.enum(customNeeds),
});
export type StaffCustomRequest = z.infer<typeof StaffCustomRequest>;

/** What staff do about orders, refunds, invoices, differences and custom requests. */
export const orderDeskContract = {
  staffOrders: listEndpoint({
    path: '/api/admin/v1/orders',
    permission: 'order.read',
    summary: '订单',
    list: listOf(
      {
        orderNo: listField.text(),
        accountId: listField.id(),
        productId: listField.id(),
        quantity: listField.number(),
        amount: listField.number({ isSortable: true }),
        refundedAmount: listField.number({ isSortable: true }),
        payType: listField.choice(payTypes, { isSortable: true }),
        provider: listField.id(),
        tradeNo: listField.text({ canBeNull: true }),
        status: listField.choice(orderStatuses, { isSortable: true }),
        closeReason: listField.choice(closeReasons, { canBeNull: true }),
        grantError: listField.text(),
        note: listField.text(),
        createdAt: listField.instant({ isSortable: true }),
        expireAt: listField.instant(),
        paidAt: listField.instant({ canBeNull: true, isSortable: true }),
        completedAt: listField.instant({ canBeNull: true }),
        closedAt: listField.instant({ canBeNull: true }),
        nextCheckAt: listField.instant({ canBeNull: true }),
      },
      { hasSearch: true },
    ),
    row: StaffOrder,
  }),
  staffOrder: endpoint({
    ...desk,
    permission: 'order.read',
    method: 'GET',
    path: '/api/admin/v1/orders/:id',
    summary: '订单详情与经过',
    params: byId,
    output: StaffOrder.extend({ events: z.array(OrderEvent), refunds: z.array(StaffRefund) }),
    errors: ['order.not_found'],
  }),
  verifyOrder: endpoint({
    ...desk,
    permission: 'order.write',
    method: 'POST',
    path: '/api/admin/v1/orders/:id/verify',
    summary: '补单：向支付渠道重新查询，按结果处理；从不手工发放',
    params: byId,
    output: StaffOrder,
    errors: ['order.not_found', 'payment.unavailable', 'payment.provider_gone'],
  }),
  closeOrder: endpoint({
    ...desk,
    permission: 'order.write',
    method: 'POST',
    path: '/api/admin/v1/orders/:id/close',
    summary: '关闭待支付的订单',
    params: byId,
    input: z.object({ reason: Reason }),
    output: StaffOrder,
    errors: ['order.not_found', 'order.not_open', 'payment.unavailable', 'payment.provider_gone'],
  }),
  noteOrder: endpoint({
    ...desk,
    permission: 'order.write',
    method: 'PATCH',
    path: '/api/admin/v1/orders/:id',
    summary: '订单备注',
    params: byId,
    input: z.object({
      note: manyLines(z.string().trim().max(500)),
      /** The note as it was read; refused where it is another one by now. */
      was: z.string().max(500).optional(),
    }),
    output: StaffOrder,
    errors: ['order.not_found', 'order.note_changed_meanwhile'],
  }),
  staffRefundQuote: endpoint({
    ...desk,
    permission: 'refund.write',
    method: 'GET',
    path: '/api/admin/v1/orders/:id/refundQuote',
    summary: '按规则现在应退多少，以及怎么算的',
    params: byId,
    output: RefundQuote,
    errors: ['order.not_found', 'order.not_refundable'],
  }),
  orderRefundBasis: endpoint({
    ...desk,
    permission: 'refund.write',
    method: 'GET',
    path: '/api/admin/v1/orders/:id/refundBasis',
    summary: '退款依据：已付与已退、按规则应退、用量，以及退这个金额会收回什么；amount 缺省为按规则应退的金额',
    params: byId,
    input: z.object({ amount: z.int().min(1).optional() }),
    output: RefundBasis,
    errors: ['order.not_found'],
  }),
  refundBasis: endpoint({
    ...desk,
    permission: 'order.read',
    method: 'GET',
    path: '/api/admin/v1/refunds/:id/basis',
    summary: '一笔退款的依据：已付与已退、按规则应退、用量，以及会收回或已收回什么',
    params: byId,
    output: RefundBasis,
    errors: ['refund.not_found'],
  }),
  refundOrder: endpoint({
    ...desk,
    permission: 'refund.write',
    method: 'POST',
    path: '/api/admin/v1/orders/:id/refund',
    summary: '发起退款，可分多次直到退完；amount 缺省为按规则应退的金额，同一订单累计超过 500 元须另一人批准',
    params: byId,
    input: z.object({ amount: z.int().min(1).optional(), reason: Reason }),
    output: StaffRefund,
    errors: ['order.not_found', 'order.not_refundable', 'refund.too_much', 'payment.provider_gone'],
  }),
  staffRefunds: listEndpoint({
    path: '/api/admin/v1/refunds',
    permission: 'order.read',
    summary: '退款',
    list: listOf(
      {
        orderId: listField.id(),
        accountId: listField.id(),
        amount: listField.number({ isSortable: true }),
        reason: listField.text(),
        status: listField.choice(refundStatuses, { isSortable: true }),
        requestedBy: listField.id(),
        approvedBy: listField.id({ canBeNull: true }),
        answer: listField.text(),
        error: listField.text(),
        createdAt: listField.instant({ isSortable: true }),
        doneAt: listField.instant({ canBeNull: true, isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: StaffRefund,
  }),
  approveRefund: endpoint({
    ...desk,
    permission: 'refund.write',
    method: 'POST',
    path: '/api/admin/v1/refunds/:id/approve',
    summary: '批准退款；同一订单累计超过 500 元须两名员工同意；失败的退款再批准即重试',
    params: byId,
    output: StaffRefund,
    errors: ['refund.not_found', 'refund.not_waiting', 'refund.same_person', 'payment.provider_gone'],
  }),
  rejectRefund: endpoint({
    ...desk,
    permission: 'refund.write',
    method: 'POST',
    path: '/api/admin/v1/refunds/:id/reject',
    summary: '驳回退款申请，或支付渠道确认没有退成的失败退款；后者恢复订单和收回的券、会员时间',
    params: byId,
    input: z.object({ answer: Reason }),
    output: StaffRefund,
    errors: [
      'refund.not_found',
      'refund.not_waiting',
      'refund.not_rejectable',
      'payment.unavailable',
      'payment.provider_gone',
    ],
  }),
  staffInvoices: listEndpoint({
    path: '/api/admin/v1/invoices',
    permission: 'order.read',
    summary: '发票申请',
    list: listOf(
      {
        orderId: listField.id(),
        accountId: listField.id(),
        status: listField.choice(invoiceStatuses, { isSortable: true }),
        titleKind: listField.choice(['personal', 'company']),
        title: listField.text(),
        taxNo: listField.text(),
        invoiceNo: listField.text(),
        answer: listField.text(),
        createdAt: listField.instant({ isSortable: true }),
        doneAt: listField.instant({ canBeNull: true, isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: StaffInvoice,
  }),
  answerInvoice: endpoint({
    ...desk,
    permission: 'invoice.write',
    method: 'PATCH',
    path: '/api/admin/v1/invoices/:id',
    summary: '登记已开具的发票号码，或写明理由驳回',
    params: byId,
    input: z.object({
      status: z.enum(['issued', 'rejected']),
      invoiceNo: z.string().trim().max(40).default(''),
      answer: manyLines(z.string().trim().max(200)).default(''),
    }),
    output: StaffInvoice,
    errors: ['invoice.not_found', 'invoice.not_waiting', 'invoice.incomplete', 'order.not_invoiceable'],
  }),
  paymentDifferences: listEndpoint({
    path: '/api/admin/v1/paymentDifferences',
    permission: 'order.read',
    summary: '对账差异',
    list: listOf(
      {
        orderId: listField.id({ canBeNull: true }),
        orderNo: listField.text(),
        provider: listField.id(),
        kind: listField.id({ isSortable: true }),
        detail: listField.text(),
        ourAmount: listField.number({ canBeNull: true }),
        theirAmount: listField.number({ canBeNull: true }),
        isResolved: listField.flag(),
        resolvedBy: listField.id({ canBeNull: true }),
        resolution: listField.text(),
        createdAt: listField.instant({ isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: PaymentDifference,
  }),
  billDays: listEndpoint({
    path: '/api/admin/v1/billDays',
    permission: 'order.read',
    summary: '各支付渠道的账单核对到哪一天，还缺哪几天',
    list: listOf(
      {
        provider: listField.id(),
        isInUse: listField.flag(),
        lastDay: listField.text({ canBeNull: true, isSortable: true }),
      },
      { defaultSort: { field: 'id', order: 'asc' } },
    ),
    row: BillDays,
  }),
  resolveDifference: endpoint({
    ...desk,
    permission: 'order.write',
    method: 'POST',
    path: '/api/admin/v1/paymentDifferences/:id/resolve',
    summary: '登记差异的处理结果',
    params: byId,
    input: z.object({ resolution: Reason }),
    output: PaymentDifference,
    errors: ['payment.difference_not_found'],
  }),
  staffCustomRequests: listEndpoint({
    path: '/api/admin/v1/customRequests',
    permission: 'custom.read',
    summary: '定制采购需求',
    list: listOf(
      {
        receiptNo: listField.text(),
        company: listField.text(),
        contact: listField.text(),
        need: listField.choice(customNeeds),
        seats: listField.number({ isSortable: true }),
        budget: listField.text(),
        note: listField.text(),
        staffNote: listField.text(),
        status: listField.choice(CustomRequest.shape.status.options, { isSortable: true }),
        createdAt: listField.instant({ isSortable: true }),
        updatedAt: listField.instant({ isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: StaffCustomRequest,
  }),
  revealRequestPhone: endpoint({
    ...desk,
    permission: 'custom.write',
    method: 'POST',
    path: '/api/admin/v1/customRequests/:id/revealPhone',
    summary: '查看客户的完整手机号；须写明理由，并记入审计',
    params: byId,
    input: z.object({ reason: Reason }),
    output: z.object({ phoneNo: z.string() }),
    errors: ['custom.not_found'],
  }),
  updateCustomRequest: endpoint({
    ...desk,
    permission: 'custom.write',
    method: 'PATCH',
    path: '/api/admin/v1/customRequests/:id',
    summary: '推进定制采购',
    params: byId,
    input: z.object({
      status: CustomRequest.shape.status.optional(),
      staffNote: manyLines(z.string().trim().max(500)).optional(),
    }),
    output: StaffCustomRequest,
    errors: ['custom.not_found'],
  }),
} as const;
