import { invoiceStatuses } from '#shared/contract/order';
import type { StaffInvoice } from '#shared/contract/order-desk';
import { StatusDot, type Tone } from '../../ui/parts.tsx';

export const invoicesPath = '/invoices';

const labels: Record<StaffInvoice['status'], string> = { requested: '待开具', issued: '已开具', rejected: '已驳回' };
const tones: Record<StaffInvoice['status'], Tone> = { requested: 'warning', issued: 'success', rejected: 'quiet' };

export const titleKindLabels: Record<StaffInvoice['titleKind'], string> = { personal: '个人', company: '企业' };

export const invoiceStatusChoices = invoiceStatuses.map((status) => ({ value: status, label: labels[status] }));

export function InvoiceStatusDot({ status }: { status: StaffInvoice['status'] }) {
  return <StatusDot tone={tones[status]}>{labels[status]}</StatusDot>;
}
