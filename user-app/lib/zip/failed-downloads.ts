import { createStore, useStore } from '../create-store';
import { accountOnDevice, readJson, storageKeys, writeJson } from '../storage';
import type { ZipItem } from './pack-zip';

/** Kept for each account, the newest. */
const mostKept = 500;
const visitor = 'visitor';

const account = () => accountOnDevice() ?? visitor;

function readAll(): Record<string, ZipItem[]> {
  const kept = readJson(storageKeys.failedDownloads);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, ZipItem[]>) : {};
}

function readOwn(): ZipItem[] {
  const own = readAll()[account()];
  return Array.isArray(own)
    ? own.filter((item) => typeof item?.name === 'string' && typeof item.url === 'string' && item.url.startsWith('/'))
    : [];
}

const store = createStore({ items: readOwn() });

function keep(items: ZipItem[]): void {
  writeJson(storageKeys.failedDownloads, { ...readAll(), [account()]: items.length > 0 ? items : undefined });
  store.set({ items });
}

/** Pictures that no archive of this account could have, on this device, until they are tried again or dismissed. */
export const failedDownloads = {
  use: () => useStore(store, ({ items }) => items),
  add(items: readonly ZipItem[]): void {
    const known = readOwn().filter(({ url }) => !items.some((item) => item.url === url));
    keep([...known, ...items.map(({ name, url, bytes }) => ({ name, url, bytes }))].slice(-mostKept));
  },
  /** Takes them off the list, to try them again. */
  take(): ZipItem[] {
    const items = readOwn();
    keep([]);
    return items;
  },
  dismiss: () => keep([]),
};
