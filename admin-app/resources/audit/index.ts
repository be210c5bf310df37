import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { AuditIcon } from '../../ui/icons.tsx';

export const audit: ConsoleResource = {
  name: 'audit',
  path: 'audit',
  label: '审计',
  group: '系统',
  Icon: AuditIcon,
  Page: lazy(() => import('./audit-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./audit-detail.tsx')) }],
};
