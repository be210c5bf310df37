import { useSyncExternalStore } from 'react';

interface Watched<S> {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => S;
}

/** The current value of something the engine keeps. */
export function useSnapshot<S>(watched: Watched<S>): S {
  return useSyncExternalStore(watched.subscribe, watched.getSnapshot);
}
