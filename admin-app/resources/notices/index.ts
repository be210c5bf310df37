import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { NoticesIcon } from '../../ui/icons.tsx';

export const notices: ConsoleResource = {
  name: 'notices',
  path: 'notices',
  label: '公告',
  group: '内容',
  Icon: NoticesIcon,
  Page: lazy(() => import('./notice-list.tsx')),
  drawers: [
    { path: 'create', action: 'create', Drawer: lazy(() => import('./notice-create.tsx')) },
    { path: ':id', action: 'show', Drawer: lazy(() => import('./notice-detail.tsx')) },
  ],
};
