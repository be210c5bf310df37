import type { StaffInvoice } from '#shared/contract/order-desk-rows';
import { statusWords } from '../../ui/status-words.tsx';

export const invoicesPath = '/invoices';

export const invoiceStatus = statusWords<StaffInvoice['status']>({
  requested: ['待开具', 'warning'],
  issued: ['已开具', 'success'],
  rejected: ['已驳回', 'quiet'],
});

export const titleKindLabels: Record<StaffInvoice['titleKind'], string> = { personal: '个人', company: '企业' };
