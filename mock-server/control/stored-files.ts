import { setTimeout } from 'node:timers/promises';
import type { BlobStorage } from '../adapters/storage/port.ts';
import type { Store } from '../modules/base/store.ts';
import { blobKeys, blobStarts, type Invariant } from './control.repository.ts';

const secondLookMs = 500;

/** Every stored file has a row and every row its file. A file whose row is being written just now gets a second look. */
export async function checkFiles(store: Store, storage: BlobStorage): Promise<Invariant> {
  const { db } = store.reading;
  const missing: string[] = [];
  let orphans: string[] = [];
  for (const start of new Set([...(await storage.starts()), ...(await blobStarts(db))])) {
    const stored = new Set(await storage.keysFrom(start));
    const known = await blobKeys(db, start);
    missing.push(...known.filter((key) => !stored.has(key)));
    const named = new Set(known);
    orphans.push(...[...stored].filter((key) => !named.has(key)));
  }
  if (orphans.length > 0) {
    await setTimeout(secondLookMs);
    const later = await Promise.all(orphans.map((key) => blobKeys(db, key)));
    orphans = orphans.filter((_, place) => later[place]?.length === 0);
  }
  const faults = [...orphans.map((key) => `没有记录的文件 ${key}`), ...missing.map((key) => `缺失的文件 ${key}`)];
  return { name: '文件与记录一一对应', ok: faults.length === 0, faults };
}
