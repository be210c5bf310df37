import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { withDeps } from '../../../with-deps.ts';

/** Resized copies on disk. They can always be made again, so the folder may be emptied at any time. */
export interface VariantCache {
  /**
   * The file called `name`, made by `make` when it is not there. Callers that ask at once share one making; its signal
   * fires when the last of them has left.
   */
  get(
    name: string,
    make: (target: string, signal: AbortSignal) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<string>;
  /** Removes the least recently used files until the folder is below its limit. */
  trim(): Promise<void>;
  /** Removes the copies of these originals; names begin with the original's hash. */
  forget(hashes: ReadonlySet<string>): Promise<void>;
}

const hashLength = 64;

/** Begins the names of files that are being made. */
const draftMark = '.';
const isDraft = (name: string) => name.startsWith(draftMark);

interface CopyFile {
  name: string;
  bytes: number;
  usedAt: number;
}

/** Number of files whose size is read in parallel. */
const lookedAtOnce = 256;

function* chunksOf<T>(items: readonly T[], length: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length);
}

/** Merges lists sorted by `usedAt` into one sorted sequence, lazily. */
function* oldestFirst(rows: CopyFile[][]): Generator<CopyFile> {
  const places = rows.map(() => 0);
  for (;;) {
    let oldest: CopyFile | undefined;
    let from = 0;
    for (const [row, place] of places.entries()) {
      const file = rows[row]?.[place];
      if (file && (!oldest || file.usedAt < oldest.usedAt)) [oldest, from] = [file, row];
    }
    if (!oldest) return;
    places[from] = (places[from] ?? 0) + 1;
    yield oldest;
  }
}

/** A making and those who wait for it. */
interface Making {
  file: Promise<string>;
  waiting: number;
  stop: AbortController;
}

export interface VariantLimits {
  /** 2 GB when not given. */
  bytes?: number;
  files?: number;
}

/** @param limits how much is left by a trimming; between two of them an eighth may be added */
export async function createVariantCache(
  folder: string,
  { bytes = 2 * 1024 ** 3, files = 50_000 }: VariantLimits = {},
): Promise<VariantCache> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (isDraft(name)) await rm(path.join(folder, name), { force: true });
  return createCacheOf({ folder, limitBytes: bytes, limitFiles: files });
}

interface CacheDeps {
  folder: string;
  limitBytes: number;
  limitFiles: number;
}

interface CacheParts extends CacheDeps {
  added: { bytes: number; files: number };
  underWay: Map<string, Making>;
}

function createCacheOf(deps: CacheDeps): VariantCache {
  const underWay = new Map<string, Making>();
  const added = { bytes: 0, files: 0 };
  const parts: CacheParts = { ...deps, added, underWay };
  return withDeps(parts, { get, forget, trim });
}

async function get(
  deps: CacheParts,
  name: string,
  make: (target: string, signal: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  signal?.throwIfAborted();
  const known = deps.underWay.get(name);
  // One that nobody waits for any more is being ended.
  const making = known && !known.stop.signal.aborted ? known : begin(deps, name, make);
  making.waiting += 1;
  try {
    return await (signal ? wait(making, signal) : making.file);
  } finally {
    making.waiting -= 1;
    if (making.waiting === 0) making.stop.abort();
  }
}

async function forget({ folder }: CacheDeps, hashes: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (hashes.has(name.slice(0, hashLength))) await rm(path.join(folder, name), { force: true });
  }
}

async function produce(deps: CacheParts, name: string, make: (target: string) => Promise<void>): Promise<string> {
  const { folder, limitBytes, limitFiles, added } = deps;
  const file = path.join(folder, name);
  const now = new Date();
  const isThere = await utimes(file, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return file;
  if (added.bytes > limitBytes / 8 || added.files > limitFiles / 8) await trim(deps);
  const draft = path.join(folder, `${draftMark}${randomUUID()}`);
  try {
    await make(draft);
    added.bytes += (await stat(draft)).size;
    added.files += 1;
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return file;
}

function begin(deps: CacheParts, name: string, make: (target: string, signal: AbortSignal) => Promise<void>): Making {
  const { underWay } = deps;
  const stop = new AbortController();
  const file = produce(deps, name, (target) => make(target, stop.signal)).finally(() => {
    if (underWay.get(name) === making) underWay.delete(name);
  });
  const making: Making = { file, waiting: 0, stop };
  underWay.set(name, making);
  return making;
}

async function wait(making: Making, signal: AbortSignal): Promise<string> {
  const settled = new AbortController();
  const left = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: settled.signal });
  });
  try {
    return await Promise.race([making.file, left]);
  } finally {
    settled.abort();
  }
}

async function trim(deps: CacheParts): Promise<void> {
  const { folder, limitBytes, limitFiles, added } = deps;
  added.bytes = 0;
  added.files = 0;
  const runs: CopyFile[][] = [];
  let total = 0;
  let count = 0;
  for (const names of chunksOf(await readdir(folder), lookedAtOnce)) {
    const files = await Promise.all(names.map((name) => look(deps, name)));
    const found = files.filter((file) => file !== undefined).sort((one, other) => one.usedAt - other.usedAt);
    for (const { bytes } of found) total += bytes;
    count += found.length;
    runs.push(found);
  }
  for (const file of oldestFirst(runs)) {
    if (total <= limitBytes && count <= limitFiles) return;
    await rm(path.join(folder, file.name), { force: true });
    total -= file.bytes;
    count -= 1;
  }
}

async function look(deps: CacheDeps, name: string): Promise<CopyFile | undefined> {
  // The file may have been deleted meanwhile.
  const facts = isDraft(name) ? undefined : await stat(path.join(deps.folder, name)).catch(() => undefined);
  return facts && { name, bytes: facts.size, usedAt: facts.mtimeMs };
}
