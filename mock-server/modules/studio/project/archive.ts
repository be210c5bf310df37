import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { missingListName, missingListText } from '#shared/domain/archive';
import { inChina } from '#shared/domain/time';
import { type ZipEntry, zipStream } from '../../base/zip-stream.ts';

/** A file of an archive. It is asked for when its turn comes, so that nothing is prepared for somebody who left. */
export interface ArchiveEntry {
  name: string;
  file: () => Promise<string>;
}

/**
 * A ZIP of stored files as a stream: one file is open at a time and none is in memory as a whole. A file that cannot be
 * had is left out, and a list in the archive names it. Destroying the stream closes what is open.
 * @param at milliseconds; the time the entries carry, in Shanghai
 * @param signal fires when the archive is not wanted any more
 */
export function streamArchive(entries: readonly ArchiveEntry[], at: number, signal: AbortSignal): Readable {
  const time = inChina(at);
  return Readable.from(zipStream(inTurn(entries, signal), time), { objectMode: false });
}

async function* inTurn(entries: readonly ArchiveEntry[], signal: AbortSignal): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  for (const { name, file } of entries) {
    const handle = await file()
      .then((path) => open(path))
      .catch(() => undefined);
    if (signal.aborted) return void (await handle?.close());
    if (handle) yield { name, chunks: createReadStream('', { fd: handle }) };
    else missing.push(name);
  }
  if (missing.length === 0) return;
  yield { name: missingListName, chunks: Readable.from([Buffer.from(missingListText(missing))]) };
}
