import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { DifferencesIcon } from '../../ui/icons.tsx';

export const differences: ConsoleResource = {
  name: 'paymentDifferences',
  path: 'differences',
  label: '对账差异',
  group: '销售',
  Icon: DifferencesIcon,
  Page: lazy(() => import('./difference-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./difference-detail.tsx')) }],
  waiting: { what: '未处理差异', filter: { isResolved: 'false' } },
};
