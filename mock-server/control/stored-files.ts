import { setTimeout } from 'node:timers/promises';
import type { BlobStorage } from '../adapters/storage/port.ts';
import type { Store } from '../modules/store.ts';
import { blobKeys, type Invariant } from './control.repository.ts';

const secondLookMs = 500;

/** Every stored file has a row and every row its file. A file whose row is being written just now gets a second look. */
export async function checkFiles(store: Store, storage: BlobStorage): Promise<Invariant> {
  const stored = new Set<string>();
  for await (const key of storage.keys()) stored.add(key);
  const missing = (await blobKeys(store.db)).filter((key) => !stored.has(key));
  const known = new Set(await blobKeys(store.db));
  let orphans = [...stored].filter((key) => !known.has(key));
  if (orphans.length > 0) {
    await setTimeout(secondLookMs);
    const later = new Set(await blobKeys(store.db));
    orphans = orphans.filter((key) => !later.has(key));
  }
  const faults = [...orphans.map((key) => `没有记录的文件 ${key}`), ...missing.map((key) => `缺失的文件 ${key}`)];
  return { name: '文件与记录一一对应', ok: faults.length === 0, faults };
}
