import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { GalleryCasesIcon, GallerySetsIcon } from '../../ui/icons.tsx';

export const gallerySets: ConsoleResource = {
  name: 'gallerySets',
  path: 'gallery-sets',
  label: '图集',
  group: '内容',
  Icon: GallerySetsIcon,
  Page: lazy(() => import('./set-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./set-detail.tsx')) }],
};

export const galleryCases: ConsoleResource = {
  name: 'galleryCases',
  path: 'gallery-cases',
  label: '案例',
  group: '内容',
  Icon: GalleryCasesIcon,
  Page: lazy(() => import('./case-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./case-detail.tsx')) }],
};
