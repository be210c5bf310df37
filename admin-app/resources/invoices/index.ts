import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { InvoicesIcon } from '../../ui/icons.tsx';

export const invoices: ConsoleResource = {
  name: 'invoices',
  path: 'invoices',
  label: '发票',
  group: '销售',
  Icon: InvoicesIcon,
  Page: lazy(() => import('./invoice-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./invoice-detail.tsx')) }],
  waiting: { what: '待开发票', filter: { status: 'requested' } },
};
