import type { Order, PlanInfo, Product } from '#shared/contract/order';
import { minute } from '#shared/domain/time';
import { answerWith } from './component-answers.ts';
import { openStudio, startOfTests } from './component-studio.ts';

const none = { normal: 0, live: 0, gpt: 0 };

const plan = (name: PlanInfo['plan'], title: string, normal: number): PlanInfo => ({
  ...{ plan: name, title, monthly: { ...none, normal }, daily: none, limits: { running: 1, queued: 3 } },
  ...{ bestQuality: name === 'pro' ? '4K' : '标清', hasWatermark: name === 'free', keptDays: 30, batch: 1 },
  isCommercial: name !== 'free',
});

function product(productId: string, title: string, price: number, part: Partial<Product>): Product {
  return {
    ...{ productId, kind: 'package', title, plan: null, months: null, ticketKind: null, tickets: null, price },
    ...{ validMonths: null, listPrice: null, limitPerPhone: null, mostQuantity: 1, isAvailable: true, refusal: null },
    ...part,
  };
}

const products = [
  product('pro-month', '专业会员 · 月', 8900, { kind: 'membership', plan: 'pro', months: 1 }),
  product('pro-year', '专业会员 · 年', 74_800, { kind: 'membership', plan: 'pro', months: 12, listPrice: 106_800 }),
  product('normal-20', '普通券 20 张', 990, { ticketKind: 'normal', tickets: 20, validMonths: 24 }),
  product('normal-100', '普通券 100 张', 3900, { ticketKind: 'normal', tickets: 100, validMonths: 24 }),
  product('live-30', '实时券 30 分钟', 1990, { ticketKind: 'live', tickets: 30, validMonths: 24 }),
];

/** An order that waits for its payment. */
export function orderOf(orderId: string, part: Partial<Order> = {}): Order {
  return {
    ...{
      orderId,
      orderNo: `ZH${orderId}`,
      productId: 'normal-20',
      title: '普通券 20 张',
      kind: 'package',
      quantity: 1,
    },
    ...{ amount: 990, payType: 'alipay', isSimulated: true, status: 'paying', gives: ['普通券 20 张，24 个月内有效'] },
    ...{ createdAt: startOfTests, expireAt: Date.now() + 15 * minute, waitMs: 15 * minute, paidAt: null },
    ...{ completedAt: null, closedAt: null, closeReason: null, refundedAmount: 0, refund: null, invoice: null },
    ...{ codeUrl: null, canRefund: false, canInvoice: false },
    ...part,
  };
}

/** A paid order, which can be refunded and invoiced. */
export const paidOrderOf = (orderId: string, part: Partial<Order> = {}): Order =>
  orderOf(orderId, {
    ...{ status: 'completed', waitMs: 0, paidAt: startOfTests, completedAt: startOfTests },
    ...{ canRefund: true, canInvoice: true },
    ...part,
  });

/** Answers what the shop and the list of orders ask; orders change by what is done with them and by `set`. */
export function openShop(list: readonly Order[] = []) {
  const orders = new Map(list.map((order) => [order.orderId, order]));
  openStudio();
  const mustHave = (orderId: unknown) => orders.get(String(orderId)) ?? orderOf(String(orderId));
  const set = (orderId: unknown, part: Partial<Order>) => {
    const changed = { ...mustHave(orderId), ...part };
    orders.set(changed.orderId, changed);
    return changed;
  };
  answerWith({
    products: {
      plans: [
        plan('free', '免费版', 0),
        plan('basic', '基础会员', 120),
        plan('pro', '专业会员', 350),
        plan('team', '团队', 500),
      ],
      products,
      ...{ usableTickets: ['normal', 'live'], upgrades: [] },
      channels: [
        { payType: 'alipay', title: '支付宝', isSimulated: true },
        { payType: 'wechat', title: '微信支付', isSimulated: true },
      ],
    },
    membership: { plan: 'free', title: '免费版', seats: 1, expiresAt: null, periods: [], nextGrantAt: null },
    createOrder({ productId, payType }) {
      const wanted = products.find((one) => one.productId === productId);
      const part = { productId: String(productId), title: wanted?.title ?? '', amount: wanted?.price ?? 0 };
      const codeUrl = payType === 'wechat' ? 'weixin://pay/1' : null;
      return set(`order_${orders.size + 1}`, { ...part, payType: payType as Order['payType'], codeUrl });
    },
    createAliPayOrder: ({ orderId }) => ({ orderId: String(orderId), payUrl: `/pay/ZH${orderId}` }),
    checkOrder: ({ orderId }) => mustHave(orderId),
    completeOrder: ({ orderId }) => mustHave(orderId),
    cancelOrder: ({ orderId }) => set(orderId, { status: 'closed', closeReason: 'canceled', waitMs: 0 }),
    orders: () => ({ list: [...orders.values()], nextCursor: null }),
    requestRefund: ({ orderId, reason }) => {
      const { amount } = mustHave(orderId);
      const asked = { amount, reason: String(reason), answer: '', requestedAt: startOfTests, doneAt: null };
      return set(orderId, { refund: { status: 'requested', ...asked }, canRefund: false });
    },
    requestInvoice: ({ orderId, titleKind, title, taxNo, email }) =>
      set(orderId, {
        invoice: {
          ...{ status: 'requested', titleKind: titleKind as 'company', title: String(title), taxNo: String(taxNo) },
          ...{ email: String(email), invoiceNo: '', answer: '', requestedAt: startOfTests },
        },
        canInvoice: false,
      }),
  });
  return { set };
}
