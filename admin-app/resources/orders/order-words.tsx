import { closeReasons } from '#shared/contract/order';
import type { OrderEvent, StaffOrder } from '#shared/contract/order-desk-rows';
import { closeReasonLabels, providerLabels } from '#shared/domain/console-words';
import {
  type OrderStatus,
  orderStatuses,
  orderStatusLabels,
  payTypeLabels,
  payTypes,
} from '#shared/domain/order-status';
import { StatusDot, type Tone } from '../../ui/parts.tsx';

/** Resources that change with an order or its money. */
export const orderChanges = ['orders', 'refunds', 'tickets', 'account'];

const tones: Record<OrderStatus, Tone> = {
  created: 'warning',
  paying: 'warning',
  paid: 'accent',
  completed: 'success',
  closed: 'quiet',
  refunding: 'accent',
  refunded: 'quiet',
};

/** Buyers need not know whether the channel was opened; staff do. */
const finerLabels: Partial<Record<OrderStatus, string>> = { created: '待支付 · 未去支付', paying: '待支付 · 支付中' };

export const orderStatusChoices = orderStatuses.map((status) => ({
  value: status,
  label: finerLabels[status] ?? orderStatusLabels[status],
}));

export const payTypeChoices = payTypes.map((payType) => ({ value: payType, label: payTypeLabels[payType] }));

/** The state of an order; why it is closed, or why nothing arrived, beside it. */
export function OrderStatusDot({ order }: { order: Pick<StaffOrder, 'status' | 'closeReason' | 'grantError'> }) {
  const { status, closeReason, grantError } = order;
  if (status === 'paid' && grantError) {
    return (
      <span title={grantError}>
        <StatusDot tone="danger">已支付，到账失败</StatusDot>
      </span>
    );
  }
  return (
    <StatusDot tone={tones[status]}>
      {orderStatusLabels[status]}
      {closeReason && <span className="quiet"> {closeReasonLabels[closeReason]}</span>}
    </StatusDot>
  );
}

/** Payment method; simulated payments are marked. */
export function PayWord({ order: { payType, provider } }: { order: Pick<StaffOrder, 'payType' | 'provider'> }) {
  return (
    <span>
      {payTypeLabels[payType]}
      {provider === 'simulated' && <span className="tag">模拟</span>}
    </span>
  );
}

export function providerLabel(provider: string): string {
  return providerLabels[provider] ?? provider;
}

const eventLabels: Record<string, string> = {
  created: '下单',
  paying: '去支付',
  paid: '已支付',
  completed: '已到账',
  closed: '已关闭',
  grant_failed: '到账失败',
  refund_requested: '申请退款',
  refund_rejected: '退款驳回',
  refund_failed: '退款失败',
  refund_retried: '重试退款',
  refunding: '开始退款',
  refunded: '已退款',
  refunded_part: '部分退款',
  refund_first_approved: '第一人批准退款',
  notify_refused: '支付通知校验失败',
  check_failed: '查询支付渠道失败',
};

/** Title and detail of an event in Chinese. Reasons arrive as names. */
export function eventWords({ what, detail }: Pick<OrderEvent, 'what' | 'detail'>): { title: string; detail: string } {
  const reason = closeReasons.find((name) => name === detail);
  return { title: eventLabels[what] ?? what, detail: reason ? closeReasonLabels[reason] : detail };
}
