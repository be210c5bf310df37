import type { Order } from '#shared/contract/order';
import { formatMoney } from '#shared/domain/format';
import { isOrderOpen, orderStatusLabels } from '#shared/domain/order-status';

export type OrderTone = 'waiting' | 'good' | 'bad' | 'plain';

interface OrderWords {
  /** A word or two. */
  state: string;
  tone: OrderTone;
  /** Event and next step; empty when the state says it all. */
  sentence: string;
}

const closedWords: Record<NonNullable<Order['closeReason']>, readonly [state: string, sentence: string]> = {
  canceled: ['已取消', '订单已取消，没有扣款。'],
  expired: ['已过期', '15 分钟内没有付款，订单已关闭，没有扣款。'],
  replaced: ['已换单', '已由一张新的订单代替，没有扣款。'],
  refused: ['未付款', '付款没有完成，订单已关闭，没有扣款。'],
  wrong_amount: ['金额不符', '付款金额与订单不符，已付的款项会原路退回。'],
  staff: ['已关闭', '订单由客服关闭，没有扣款。'],
};

/** State of an order in Chinese words. */
export function orderWords(order: Order): OrderWords {
  const { status, closeReason, refund, refundedAmount, amount } = order;
  if (isOrderOpen(status)) return { state: orderStatusLabels[status], tone: 'waiting', sentence: '' };
  if (status === 'paid') return { state: '正在到账', tone: 'waiting', sentence: '已收到付款，正在到账，通常几秒钟。' };
  if (status === 'closed') {
    const [state, sentence] = closedWords[closeReason ?? 'canceled'];
    if (refundedAmount === 0) return { state, tone: 'plain', sentence };
    return { state, tone: 'plain', sentence: `已付的 ${formatMoney(refundedAmount)} 已原路退回。` };
  }
  if (status === 'refunding') {
    // A payment that came after the order was closed is given back without being asked for.
    const sentence =
      closeReason === null
        ? '退款正在原路退回，一般 1 到 3 个工作日到账。'
        : '付款到账时订单已经关闭，款项正在原路退回，一般 1 到 3 个工作日到账。';
    return { state: '退款中', tone: 'waiting', sentence };
  }
  if (status === 'refunded') {
    const isWhole = refundedAmount >= amount;
    return {
      state: isWhole ? '已退款' : '已部分退款',
      tone: 'plain',
      sentence: `已原路退回 ${formatMoney(refundedAmount)}。`,
    };
  }
  return { state: '已完成', tone: 'good', sentence: refundSentence(refund) };
}

function refundSentence(refund: Order['refund']): string {
  if (refund?.status === 'requested') return `退款申请审核中，预计退 ${formatMoney(refund.amount)}。`;
  if (refund?.status === 'rejected') return `退款申请未通过：${refund.answer}`;
  if (refund?.status === 'failed') return '退款没有成功，客服正在处理。';
  return '';
}

/** `14:59`; what is left is rounded up to a second. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
