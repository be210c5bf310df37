import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { PlansIcon } from '../../ui/icons.tsx';

export const plans: ConsoleResource = {
  name: 'plans',
  path: 'plans',
  label: '套餐',
  group: '销售',
  Icon: PlansIcon,
  Page: lazy(() => import('./plan-list.tsx')),
  drawers: [{ path: ':id', action: 'edit', Drawer: lazy(() => import('./plan-edit.tsx')) }],
};
