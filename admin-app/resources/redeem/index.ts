import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { RedeemIcon } from '../../ui/icons.tsx';

export const redeem: ConsoleResource = {
  name: 'redeemBatches',
  path: 'redeem',
  label: '兑换码',
  group: '销售',
  Icon: RedeemIcon,
  Page: lazy(() => import('./batch-list.tsx')),
  inPlace: ['edit'],
  drawers: [{ path: 'create', action: 'create', Drawer: lazy(() => import('./batch-create.tsx')) }],
};
