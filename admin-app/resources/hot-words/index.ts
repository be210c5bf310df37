import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { HotWordsIcon } from '../../ui/icons.tsx';

export const hotWords: ConsoleResource = {
  name: 'hotWords',
  path: 'hot-words',
  label: '热词',
  group: '内容',
  Icon: HotWordsIcon,
  Page: lazy(() => import('./hot-word-list.tsx')),
  inPlace: ['create', 'edit'],
};
