import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { OrdersIcon } from '../../ui/icons.tsx';

export const orders: ConsoleResource = {
  name: 'orders',
  path: 'orders',
  label: '订单',
  group: '销售',
  Icon: OrdersIcon,
  Page: lazy(() => import('./order-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./order-detail.tsx')) }],
};
