import type { PaymentDifference } from '#shared/contract/order-desk-rows';
import { StatusDot } from '../../ui/parts.tsx';

export const differencesPath = '/differences';

const kindLabels: Record<string, string> = {
  wrong_amount: '金额不符',
  paid_here_only: '只有我方记为已付',
  paid_there_only: '只有渠道记为已付',
  unknown_order: '没有这个订单',
  refunded_there: '渠道已退款',
  day_stopped: '账单核对已停下',
  provider_gone: '渠道已停用，无法查询',
  forged: '通知签名不对',
  wrong_app: '通知的应用不对',
  wrong_seller: '通知的商户不对',
  rsa1: '通知用了旧签名',
  stale: '通知时间不对',
  malformed: '通知读不懂',
};

export function differenceLabel(kind: string): string {
  return kindLabels[kind] ?? kind;
}

export const resolvedChoices = [
  { value: 'false', label: '未处理' },
  { value: 'true', label: '已处理' },
];

export function DifferenceStatusDot({ resolvedBy }: Pick<PaymentDifference, 'resolvedBy'>) {
  return resolvedBy === null ? (
    <StatusDot tone="danger">未处理</StatusDot>
  ) : (
    <StatusDot tone="success">已处理</StatusDot>
  );
}
