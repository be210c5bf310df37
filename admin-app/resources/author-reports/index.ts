import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { AuthorReportsIcon } from '../../ui/icons.tsx';

export const authorReports: ConsoleResource = {
  name: 'authorReports',
  path: 'author-reports',
  label: '作者举报',
  group: '内容',
  Icon: AuthorReportsIcon,
  Page: lazy(() => import('./report-list.tsx')),
  inPlace: ['edit'],
  waiting: { what: '被举报的作者', filter: {} },
};
