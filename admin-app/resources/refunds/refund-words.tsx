import type { StaffRefund } from '#shared/contract/order-desk-rows';
import { statusWords } from '../../ui/status-words.tsx';

export const refundsPath = '/refunds';

export const { Dot: RefundStatusDot, choices: refundStatusChoices } = statusWords<StaffRefund['status']>({
  requested: ['待审核', 'warning'],
  pending: ['退款中', 'accent'],
  done: ['已退款', 'success'],
  failed: ['退款失败', 'danger'],
  rejected: ['已驳回', 'quiet'],
});
