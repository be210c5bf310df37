import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import JSZip from 'jszip';

/** A file of an archive. It is asked for when its turn comes, so that nothing is prepared for somebody who left. */
export interface ArchiveEntry {
  name: string;
  file: () => Promise<string>;
}

/** Lengths and offsets in the archive have 32 bits. */
const largestArchive = 4_000_000_000;

/**
 * A ZIP of stored files as a stream: one file is open at a time and none is in memory as a whole. Destroying the
 * stream closes what is open.
 * @param at milliseconds; the time the entries carry, in Shanghai
 */
export function streamArchive(entries: readonly ArchiveEntry[], at: number): Readable {
  const zip = new JSZip();
  // Archives keep local times without a zone, and the writer takes the UTC parts of the date.
  const date = new Date(at + 8 * 3_600_000);
  let bytes = 0;

  async function* read(file: () => Promise<string>): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(await file()) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > largestArchive) throw new Error('the archive grew too large');
      yield chunk;
    }
  }

  const sources = entries.map(({ name, file }) => {
    const source = Readable.from(read(file), { objectMode: false });
    zip.file(name, source, { date, binary: true });
    return source;
  });
  // Pictures are compressed already.
  const packed = zip.generateNodeStream({ streamFiles: true, compression: 'STORE' });
  const archive = new Readable().wrap(packed);
  archive.once('close', () => {
    for (const source of sources) source.destroy();
  });
  return archive;
}
