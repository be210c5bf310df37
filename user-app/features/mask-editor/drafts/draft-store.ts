import { personalDatabases } from '@/lib/personal-databases';
import type { Size } from '../engine/geometry';
import type { Refinement } from '../engine/refine';
import type { Spans } from '../engine/span-codec';

/** Work on a mask as this browser keeps it. */
export interface Draft {
  /** {@link draftKey} of what follows. */
  key: string;
  toolId: string;
  fieldName: string;
  imageId: string;
  size: Size;
  spans: Spans;
  refinement: Refinement;
  /** Fraction of the picture, 0–1. */
  coverage: number;
  /** Image id of the mask this was stored as; undefined while it was not. */
  storedAs: string | undefined;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export const draftKey = (toolId: string, fieldName: string, imageId: string) => `${toolId}/${fieldName}/${imageId}`;

const storeName = 'drafts';
const keptDrafts = 20;
const keptMs = 3 * 24 * 3600 * 1000;

let opened: Promise<IDBDatabase> | undefined;
/** Whether a logout, here or in another tab, deleted the drafts: an editor still open must not write one again. */
let isRemoved = false;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(personalDatabases.maskDrafts, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' });
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => {
        isRemoved = true;
        database.close();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  if (isRemoved) return undefined;
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
    // Private windows and full disks keep nothing; the editor works all the same.
    return undefined;
  }
}

export function readDraft(key: string): Promise<Draft | undefined> {
  return run<Draft | undefined>('readonly', (store) => store.get(key));
}

/** The newest draft of a field, whatever picture it lies on; old ones are cleared away. */
export async function newestDraft(toolId: string, fieldName: string): Promise<Draft | undefined> {
  const all = (await run<Draft[]>('readonly', (store) => store.getAll())) ?? [];
  const ordered = all.toSorted((a, b) => b.updatedAt - a.updatedAt);
  const oldest = Date.now() - keptMs;
  for (const [index, draft] of ordered.entries())
    if (index >= keptDrafts || draft.updatedAt < oldest) void removeDraft(draft.key);
  return ordered.find((draft) => draft.toolId === toolId && draft.fieldName === fieldName && draft.updatedAt >= oldest);
}

export async function writeDraft(draft: Draft): Promise<void> {
  await run('readwrite', (store) => store.put(draft));
}

export async function removeDraft(key: string): Promise<void> {
  await run<undefined>('readwrite', (store) => store.delete(key));
}
