import type { StaffCustomRequest } from '#shared/contract/order-desk-rows';
import { statusWords } from '../../ui/status-words.tsx';

export const requestsPath = '/custom-requests';

export const requestStatus = statusWords<StaffCustomRequest['status']>({
  received: ['已受理', 'warning'],
  contacted: ['已联系', 'accent'],
  quoted: ['已报价', 'accent'],
  won: ['已成交', 'success'],
  closed: ['已结束', 'quiet'],
});

export const needLabels: Record<StaffCustomRequest['need'], string> = {
  private: '私有部署',
  seats: '企业席位',
  training: '专属风格训练',
  api: 'API',
};
