import type { PaymentDifference } from '#shared/contract/order-desk-rows';
import { differenceLabels } from '#shared/domain/console-words';
import { StatusDot } from '../../ui/parts.tsx';

export function differenceLabel(kind: string): string {
  return differenceLabels[kind] ?? kind;
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
