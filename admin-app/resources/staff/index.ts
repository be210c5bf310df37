import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { StaffIcon } from '../../ui/icons.tsx';

export const staff: ConsoleResource = {
  name: 'staff',
  path: 'staff',
  label: '员工',
  group: '系统',
  Icon: StaffIcon,
  Page: lazy(() => import('./staff-list.tsx')),
  inPlace: ['create'],
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./staff-detail.tsx')) }],
};
