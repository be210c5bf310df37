import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** Resized copies on disk. They can always be made again, so the folder may be emptied at any time. */
export interface VariantCache {
  /** The file called `name`, made by `make` when it is not there. Callers that ask at once share one making. */
  get(name: string, make: (target: string) => Promise<void>): Promise<string>;
  /** Removes the least recently used files until the folder is below its limit. */
  trim(): Promise<void>;
  /** Removes the copies of these originals; names begin with the original's hash. */
  forget(hashes: ReadonlySet<string>): Promise<void>;
  clear(): Promise<void>;
}

const hashLength = 64;

/** Begins the names of files that are being made. */
const draftMark = '.';
const isDraft = (name: string) => name.startsWith(draftMark);

export async function createVariantCache(folder: string, limitBytes = 2 * 1024 ** 3): Promise<VariantCache> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (isDraft(name)) await rm(path.join(folder, name), { force: true });
  const underWay = new Map<string, Promise<string>>();

  async function produce(name: string, make: (target: string) => Promise<void>): Promise<string> {
    const file = path.join(folder, name);
    const now = new Date();
    const isThere = await utimes(file, now, now).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
    const draft = path.join(folder, `${draftMark}${randomUUID()}`);
    try {
      await make(draft);
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
    return file;
  }

  return {
    get(name, make) {
      const known = underWay.get(name);
      if (known) return known;
      const making = produce(name, make).finally(() => underWay.delete(name));
      underWay.set(name, making);
      return making;
    },
    async trim() {
      const names = (await readdir(folder)).filter((name) => !isDraft(name));
      const known = await Promise.all(
        names.map(async (name) => {
          // A file may be gone by now.
          const facts = await stat(path.join(folder, name)).catch(() => undefined);
          return facts && { name, bytes: facts.size, usedAt: facts.mtimeMs };
        }),
      );
      const files = known.filter((file) => file !== undefined);
      let total = files.reduce((sum, file) => sum + file.bytes, 0);
      for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
        if (total <= limitBytes) return;
        await rm(path.join(folder, file.name), { force: true });
        total -= file.bytes;
      }
    },
    async forget(hashes) {
      for (const name of await readdir(folder)) {
        if (hashes.has(name.slice(0, hashLength))) await rm(path.join(folder, name), { force: true });
      }
    },
    async clear() {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    },
  };
}
