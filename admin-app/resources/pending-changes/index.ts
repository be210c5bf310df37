import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { AccountsIcon } from '../../ui/icons.tsx';

export const pendingChanges: ConsoleResource = {
  name: 'pendingChanges',
  path: 'pending-changes',
  label: '待批准',
  group: '用户',
  Icon: AccountsIcon,
  Page: lazy(() => import('./pending-list.tsx')),
  inPlace: ['edit'],
  waiting: { what: '待批准的修改', filter: { status: 'waiting' } },
};
