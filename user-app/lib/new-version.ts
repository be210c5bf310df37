import { createStore, useStore } from './create-store';

const newVersion = createStore<{ take: (() => void) | undefined }>({ take: undefined });

/** @param take loads the page again with the version of the site that is ready */
export function offerVersion(take: () => void): void {
  newVersion.set({ take });
}

/** Function that loads the newer version of the site; undefined while there is none. */
export const useNewVersion = (): (() => void) | undefined => useStore(newVersion, ({ take }) => take);

/** Loads the page from the server, past a kept version whose files are not all there. */
export async function reloadFresh(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.unregister().catch(() => false);
  window.location.reload();
}
