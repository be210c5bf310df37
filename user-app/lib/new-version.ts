import { createStore, useStore } from './create-store';

const newVersion = createStore<{ worker: ServiceWorker | undefined }>({ worker: undefined });

/** A version of the site that is ready and waits to be asked for. */
export function offerVersion(worker: ServiceWorker): void {
  newVersion.set({ worker });
}

export const useIsVersionOffered = (): boolean => useStore(newVersion, ({ worker }) => worker !== undefined);

/** Loads the page again with the version that waits. */
export function takeVersion(): void {
  const { worker } = newVersion.get();
  if (!worker) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  worker.postMessage({ type: 'SKIP_WAITING' });
}

/** Loads the page from the server, past a kept version whose files are not all there. */
export async function reloadFresh(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.unregister().catch(() => false);
  window.location.reload();
}
