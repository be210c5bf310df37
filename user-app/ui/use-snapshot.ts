import { useRef, useSyncExternalStore } from 'react';

interface Watched<S> {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => S;
}

/** The current value of something that is kept outside React. */
export function useSnapshot<S>({ subscribe, getSnapshot }: Watched<S>): S {
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** Some parts of such a value; renders again only when one of them changed. */
export function useParts<S extends object, const Name extends keyof S>(
  watched: Watched<S>,
  ...names: readonly Name[]
): Pick<S, Name> {
  const last = useRef<Pick<S, Name>>();
  return useSyncExternalStore(watched.subscribe, () => {
    const snapshot = watched.getSnapshot();
    const before = last.current;
    if (!before || names.some((name) => before[name] !== snapshot[name])) {
      last.current = Object.fromEntries(names.map((name) => [name, snapshot[name]])) as Pick<S, Name>;
    }
    return last.current as Pick<S, Name>;
  });
}
