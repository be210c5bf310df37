import type JSZip from 'jszip';
import { missingListName, missingListText } from '#shared/domain/archive';
import { readChunks } from '../read-bytes';
import { entryNames } from './entry-names';
import { createZipFilter } from './zip-directory';

/** A file of an archive. */
export interface ZipItem {
  /** With its ending; cleaned and made unique where needed. */
  name: string;
  url: string;
  /** Size, if known in advance. */
  bytes?: number | undefined;
}

export interface ZipProgress {
  /** Files that have come or failed, of how many. */
  done: number;
  count: number;
  /** Bytes so far, of how many; `total` is undefined until every file's size is known. */
  bytes: number;
  total: number | undefined;
}

export interface PackOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ZipProgress) => void) | undefined;
}

export interface Packed<Item> {
  blob: Blob;
  /** Files that could not be loaded; the archive lists them. */
  failed: Item[];
}

/** Files that are fetched at once. */
const ahead = 3;
/** Bytes that are written in one go. */
const pieceBytes = 1024 * 1024;
/** Bytes that wait for the disk before packing pauses. */
const mostWaiting = 8 * 1024 * 1024;

/**
 * Packs files into one ZIP without holding them: a few are fetched ahead of the one that is written, and Chromium keeps
 * the archive on disk. A file that cannot be had is left out and listed in the archive. Throws the first reason when
 * none could be had, and the signal's when that fires.
 */
export async function packZip<Item extends ZipItem>(
  items: readonly Item[],
  { signal, onProgress }: PackOptions = {},
): Promise<Packed<Item>> {
  const { default: Zip } = await import('jszip');
  signal?.throwIfAborted();
  const stop = new AbortController();
  const isOver = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const names = entryNames([...items.map(({ name }) => name), missingListName]);
  const listName = names.at(-1) ?? missingListName;
  const tally = createTally(items, onProgress);
  const reasons = new Map<string, unknown>();
  const zip = new Zip();
  const give: ((content: Uint8Array) => void)[] = [];
  for (const name of names) zip.file(name, new Promise<Uint8Array>((resolve) => give.push(resolve)));

  let begun = 0;
  async function fetchNext(): Promise<void> {
    const place = begun;
    const item = items[place];
    if (!item) return;
    begun += 1;
    const name = names[place] ?? '';
    const content = await readChunks(item.url, {
      signal: isOver,
      onProgress: ({ got, total }) => tally.came(place, got, total),
    }).then(join, (reason: unknown) => {
      reasons.set(name, reason);
      return new Uint8Array();
    });
    tally.ended(place, reasons.has(name));
    give[place]?.(content);
    // The list is the last file, and is known when every other one is.
    if (tally.isOver()) give[items.length]?.(listOf([...reasons.keys()]));
  }

  const written = writeZip(zip, names, {
    isLeftOut: (name) => reasons.has(name) || (name === listName && reasons.size === 0),
    onFile: () => void fetchNext(),
    isOver,
  });
  for (let i = 0; i < ahead; i++) void fetchNext();
  if (items.length === 0) give[0]?.(new Uint8Array());
  try {
    const blob = await new Response(written, { headers: { 'content-type': 'application/zip' } }).blob();
    isOver.throwIfAborted();
    if (items.length > 0 && reasons.size === items.length) throw reasons.values().next().value;
    return { blob, failed: items.filter((_, place) => reasons.has(names[place] ?? '')) };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    stop.abort();
  }
}

interface Writing {
  isLeftOut: (name: string) => boolean;
  /** A file is written, the next one is begun. */
  onFile: () => void;
  isOver: AbortSignal;
}

/** The archive as a stream. What is written is let go. */
function writeZip(zip: JSZip, names: readonly string[], { isLeftOut, onFile, isOver }: Writing) {
  const filter = createZipFilter(names, isLeftOut);
  // Sizes stand before the files, as old programs need them; pictures are compressed already.
  const writer = zip.generateInternalStream({ type: 'uint8array', streamFiles: false, compression: 'STORE' });
  let current: string | undefined;
  const begin = (name: string | null) => {
    if (name === null || name === current) return;
    if (current !== undefined) delete zip.files[current];
    current = name;
    onFile();
  };
  // JSZip writes 16 KB at a time; so many small pieces would keep the page busy.
  let pieces: Uint8Array[] = [];
  let waiting = 0;
  const add = (piece: Uint8Array | undefined) => {
    if (!piece) return;
    pieces.push(piece);
    waiting += piece.length;
  };
  return new ReadableStream<Uint8Array>(
    {
      start(stream) {
        const pass = () => {
          if (waiting > 0) stream.enqueue(join(pieces));
          pieces = [];
          waiting = 0;
        };
        const fail = () => {
          writer.pause();
          stream.error(isOver.reason);
        };
        isOver.addEventListener('abort', fail, { once: true });
        writer.on('data', (piece: Uint8Array, { currentFile }: { currentFile: string | null }) => {
          if (isOver.aborted) return;
          begin(currentFile);
          add(filter(piece, currentFile));
          if (waiting >= pieceBytes) pass();
          if ((stream.desiredSize ?? 0) <= 0) writer.pause();
        });
        writer.on('error', (error: Error) => stream.error(error));
        writer.on('end', () => {
          isOver.removeEventListener('abort', fail);
          if (isOver.aborted) return;
          pass();
          stream.close();
        });
      },
      pull: () => void writer.resume(),
      cancel: () => void writer.pause(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
  );
}

function createTally(items: readonly ZipItem[], onProgress: PackOptions['onProgress']) {
  const got = items.map(() => 0);
  const sizes = items.map(({ bytes }) => bytes);
  let done = 0;
  const tell = () =>
    onProgress?.({
      ...{ done, count: items.length, bytes: got.reduce((sum, bytes) => sum + bytes, 0) },
      total: sizes.every((size) => size !== undefined) ? sizes.reduce((sum: number, size) => sum + size, 0) : undefined,
    });
  tell();
  return {
    came(place: number, bytes: number, total: number | undefined): void {
      got[place] = bytes;
      sizes[place] = total ?? sizes[place];
      tell();
    },
    ended(place: number, hasFailed: boolean): void {
      if (hasFailed) got[place] = 0;
      sizes[place] = got[place];
      done += 1;
      tell();
    },
    isOver: () => done === items.length,
  };
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

function listOf(names: readonly string[]): Uint8Array {
  return new TextEncoder().encode(names.length > 0 ? missingListText(names) : '');
}
