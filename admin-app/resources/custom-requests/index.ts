import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { CustomRequestsIcon } from '../../ui/icons.tsx';

export const customRequests: ConsoleResource = {
  name: 'customRequests',
  path: 'custom-requests',
  label: '定制采购',
  group: '销售',
  Icon: CustomRequestsIcon,
  Page: lazy(() => import('./custom-request-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./custom-request-detail.tsx')) }],
  waiting: { what: '新的需求', filter: { status: 'received' } },
};
