import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { SettingsIcon } from '../../ui/icons.tsx';

export const settings: ConsoleResource = {
  name: 'settings',
  path: 'settings',
  label: '设置',
  group: '系统',
  Icon: SettingsIcon,
  Page: lazy(() => import('./setting-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./setting-detail.tsx')) }],
};
