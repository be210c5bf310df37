import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { ProductsIcon } from '../../ui/icons.tsx';

export const products: ConsoleResource = {
  name: 'products',
  path: 'products',
  label: '商品',
  group: '销售',
  Icon: ProductsIcon,
  Page: lazy(() => import('./product-list.tsx')),
  drawers: [
    { path: 'create', action: 'create', Drawer: lazy(() => import('./product-create.tsx')) },
    { path: ':id', action: 'show', Drawer: lazy(() => import('./product-detail.tsx')) },
  ],
};
