import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { CategoriesIcon } from '../../ui/icons.tsx';

export const categories: ConsoleResource = {
  name: 'categories',
  path: 'categories',
  label: '分类',
  group: '内容',
  Icon: CategoriesIcon,
  Page: lazy(() => import('./category-page.tsx')),
  inPlace: ['create'],
  drawers: [
    { path: 'preview', action: 'list', Drawer: lazy(() => import('./category-preview.tsx')) },
    { path: ':id', action: 'show', Drawer: lazy(() => import('./category-detail.tsx')) },
  ],
};
