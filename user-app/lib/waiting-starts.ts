import { createStore, useStore } from './create-store';

const store = createStore<{ waiting: ReadonlySet<AbortController> }>({ waiting: new Set() });

function change(edit: (waiting: Set<AbortController>) => void): void {
  const waiting = new Set(store.get().waiting);
  edit(waiting);
  store.set({ waiting });
}

/** Notes that a start waits for the network, so that every page says so and can call it off. @returns it waits no more */
export function noteWaiting(aborter: AbortController): () => void {
  change((waiting) => waiting.add(aborter));
  return () => change((waiting) => waiting.delete(aborter));
}

/** None of the starts that wait for the network is sent any more. */
export function callOffWaiting(): void {
  for (const aborter of store.get().waiting) aborter.abort();
}

/** How many starts wait for the network in this tab. */
export function useWaitingStarts(): number {
  return useStore(store, ({ waiting }) => waiting.size);
}
