import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { EnginesIcon } from '../../ui/icons.tsx';

export const engines: ConsoleResource = {
  name: 'engines',
  path: 'engines',
  label: '引擎与服务',
  group: '系统',
  Icon: EnginesIcon,
  Page: lazy(() => import('./engine-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./engine-detail.tsx')) }],
};
