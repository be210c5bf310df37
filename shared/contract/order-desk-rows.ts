import { z } from 'zod';
import { orderStatuses, payTypes } from '../domain/order-status.ts';
import { Id, Instant } from './fields.ts';
import { CustomRequest, closeReasons, customNeeds, Fen, invoiceStatuses, refundStatuses } from './order.ts';

/** Rows of the console's lists of the shop. */

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
  /** Requester: `buyer`, `system` or a member of staff. */
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

/** Basis of the decision on a refund, and what it would take from the buyer. */
export const RefundBasis = z.object({
  paid: Fen,
  refunded: Fen,
  /** Remainder of the payment. */
  most: Fen,
  /** By the rules; `refusal` says why they give nothing. */
  quote: z.object({ amount: Fen, lines: z.array(z.string()), refusal: z.string().nullable() }),
  /** Used parts of the purchase, one line each. */
  usage: z.array(z.string()),
  /** Tickets, plans and the like taken back from the buyer, one line each. */
  takes: z.array(z.string()),
});
export type RefundBasis = z.infer<typeof RefundBasis>;

/** Refunds of an order that come to more need a second person, fen (docs/RULES.md R52). */
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

/** Difference between our books and the provider's, or a notification that failed its check. */
export const PaymentDifference = z.object({
  id: Id,
  orderId: Id.nullable(),
  orderNo: z.string(),
  provider: z.string(),
  /**
   * wrong_amount, paid_here_only, paid_there_only, unknown_order, provider_gone, forged …; day_stopped concerns a whole
   * day, whose date is in `orderNo`.
   */
  kind: z.string(),
  detail: z.string(),
  ourAmount: Fen.nullable(),
  theirAmount: Fen.nullable(),
  resolvedBy: z.string().nullable(),
  resolution: z.string(),
  createdAt: Instant,
});
export type PaymentDifference = z.infer<typeof PaymentDifference>;

/** Progress of the comparison of a provider's bills with our books. Days are those of China, `2026-11-22`. */
export const BillDays = z.object({
  /** The provider's name. */
  id: Id,
  provider: z.string(),
  /** True when it is configured: the bills of another one cannot be had. */
  isInUse: z.boolean(),
  /** The newest day that was compared. */
  lastDay: z.string().nullable(),
  /** Days that ought to be compared by now and are not, oldest first; at most 60 days back. */
  missingDays: z.array(z.string()),
  /** Days whose comparison was stopped because of too many differences, until staff resume it; oldest first. */
  stoppedDays: z.array(z.object({ day: z.string(), cause: z.string(), stoppedAt: Instant })),
  /**
   * The last 14 days compared or stopped, newest first: number of payments and sums in fen, test accounts included, in
   * our books (`our…`) and in the provider's bill (`their…`).
   */
  days: z.array(
    z.object({
      day: z.string(),
      ourCount: z.int(),
      ourAmount: z.int(),
      theirCount: z.int(),
      theirAmount: z.int(),
      /** Number of differences by kind. */
      causes: z.array(z.object({ kind: z.string(), count: z.int() })),
    }),
  ),
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
