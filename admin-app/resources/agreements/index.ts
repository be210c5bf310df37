import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { AgreementsIcon } from '../../ui/icons.tsx';

export const agreements: ConsoleResource = {
  name: 'agreements',
  path: 'agreements',
  label: '协议',
  group: '内容',
  Icon: AgreementsIcon,
  Page: lazy(() => import('./agreement-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./agreement-detail.tsx')) }],
};
