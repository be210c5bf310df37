import { lazy, Suspense } from 'react';
import { usePublishWish } from './publish-store';

const PublishDialog = lazy(() => import('./publish-dialog'));

/** Holds the place of the form of a publication over any screen; its code loads when it is first asked for. */
export function PublishHost() {
  const wish = usePublishWish();
  return <Suspense fallback={null}>{wish && <PublishDialog key={wish.imageId} wish={wish} />}</Suspense>;
}
