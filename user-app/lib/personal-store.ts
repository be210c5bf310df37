import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ownName } from '#shared/browser/stores';

/** A database with one store of drafts by key. */
export interface Drafts<Draft> extends DBSchema {
  drafts: { key: string; value: Draft };
}

export interface PersonalStore<Schema extends DBSchema> {
  /** Result of `act`; undefined when this browser stores nothing, or nothing any more after a logout. Never fails. */
  run<T>(act: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined>;
}

/**
 * A database with work of the person who is logged in, opened when it is first needed.
 * @param make makes its stores
 */
export function createPersonalStore<Schema extends DBSchema>(
  name: string,
  make: (database: IDBPDatabase<Schema>) => void,
): PersonalStore<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  /** True when a logout, here or in another tab, deleted it: a page still open must not write it anew. */
  let isRemoved = false;

  const open = () => {
    opened ??= openDB<Schema>(ownName(name), 1, {
      upgrade: (database) => make(database),
      blocking: (_from, _to, event) => {
        isRemoved = true;
        (event.target as IDBDatabase).close();
      },
      terminated: () => {
        opened = undefined;
      },
    });
    return opened;
  };
  return {
    async run(act) {
      if (isRemoved) return undefined;
      try {
        return await act(await open());
      } catch {
        // Private windows and full disks keep nothing; the page works all the same.
        return undefined;
      }
    },
  };
}
