import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { ModelsIcon } from '../../ui/icons.tsx';

export const models: ConsoleResource = {
  name: 'models',
  path: 'models',
  label: '模型',
  group: '系统',
  Icon: ModelsIcon,
  Page: lazy(() => import('./model-page.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./model-detail.tsx')) }],
};
