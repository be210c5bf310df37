import { createStore, useStore } from './create-store';
import { readStrings, type StorageKey, storageKeys, writeJson } from './storage';

/** A short list of names kept on this device, newest first. */
function createLocalList(key: StorageKey, limit: number) {
  const store = createStore({ names: readStrings(key).slice(0, limit) });
  const keep = (names: string[]) => {
    writeJson(key, names);
    store.set({ names });
  };
  return {
    use: () => useStore(store, (state) => state.names),
    addFirst: (name: string) => keep([name, ...store.get().names.filter((known) => known !== name)].slice(0, limit)),
    toggle: (name: string) => {
      const { names } = store.get();
      keep(names.includes(name) ? names.filter((known) => known !== name) : [name, ...names].slice(0, limit));
    },
  };
}

/** Ids of the tools used last on this device. */
export const recentTools = createLocalList(storageKeys.recentTools, 8);
/** Ids of the tools starred on this device. */
export const favoriteTools = createLocalList(storageKeys.favoriteTools, 40);
/** Words searched for last in the gallery on this device. */
export const recentSearches = createLocalList(storageKeys.gallerySearches, 10);
