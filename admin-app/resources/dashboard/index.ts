import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { OverviewIcon, VisitsIcon } from '../../ui/icons.tsx';

export const overview: ConsoleResource = {
  name: 'overview',
  path: 'overview',
  label: '概览',
  group: '数据',
  Icon: OverviewIcon,
  Page: lazy(() => import('./overview-page.tsx')),
};

export const visits: ConsoleResource = {
  name: 'visits',
  path: 'visits',
  label: '访问统计',
  group: '数据',
  Icon: VisitsIcon,
  Page: lazy(() => import('./visits-page.tsx')),
};
