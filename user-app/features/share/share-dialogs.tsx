import { lazy, Suspense } from 'react';
import { useShareWish } from './share-store';

const ShareDialog = lazy(() => import('./share-dialog'));

/** Holds the place of the dialog of links over any screen; its code loads when it is first asked for. */
export function ShareDialogs() {
  const wish = useShareWish();
  return <Suspense fallback={null}>{wish && <ShareDialog key={wish.imageId} wish={wish} />}</Suspense>;
}
