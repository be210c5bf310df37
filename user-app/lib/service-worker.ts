import { offerVersion } from './new-version';

/** Milliseconds between looks for a new version in a page that stays open. */
const lookEveryMs = 60 * 60_000;

/** Keeps the shell on this device, and tells when a newer one is there. Browsers refuse it on plain http addresses. */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  if (!registration) return;
  const watch = (worker: ServiceWorker | null) => {
    if (!worker) return;
    const tell = () => {
      // Without a controller it is the first one, which replaces nothing.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offerVersion(() => take(worker));
    };
    worker.addEventListener('statechange', tell);
    tell();
  };
  watch(registration.waiting);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  setInterval(() => void registration.update().catch(() => undefined), lookEveryMs);
}

/** Puts a waiting version in the old one's place and loads the page again. */
function take(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  worker.postMessage({ type: 'SKIP_WAITING' });
}
