import { useSyncExternalStore } from 'react';
import { Listeners } from './listeners';

export interface Store<S> {
  get: () => S;
  set: (change: Partial<S>) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A small store outside React: a few flags, one snapshot, listeners. */
export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Listeners();
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      listeners.tell();
    },
    subscribe: listeners.subscribe,
  };
}

/** Reads one part of a store; the component renders again when that part changes. */
export function useStore<S extends object, T>(store: Store<S>, select: (state: S) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
