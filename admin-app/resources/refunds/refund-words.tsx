import { refundStatuses } from '#shared/contract/order';
import type { StaffRefund } from '#shared/contract/order-desk';
import { StatusDot, type Tone } from '../../ui/parts.tsx';

export const refundsPath = '/refunds';

type RefundStatus = StaffRefund['status'];

const labels: Record<RefundStatus, string> = {
  requested: '待审核',
  pending: '退款中',
  done: '已退款',
  failed: '退款失败',
  rejected: '已驳回',
};
const tones: Record<RefundStatus, Tone> = {
  requested: 'warning',
  pending: 'accent',
  done: 'success',
  failed: 'danger',
  rejected: 'quiet',
};

export const refundStatusChoices = refundStatuses.map((status) => ({ value: status, label: labels[status] }));

export function RefundStatusDot({ status }: { status: RefundStatus }) {
  return <StatusDot tone={tones[status]}>{labels[status]}</StatusDot>;
}
