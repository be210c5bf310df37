import { createStore, useStore } from './create-store';

const store = createStore<{ waiting: ReadonlySet<AbortController> }>({ waiting: new Set() });

function change(edit: (waiting: Set<AbortController>) => void): void {
  const waiting = new Set(store.get().waiting);
  edit(waiting);
  store.set({ waiting });
}

/**
 * Registers a start that waits for the network, so that every page can show and cancel it.
 * @returns a function that unregisters it
 */
export function noteWaiting(aborter: AbortController): () => void {
  change((waiting) => waiting.add(aborter));
  return () => change((waiting) => waiting.delete(aborter));
}

/** Cancels all starts that wait for the network. */
export function callOffWaiting(): void {
  for (const aborter of store.get().waiting) aborter.abort();
}

/** Number of starts in this tab that wait for the network. */
export function useWaitingStarts(): number {
  return useStore(store, ({ waiting }) => waiting.size);
}
