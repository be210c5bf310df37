import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BlobKey, BlobMissing, type BlobStorage, type Quarantined } from './port.ts';

const probeBytes = 65_536;

/**
 * Blobs as files `blobs/ab/abcdef…`, work in progress in `work/`, both below one folder; beside it, on the same file
 * system, what was put aside as `…-quarantine/2026-11-22/<count of the database>/abcdef…`.
 */
export async function createFileStorage(folder: string): Promise<BlobStorage> {
  const aside = `${folder}-quarantine`;
  const asideOf = ({ day, generation, sha256 }: Quarantined) => path.join(aside, day, String(generation), sha256);
  const blobs = path.join(folder, 'blobs');
  const work = path.join(folder, 'work');
  const starts = async () => (await namesIn(blobs)).sort();
  const fileOf = (sha256: string) => path.join(blobs, sha256.slice(0, 2), sha256);
  await rm(work, { recursive: true, force: true });
  await mkdir(blobs, { recursive: true });
  await mkdir(work, { recursive: true });

  return {
    name: 'file-system',
    async adopt(file) {
      const key = await hashFile(file);
      const target = fileOf(key.sha256);
      await mkdir(path.dirname(target), { recursive: true });
      if (await exists(target)) await rm(file, { force: true });
      else {
        await flush(file);
        await rename(file, target);
      }
      return key;
    },
    async localFile(sha256) {
      const file = fileOf(sha256);
      if (!(await exists(file))) throw new BlobMissing(sha256);
      return file;
    },
    async remove(sha256) {
      await rm(fileOf(sha256), { force: true });
    },
    async *keys() {
      for (const start of await starts()) yield* await namesIn(path.join(blobs, start));
    },
    starts,
    keysFrom: (start) => namesIn(path.join(blobs, start)),
    async quarantine(sha256, note) {
      await move(fileOf(sha256), asideOf({ ...note, sha256 }));
    },
    async *quarantined() {
      for (const day of await namesIn(aside)) {
        const counts = await namesIn(path.join(aside, day));
        for (const count of counts)
          for await (const sha256 of filesOf(path.join(aside, day, count)))
            yield { sha256, day, generation: Number(count) };
        if (counts.length === 0) await rmdir(path.join(aside, day));
      }
    },
    async takeBack(entry) {
      await move(asideOf(entry), fileOf(entry.sha256));
      await removeIfEmpty(path.dirname(asideOf(entry)));
    },
    async dropQuarantined(entry) {
      await rm(asideOf(entry), { force: true });
      await removeIfEmpty(path.dirname(asideOf(entry)));
    },
    async workFolder() {
      const made = path.join(work, randomUUID());
      await mkdir(made);
      return made;
    },
    async probe() {
      const file = path.join(work, randomUUID());
      try {
        await writeFile(file, Buffer.alloc(probeBytes), { flush: true });
      } finally {
        await rm(file, { force: true });
      }
    },
    async clear() {
      await rm(blobs, { recursive: true, force: true });
      await rm(work, { recursive: true, force: true });
      await mkdir(blobs, { recursive: true });
      await mkdir(work, { recursive: true });
    },
  };
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await rename(from, to);
}

const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/** Reads the folder entry by entry, because it can contain one file per picture ever stored. */
async function* filesOf(folder: string): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder)) yield name;
}

async function removeIfEmpty(folder: string): Promise<void> {
  if ((await namesIn(folder)).length === 0) await rm(folder, { recursive: true, force: true });
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function hashFile(file: string): Promise<BlobKey> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { sha256: hash.digest('hex'), bytes };
}

/** On the disk, and its owner's alone: a copied file comes with the rights of what it was copied from. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
