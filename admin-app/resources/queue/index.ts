import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { QueueIcon } from '../../ui/icons.tsx';

export const queue: ConsoleResource = {
  name: 'queue',
  path: 'queue',
  label: '队列',
  group: '系统',
  Icon: QueueIcon,
  Page: lazy(() => import('./queue-page.tsx')),
  inPlace: ['edit'],
};
