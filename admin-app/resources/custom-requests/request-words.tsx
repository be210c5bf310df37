import { CustomRequest } from '#shared/contract/order';
import type { StaffCustomRequest } from '#shared/contract/order-desk';
import { StatusDot, type Tone } from '../../ui/parts.tsx';

export const requestsPath = '/custom-requests';

type Status = StaffCustomRequest['status'];

export const requestStatuses = CustomRequest.shape.status.options;

export const requestStatusLabels: Record<Status, string> = {
  received: '已受理',
  contacted: '已联系',
  quoted: '已报价',
  won: '已成交',
  closed: '已结束',
};
const tones: Record<Status, Tone> = {
  received: 'warning',
  contacted: 'accent',
  quoted: 'accent',
  won: 'success',
  closed: 'quiet',
};

export const needLabels: Record<StaffCustomRequest['need'], string> = {
  private: '私有部署',
  seats: '企业席位',
  training: '专属风格训练',
  api: 'API',
};

export const requestStatusChoices = requestStatuses.map((status) => ({
  value: status,
  label: requestStatusLabels[status],
}));

export function RequestStatusDot({ status }: { status: Status }) {
  return <StatusDot tone={tones[status]}>{requestStatusLabels[status]}</StatusDot>;
}
