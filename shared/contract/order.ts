import { z } from 'zod';
import { orderStatuses, payTypes } from '../domain/order-status.ts';
import { paidPlans, plans } from '../domain/plan.ts';
import { endpoint } from './endpoint.ts';
import { asCode, Id, Instant, PhoneNo, TicketKindName, VerifyCode } from './fields.ts';
import { secret } from './secret.ts';
import { manyLines } from './text.ts';

/** Whole fen. */
export const Fen = z.int().min(0);

export const productKinds = ['membership', 'package'] as const;

/** Facts of a product, for buyers and for staff. */
export const ProductFacts = z.object({
  kind: z.enum(productKinds),
  title: z.string(),
  /** Memberships: the plan and how many months of it. */
  plan: z.enum(paidPlans).nullable(),
  months: z.int().nullable(),
  /** Packages: what is in it, and for how many months it is valid. Live tickets are minutes. */
  ticketKind: TicketKindName.nullable(),
  tickets: z.int().nullable(),
  validMonths: z.int().nullable(),
  price: Fen,
  /** The price before, struck through; null where there is none. */
  listPrice: Fen.nullable(),
  /** Purchases allowed per phone number; null without limit. */
  limitPerPhone: z.int().nullable(),
});

/** Something on sale. */
export const Product = ProductFacts.extend({
  productId: Id,
  /** Largest `quantity` of one order. Seats for the team plan, times for everything else. */
  mostQuantity: z.int(),
  /** True when the caller may buy it now; `refusal` says why not. Visitors may look at everything. */
  isAvailable: z.boolean(),
  refusal: z.string().nullable(),
});
export type Product = z.infer<typeof Product>;

/** Tickets of each kind that a plan gives. */
export const TicketQuota = z.object({ normal: z.int(), live: z.int(), gpt: z.int() });

/** Benefits of a plan. */
export const PlanInfo = z.object({
  plan: z.enum(plans),
  title: z.string(),
  /** Tickets per month of membership and seat; all 0 for the free plan. */
  monthly: TicketQuota,
  /** Tickets of each day, gone at midnight; only the free plan has them. */
  daily: TicketQuota,
  limits: z.object({ running: z.int(), queued: z.int() }),
  /** 标清, 2K or 4K. */
  bestQuality: z.string(),
  hasWatermark: z.boolean(),
  /** Days works are kept; null for good. */
  keptDays: z.int().nullable(),
  /** Pictures worked on in one go. */
  batch: z.int(),
  isCommercial: z.boolean(),
});
export type PlanInfo = z.infer<typeof PlanInfo>;

/** A higher plan for the rest of what is paid already; the end does not move. */
export const UpgradeOffer = z.object({
  productId: Id,
  plan: z.enum(paidPlans),
  title: z.string(),
  /** To pay now, by the price difference and the days left. */
  price: Fen,
  endsAt: Instant,
});
export type UpgradeOffer = z.infer<typeof UpgradeOffer>;

export const PayChannel = z.object({
  payType: z.enum(payTypes),
  title: z.string(),
  /** True for the simulated cashier: no money moves. */
  isSimulated: z.boolean(),
});

/** Why an order was closed. */
export const closeReasons = ['canceled', 'expired', 'replaced', 'refused', 'wrong_amount', 'staff'] as const;

/** A refund of an order as its buyer sees it. */
export const refundStatuses = ['requested', 'pending', 'done', 'failed', 'rejected'] as const;
export const OrderRefund = z.object({
  status: z.enum(refundStatuses),
  amount: Fen,
  reason: z.string(),
  /** Reason that staff gave when they rejected it; empty otherwise. */
  answer: z.string(),
  requestedAt: Instant,
  doneAt: Instant.nullable(),
});

export const invoiceStatuses = ['requested', 'issued', 'rejected'] as const;
export const OrderInvoice = z.object({
  status: z.enum(invoiceStatuses),
  titleKind: z.enum(['personal', 'company']),
  title: z.string(),
  taxNo: z.string(),
  email: z.string(),
  /** Number of the issued invoice; empty before. */
  invoiceNo: z.string(),
  answer: z.string(),
  requestedAt: Instant,
});

export const Order = z.object({
  orderId: Id,
  /** Ours, shown to people and to the payment provider; 6–32 characters of [0-9A-Z]. */
  orderNo: z.string(),
  productId: Id,
  /** As it was when it was ordered. */
  title: z.string(),
  kind: z.enum([...productKinds, 'upgrade']),
  quantity: z.int(),
  amount: Fen,
  payType: z.enum(payTypes),
  /** True when the money is played money. */
  isSimulated: z.boolean(),
  status: z.enum(orderStatuses),
  /** Benefits of the order once paid, one short line each, e.g. `专业会员 1 个月`, `普通券 100 张，24 个月内有效`. */
  gives: z.array(z.string()),
  createdAt: Instant,
  /** Until when it waits for its payment. */
  expireAt: Instant,
  /** Milliseconds it still waits by the server's clock, so that a wrong device clock counts down right; 0 once it does not wait. */
  waitMs: z.int().min(0),
  paidAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  closeReason: z.enum(closeReasons).nullable(),
  refundedAmount: Fen,
  refund: OrderRefund.nullable(),
  invoice: OrderInvoice.nullable(),
  /** Content of the payment QR code, while it waits and the channel pays by QR code. */
  codeUrl: z.string().nullable(),
  /** True when a refund can be asked for, an invoice can be asked for. */
  canRefund: z.boolean(),
  canInvoice: z.boolean(),
});
export type Order = z.infer<typeof Order>;

const order = { tag: '订单' } as const;
const orderId = z.object({ orderId: Id });

export const Cursor = z.object({ cursor: z.string().max(200).optional(), size: z.int().min(1).max(100).default(20) });

export const CustomRequest = z.object({
  receiptNo: z.string(),
  company: z.string(),
  need: z.string(),
  seats: z.int(),
  status: z.enum(['received', 'contacted', 'quoted', 'won', 'closed']),
  createdAt: Instant,
  updatedAt: Instant,
});
export type CustomRequest = z.infer<typeof CustomRequest>;
export const customNeeds = ['private', 'seats', 'training', 'api'] as const;

/** Amount of a refund now, and its calculation, one line each. */
export const RefundQuote = z.object({ amount: Fen, lines: z.array(z.string()) });

export const orderContract = {
  products: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/products',
    access: 'anyone',
    summary: '套餐、会员与券包；已登录时带上可升级的套餐与能否购买',
    output: z.object({
      plans: z.array(PlanInfo),
      products: z.array(Product),
      /** Kinds of tickets that something here can be paid with. */
      usableTickets: z.array(TicketKindName),
      upgrades: z.array(UpgradeOffer),
      channels: z.array(PayChannel),
    }),
  }),
  createOrder: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/createOrder',
    access: 'user',
    changesState: true,
    summary: '下单；同一商品已有待支付订单时返回那一单',
    input: z.object({
      productId: Id,
      /** Seats for the team plan, times for everything else. */
      quantity: z.int().min(1).max(500).default(1),
      payType: z.enum(payTypes).default('alipay'),
    }),
    output: Order,
    errors: [
      'product.not_found',
      'product.unusable',
      'product.off_shelf',
      'product.limit',
      'product.quantity',
      'product.no_upgrade',
      'product.endless',
      'order.confirming',
      'order.too_many',
      'payment.no_channel',
      'payment.unavailable',
      'payment.provider_gone',
    ],
  }),
  createAliPayOrder: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/createAliPayOrder',
    access: 'user',
    changesState: true,
    summary: '取得支付宝支付地址；orderId 与 productId 二选一，微信支付的待支付订单会换成支付宝的新订单',
    input: z.object({ orderId: Id.optional(), productId: Id.optional() }),
    output: z.object({ orderId: Id, payUrl: z.string() }),
    errors: [
      'order.not_found',
      'order.not_open',
      'product.not_found',
      'product.unusable',
      'product.off_shelf',
      'product.limit',
      'product.no_upgrade',
      'product.endless',
      'order.confirming',
      'order.too_many',
      'payment.no_channel',
      'payment.unavailable',
      'payment.provider_gone',
    ],
  }),
  checkOrder: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/checkOrder',
    isOpenToViewers: false,
    access: 'user',
    summary: '订单现状；必要时向支付渠道查询，每单限频',
    input: orderId,
    output: Order,
    errors: ['order.not_found'],
  }),
  completeOrder: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/completeOrder',
    access: 'user',
    changesState: true,
    summary: '请求向支付渠道再次核实；本身不发放任何权益',
    input: orderId,
    output: Order,
    errors: ['order.not_found', 'payment.unavailable', 'payment.provider_gone'],
  }),
  // paths below are chosen by this project: docs/RULES.md R2
  orders: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/list',
    access: 'user',
    summary: '我的订单，新的在前，用 cursor 翻页',
    input: Cursor.extend({ status: z.enum(['open', 'paid', 'closed', 'refund']).optional() }),
    output: z.object({ list: z.array(Order), nextCursor: z.string().nullable() }),
    errors: ['order.bad_cursor'],
  }),
  cancelOrder: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/cancelOrder',
    access: 'user',
    summary: '取消待支付的订单；先在支付渠道关闭',
    input: orderId,
    output: Order,
    errors: ['order.not_found', 'order.not_open', 'payment.unavailable', 'payment.provider_gone'],
  }),
  refundQuote: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/refundQuote',
    access: 'user',
    summary: '现在退款能退多少，以及怎么算的',
    input: orderId,
    output: RefundQuote,
    errors: ['order.not_found', 'refund.waiting', 'order.not_refundable'],
  }),
  requestRefund: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/requestRefund',
    access: 'user',
    summary: '申请退款，由员工审核',
    input: orderId.extend({ reason: manyLines(z.string().trim().min(2, '请写明退款原因').max(200, '原因最多200字')) }),
    output: Order,
    errors: ['order.not_found', 'refund.waiting', 'order.not_refundable'],
  }),
  requestInvoice: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/requestInvoice',
    access: 'user',
    summary: '申请开发票',
    input: orderId.extend({
      titleKind: z.enum(['personal', 'company']),
      title: z.string().trim().min(2, '请填写发票抬头').max(100, '抬头最多100字'),
      /** 15, 17, 18 or 20 capital letters and digits; a company needs it. */
      taxNo: asCode(z.string().max(20, '税号最多 20 位').toUpperCase()).default(''),
      email: z.email('邮箱格式不正确').max(200),
    }),
    output: Order,
    errors: ['order.not_found', 'order.not_invoiceable', 'invoice.tax_no'],
  }),
  redeemCode: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/redeem',
    access: 'user',
    summary: '使用兑换码',
    input: z.object({
      code: secret(asCode(z.string().min(4, '请输入兑换码').max(40, '兑换码最多 40 个字').toUpperCase())),
    }),
    output: z.object({ gives: z.array(z.string()) }),
    errors: ['redeem.unknown', 'redeem.used', 'redeem.expired', 'redeem.too_many_tries'],
  }),
  submitCustomRequest: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/customRequest',
    access: 'anyone',
    summary: '提交定制采购需求，返回受理编号',
    input: z.object({
      company: z.string().trim().min(2, '请填写公司名称').max(100),
      contact: z.string().trim().min(1, '请填写联系人').max(40),
      phoneNo: PhoneNo,
      need: z.enum(customNeeds),
      seats: z.int().min(1, '席位为1到500').max(500, '席位为1到500').default(1),
      budget: z.string().trim().max(60).default(''),
      note: manyLines(z.string().trim().max(500, '说明最多500字')).default(''),
      verifyCode: VerifyCode,
    }),
    output: CustomRequest,
    errors: ['phone.invalid', 'code.malformed', 'code.wrong', 'code.expired', 'code.void', 'request.too_often'],
  }),
  customRequestStatus: endpoint({
    ...order,
    method: 'GET',
    path: '/api/order/customRequest',
    isOpenToViewers: false,
    access: 'anyone',
    summary: '查询定制采购的进度；手机号须与提交时一致',
    input: z.object({ receiptNo: asCode(z.string().max(40, '受理编号最多 40 个字')), phoneNo: PhoneNo }),
    output: CustomRequest,
    errors: ['custom.not_found', 'request.too_often'],
  }),
  notifyAlipay: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/notify/alipay',
    access: 'anyone',
    answers: 'bare',
    media: ['text/plain'],
    encoding: 'raw',
    bodyLimit: 64 * 1024,
    summary: '支付宝签名通知；受理后答 success',
  }),
  notifyWechat: endpoint({
    ...order,
    method: 'POST',
    path: '/api/order/notify/wechat',
    access: 'anyone',
    answers: 'bare',
    status: 204,
    encoding: 'raw',
    bodyLimit: 64 * 1024,
    summary: '微信支付签名通知；受理后答 204',
  }),
} as const;
