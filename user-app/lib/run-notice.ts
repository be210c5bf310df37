import { createStore, useStore } from './create-store';
import { readText, storageKeys, writeText } from './storage';

interface RunNotice {
  /** True when a task that ends in a background tab is announced by the system; undefined while nobody was asked. */
  isAnnounced: boolean | undefined;
  /** True when a short tone is played then. */
  isHeard: boolean;
}

const answers: Readonly<Record<string, boolean>> = { on: true, off: false };

/** Settings of this device for notices of tasks that end while the tab is in the background. */
export const runNotice = createStore<RunNotice>({
  isAnnounced: answers[readText(storageKeys.runNotice) ?? ''],
  isHeard: readText(storageKeys.runSound) === 'on',
});

export const useRunNotice = (): RunNotice => useStore(runNotice, (notice) => notice);

/** Returns true when the browser could show notices and nobody has answered yet. */
export function canOfferNotice(): boolean {
  return runNotice.get().isAnnounced === undefined && 'Notification' in window && Notification.permission === 'default';
}

/** Keeps the answer; a yes asks the browser, whose no counts. */
export async function chooseNotice(isWanted: boolean): Promise<void> {
  const isAnnounced = isWanted && (await Notification.requestPermission()) === 'granted';
  writeText(storageKeys.runNotice, isAnnounced ? 'on' : 'off');
  runNotice.set({ isAnnounced });
}

export function chooseSound(isHeard: boolean): void {
  writeText(storageKeys.runSound, isHeard ? 'on' : 'off');
  runNotice.set({ isHeard });
}
