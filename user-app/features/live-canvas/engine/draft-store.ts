import { personalDatabases } from '@/lib/personal-databases';
import { type Aspect, aspectNames } from './geometry';
import type { Drawing } from './marks';
import type { KeptPicture } from './picture-shelf';

/** The drawing as this browser keeps it. */
export interface Draft {
  aspect: Aspect;
  drawing: Drawing;
  pictures: readonly KeptPicture[];
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

const storeName = 'drawings';
const currentKey = 'current';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(personalDatabases.liveDrawing, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => {
      // A logout deletes the database, which an open connection in any tab would block.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode, { durability: 'relaxed' });
      const request = act(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } catch {
    // Private windows and full disks keep nothing; the board works all the same.
    return undefined;
  }
}

export async function readDraft(): Promise<Draft | undefined> {
  const draft = await run<Draft | undefined>('readonly', (store) => store.get(currentKey));
  return draft && aspectNames.includes(draft.aspect) ? draft : undefined;
}

export async function writeDraft(draft: Draft): Promise<void> {
  await run('readwrite', (store) => store.put(draft, currentKey));
}
