import { lazy, Suspense } from 'react';
import { useCollectWish } from '../collect-store';

const FolderPicker = lazy(() => import('./folder-picker'));

/** Holds the place of the choice of a folder over any screen; its code loads when it is first asked for. */
export function FolderPickerHost() {
  const wish = useCollectWish();
  return <Suspense fallback={null}>{wish && <FolderPicker wish={wish} />}</Suspense>;
}
