import { nameInWorld, worldOf } from '../domain/world.ts';

/** World of this page from its load to its end, whatever becomes of the cookie; undefined for the unnamed one. */
const pageWorld = worldOf(globalThis.document?.cookie ?? '');

/** Kept once for all worlds: how the product looks is no data. */
const commonNames: ReadonlySet<string> = new Set(['theme', 'console.theme']);

/** Name in the world of this page of anything that a browser keeps, such as a database or a cookie. */
export function ownName(name: string): string {
  return commonNames.has(name) ? name : nameInWorld(name, pageWorld);
}

/** Local or session storage as the world of this page has it. Throws where the browser refuses storage. */
export interface BrowserStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Those of this world, without its name. */
  keys(): string[];
}

export const localStore = storeOver(() => window.localStorage);
export const sessionStore = storeOver(() => window.sessionStorage);

function storeOver(storage: () => Storage): BrowserStore {
  return {
    getItem: (key) => storage().getItem(ownName(key)),
    setItem: (key, value) => storage().setItem(ownName(key), value),
    removeItem: (key) => storage().removeItem(ownName(key)),
    keys: () => ownNamesOf(Object.keys(storage())),
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
