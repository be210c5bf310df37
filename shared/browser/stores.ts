import { nameInWorld, worldOf } from '../domain/world.ts';

/** World of this page from its load to its end, whatever becomes of the cookie; undefined for the unnamed one. */
export const pageWorld = worldOf(globalThis.document?.cookie ?? '');

/** Kept once for all worlds: how the product looks is no data. */
const commonNames: ReadonlySet<string> = new Set(['theme', 'console.theme']);

/** Name in the world of this page of anything that a browser keeps, such as a database or a cookie. */
export function ownName(name: string): string {
  return commonNames.has(name) ? name : nameInWorld(name, pageWorld);
}

type Cells = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Local storage as the world of this page has it. Throws where the browser refuses storage. */
export interface BrowserStore extends Cells {
  /** Those of this world, without its name. */
  keys(): string[];
}

export const localStore: BrowserStore = {
  ...storeOver(() => window.localStorage, ownName),
  keys: () => ownNamesOf(Object.keys(window.localStorage)),
};
export const sessionStore = storeOver(() => window.sessionStorage, ownName);
/** Session storage of a world that this page is not in, for a word to the next page. */
export const sessionStoreOf = (world: string | undefined) =>
  storeOver(
    () => window.sessionStorage,
    (name) => nameInWorld(name, world),
  );

function storeOver(storage: () => Storage, nameOf: (key: string) => string): Cells {
  return {
    getItem: (key) => storage().getItem(nameOf(key)),
    setItem: (key, value) => storage().setItem(nameOf(key), value),
    removeItem: (key) => storage().removeItem(nameOf(key)),
  };
}

const ofNamedWorld = /^[a-z0-9][a-z0-9_-]*~/;

/** Plain names of those that belong to the world of this page. */
function ownNamesOf(names: readonly string[]): string[] {
  if (pageWorld === undefined) return names.filter((name) => !ofNamedWorld.test(name));
  const beginning = ownName('');
  return names.filter((name) => name.startsWith(beginning)).map((name) => name.slice(beginning.length));
}

/** Channel to the other tabs of this world; undefined in browsers without any. */
export function openChannel(name: string): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(ownName(name));
}

/** Caches of this world. Absent on plain http addresses: see {@link hasCaches}. */
export const ownCaches = {
  open: (name: string) => caches.open(ownName(name)),
  /** Plain names. */
  names: async () => ownNamesOf(await caches.keys()),
  delete: (name: string) => caches.delete(ownName(name)),
};

export const hasCaches = (): boolean => 'caches' in window;

/** Deletes a database of this world. Throws in private windows. */
export const deleteDatabase = (name: string): IDBOpenDBRequest => indexedDB.deleteDatabase(ownName(name));

/** Acts unless another tab of this world is acting; plain http has no locks, and there it always does. */
export function actAlone(name: string, act: () => void): void {
  if (!navigator.locks) act();
  else void navigator.locks.request(ownName(name), { ifAvailable: true }, (lock) => lock && act());
}
