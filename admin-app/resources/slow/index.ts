import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { SlowIcon } from '../../ui/icons.tsx';

export const slow: ConsoleResource = {
  name: 'slow',
  path: 'slow',
  label: '慢语句与慢任务',
  group: '系统',
  Icon: SlowIcon,
  Page: lazy(() => import('./slow-page.tsx')),
};
