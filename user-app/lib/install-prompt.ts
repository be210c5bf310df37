import { createStore, useStore } from './create-store';

/** Chromium's offer to install the site as an app; other browsers have it in their own menu. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offers = createStore<{ offer: InstallPromptEvent | undefined }>({ offer: undefined });

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offers.set({ offer: event as InstallPromptEvent });
});
window.addEventListener('appinstalled', () => offers.set({ offer: undefined }));

/** Installs when the browser offers it; undefined when it does not. */
export function useInstall(): (() => Promise<void>) | undefined {
  const offer = useStore(offers, (state) => state.offer);
  if (!offer) return undefined;
  return async () => {
    const { outcome } = await offer.prompt();
    if (outcome === 'accepted') offers.set({ offer: undefined });
  };
}
