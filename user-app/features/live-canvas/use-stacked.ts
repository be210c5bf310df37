import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 1023px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Returns true when paper and picture lie one above the other. */
export function useStacked(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
