import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ProductError } from '#shared/errors';

/** Most files, and most bytes of them, that are taken from an archive. */
const mostFiles = 200_000;
const mostBytes = 8 * 1024 ** 3;
/** Paths of a backup: files of its folder, and pictures under their hashes. */
const allowedPath = /^(?:[\w][\w.-]{0,99}|files\/blobs\/[0-9a-f]{2}\/[0-9a-f]{64})$/;

/** Writes an archive's files into a new folder. Throws `snapshot.not_a_snapshot`. */
export async function unpackSnapshot(body: Readable, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const archive = `${folder}.zip`;
  try {
    await pipeline(body, createWriteStream(archive, { mode: 0o600 }));
    const zip = await openPromise(archive, { lazyEntries: true }).catch(refuse);
    await unpack(zip, folder).finally(() => zip.close());
  } finally {
    await rm(archive, { force: true });
  }
}

async function unpack(zip: ZipFile, folder: string): Promise<void> {
  let [files, bytes] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      files += 1;
      bytes += entry.uncompressedSize;
      if (!allowedPath.test(entry.fileName) || files > mostFiles || bytes > mostBytes)
        throw new ProductError('snapshot.not_a_snapshot');
      await write(zip, entry, path.join(folder, entry.fileName));
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // A full disk is no fault of the archive.
    throw error instanceof ProductError || /^E[A-Z]+$/.test(code) ? error : refuse(error);
  }
}

async function write(zip: ZipFile, entry: Entry, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode: 0o600, flags: 'wx' }));
}

function refuse(cause: unknown): never {
  throw new ProductError('snapshot.not_a_snapshot', { cause });
}
