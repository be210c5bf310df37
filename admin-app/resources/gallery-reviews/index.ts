import { lazy } from 'react';
import type { ConsoleResource } from '../../ui/console-resource.ts';
import { GalleryReviewsIcon } from '../../ui/icons.tsx';

export const galleryReviews: ConsoleResource = {
  name: 'galleryReviews',
  path: 'gallery-reviews',
  label: '图库审核',
  group: '内容',
  Icon: GalleryReviewsIcon,
  Page: lazy(() => import('./review-list.tsx')),
  drawers: [{ path: ':id', action: 'show', Drawer: lazy(() => import('./review-detail.tsx')) }],
  waiting: { what: '待审核图片', filter: { state: 'pending' } },
};
