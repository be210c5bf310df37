import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { ConnectedEnginesIcon } from '../../ui/icons.tsx';

export const connectedEngines: ConsoleResource = {
  name: 'connectedEngines',
  path: 'connected-engines',
  label: '外接引擎',
  group: '系统',
  Icon: ConnectedEnginesIcon,
  Page: lazy(() => import('./connected-list.tsx')),
  drawers: [
    { path: 'create', action: 'create', Drawer: lazy(() => import('./connected-create.tsx')) },
    { path: ':id', action: 'show', Drawer: lazy(() => import('./connected-detail.tsx')) },
  ],
};
