import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { TasksIcon } from '../../ui/icons.tsx';

export const tasks: ConsoleResource = {
  name: 'tasks',
  path: 'tasks',
  label: '任务',
  group: '内容',
  Icon: TasksIcon,
  Page: lazy(() => import('./task-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./task-detail.tsx')) }],
};
