import { Suspense } from 'react';
import { useStore } from '../lib/create-store';
import { lazyOrNothing } from '../lib/lazy-or-nothing';
import { toastStore } from '../lib/toast';

const Toasts = lazyOrNothing(() => import('./toasts'));

/** Holds the place of toasts; their code loads with the first of them. */
export function ToastHolder() {
  const isNeeded = useStore(toastStore, (state) => state.waiting.length > 0);
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
