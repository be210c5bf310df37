import { worldChangeWords } from '#shared/browser/world-watch';
import { appStore } from '../lib/app-store';
import { offerGuide } from '../lib/guide-news';
import { returnToPlace } from '../lib/login-return';
import { cacheShownPictures } from '../lib/offline-cache';
import { keepShell } from '../lib/service-worker';
import { isViewing } from '../lib/session-hint';
import { accountOnDevice, readText, storageKeys } from '../lib/storage';
import { toast } from '../lib/toast';
import { whenQuiet } from '../lib/when-quiet';

/** The shell is more than any page needs: it is fetched when a page has stood for so long, ms. */
const beforeShellMs = 5_000;

/**
 * Starts the work that follows the first page: the focus after a login, the tour for new people, and the caches for
 * times without a network.
 */
export function afterLoad(): void {
  const words = worldChangeWords();
  if (words) toast.info(words, 10);
  returnToPlace();
  if (!isViewing()) offerGuide();
  if (readText(storageKeys.failedDownloads)) appStore.set({ isZipBarOpen: true });
  if (!window.isSecureContext || process.env.NODE_ENV !== 'production') return;
  whenQuiet(() => void keepShell(), beforeShellMs);
  if (!isViewing()) cacheShownPictures(accountOnDevice);
}
