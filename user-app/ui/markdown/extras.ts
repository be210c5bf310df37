import { useEffect, useSyncExternalStore } from 'react';
import { Listeners } from '../../lib/listeners';
import type { Extra } from './extra';

/** Extras that most texts do not need: loaded with the first that does. */
const loaders = {
  math: () => import('./math').then(({ math }) => math),
  code: () => import('./highlight').then(({ highlight }) => highlight),
} as const;
type ExtraName = keyof typeof loaders;

const known = new Map<ExtraName, Extra>();
const asked = new Set<ExtraName>();
const listeners = new Listeners();

function ask(name: ExtraName): void {
  if (asked.has(name)) return;
  asked.add(name);
  loaders[name]().then(
    (extra) => {
      known.set(name, extra);
      listeners.tell();
    },
    // The next text asks again; until then formulas and code are plain.
    () => asked.delete(name),
  );
}

/** Formulas or coloured code, once they are there; whoever does not need them does not render for them. */
export function useExtra(name: ExtraName, isNeeded: boolean): Extra | undefined {
  useEffect(() => {
    if (isNeeded) ask(name);
  }, [name, isNeeded]);
  return useSyncExternalStore(
    listeners.subscribe,
    () => (isNeeded ? known.get(name) : undefined),
    () => undefined,
  );
}
