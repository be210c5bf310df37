import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { MaterialsIcon } from '../../ui/icons.tsx';

export const materials: ConsoleResource = {
  name: 'materials',
  path: 'materials',
  label: '素材',
  group: '内容',
  Icon: MaterialsIcon,
  Page: lazy(() => import('./material-list.tsx')),
  inPlace: ['edit'],
};
