import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { RefundsIcon } from '../../ui/icons.tsx';

export const refunds: ConsoleResource = {
  name: 'refunds',
  path: 'refunds',
  label: '退款',
  group: '销售',
  Icon: RefundsIcon,
  Page: lazy(() => import('./refund-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./refund-detail.tsx')) }],
  waiting: { what: '待审核退款', filter: { status: 'requested' } },
};
