import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { TicketsIcon } from '../../ui/icons.tsx';

export const tickets: ConsoleResource = {
  name: 'tickets',
  path: 'tickets',
  label: '券流水',
  group: '用户',
  Icon: TicketsIcon,
  Page: lazy(() => import('./ticket-list.tsx')),
};
