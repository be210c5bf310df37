import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { RolesIcon } from '../../ui/icons.tsx';

export const roles: ConsoleResource = {
  name: 'roles',
  path: 'roles',
  label: '角色',
  group: '系统',
  Icon: RolesIcon,
  Page: lazy(() => import('./role-list.tsx')),
  inPlace: ['edit'],
};
