import { lazy, Suspense, useEffect } from 'react';
import { lazyOrNothing } from '../../lib/lazy-or-nothing';
import { useLocation } from '../../lib/router';
import { followHistory, useBuilding } from './building-store';

const BuildingDialog = lazy(() => import('./building-dialog'));
const BuildingChip = lazyOrNothing(() => import('./building-chip'));

/** Holds the place of the dialog of building models over any screen; its code loads when it is first asked for. */
export function BuildingHost() {
  const isOpen = useBuilding(({ shown }) => shown !== undefined);
  const hasWork = useBuilding((state) => state.hasWork);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router's key changes with the entry of the history, whose state is read
  useEffect(followHistory, [key]);
  useEffect(() => {
    window.addEventListener('popstate', followHistory);
    return () => window.removeEventListener('popstate', followHistory);
  }, []);
  return (
    <Suspense fallback={null}>
      {isOpen && <BuildingDialog />}
      {hasWork && !isOpen && <BuildingChip />}
    </Suspense>
  );
}
