import { openChannel } from '#shared/browser/stores';

let opened: BroadcastChannel | undefined;

/** For all tabs of this browser, whoever is logged in. */
function channel(): BroadcastChannel | undefined {
  opened ??= openChannel('login');
  return opened;
}

/** Tells the other tabs that somebody logged in or out here. */
export function tellLogin(): void {
  channel()?.postMessage('changed');
}

/** Called when somebody logged in or out in another tab. @returns ends it. */
export function onLoginNews(listener: () => void): () => void {
  channel()?.addEventListener('message', listener);
  return () => channel()?.removeEventListener('message', listener);
}
