import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { AccountsIcon } from '../../ui/icons.tsx';

export const accounts: ConsoleResource = {
  name: 'account',
  path: 'accounts',
  label: '账号',
  group: '用户',
  Icon: AccountsIcon,
  dataProviderName: 'manage',
  Page: lazy(() => import('./account-list.tsx')),
  drawers: [
    { path: 'create', action: 'create', Drawer: lazy(() => import('./account-create.tsx')) },
    { path: ':id', action: 'show', Drawer: lazy(() => import('./account-detail.tsx')) },
    { path: ':id/edit', action: 'edit', Drawer: lazy(() => import('./account-edit.tsx')) },
  ],
  pages: [{ path: ':id/profile/:section?', action: 'show', RecordPage: lazy(() => import('./person-page.tsx')) }],
};
