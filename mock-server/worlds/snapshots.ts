import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ProductError } from '#shared/errors';
import { type Manifest, manifestName, manifestOf, plantBackup } from '../backup/backup.ts';
import type { BackupPool } from '../backup/backup-pool.ts';
import { BackupRefusal } from '../backup/backup-refusal.ts';
import { type ZipEntry, zipStream } from '../modules/base/zip-stream.ts';
import { withDeps } from '../with-deps.ts';
import type { Fill } from './registry.ts';
import { unpackSnapshot } from './unpack-snapshot.ts';

export interface SnapshotDeps {
  /** Folder of all snapshots, each a folder in the format of `npm run backup`. */
  folder: string;
  /** Of the product. */
  version: string;
  /** The last migration that this version knows. */
  migration: string;
  pool: Pick<BackupPool, 'run'>;
}

/** A snapshot as the control plane lists it. */
export interface ListedSnapshot {
  name: string;
  /** Milliseconds of the machine. */
  createdAt: number;
  /** Of all its files; pictures share theirs with the world they are from. */
  bytes: number;
  files: number;
  version: string;
}

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Names of folders on every system. */
const snapshotName = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const mostSnapshots = 50;
/** Begins the names of folders that are being filled. */
const draftMark = '.';

/** Worlds as of one moment, kept in folders. They belong to no world: any may be made of one. */
export function createSnapshots(deps: SnapshotDeps) {
  return withDeps(deps, { make, list, remove, fillOf, download, receive });
}

/**
 * Copies a data folder that is in use; a snapshot of the same name is replaced. Throws `snapshot.bad_name`,
 * `snapshot.too_many`, `snapshot.broken`.
 *
 * @param more files that are written beside those of the folder, by name
 */
async function make(deps: SnapshotDeps, name: string, dataDir: string, more: Record<string, string>) {
  await requireRoom(deps, name);
  const { version } = deps;
  await inDraft(deps, name, async (folder) => {
    await deps.pool.run({ kind: 'make', folder, source: { dataDir, version, now: Date.now(), more } });
  });
  return describe(name, await manifestOf(path.join(deps.folder, name)));
}

/** The newest first. */
async function list({ folder }: SnapshotDeps): Promise<ListedSnapshot[]> {
  const names = (await namesIn(folder)).filter((name) => snapshotName.test(name));
  const listed = await Promise.all(
    names.map(async (name) => {
      const manifest = await manifestOf(path.join(folder, name)).catch(() => undefined);
      return manifest ? [describe(name, manifest)] : [];
    }),
  );
  return listed.flat().sort((before, after) => after.createdAt - before.createdAt);
}

/** Throws `snapshot.not_found`. */
async function remove(deps: SnapshotDeps, name: string): Promise<void> {
  await find(deps, name);
  await rm(path.join(deps.folder, name), { recursive: true, force: true });
}

/**
 * Returns what fills the folder of a world with the snapshot, whose databases are examined and brought up to date there;
 * it throws `snapshot.broken`. Throws `snapshot.not_found`, `snapshot.other_version` for one of a later version.
 */
async function fillOf(deps: SnapshotDeps, name: string): Promise<Fill> {
  const manifest = await find(deps, name);
  if (manifest.migration > deps.migration)
    throw new ProductError('snapshot.other_version', { fill: { version: manifest.version } });
  return (target) => saidAsBroken(notRestored, () => plant(deps, name, manifest, target));
}

async function plant({ folder, pool }: SnapshotDeps, name: string, manifest: Manifest, target: string): Promise<void> {
  await plantBackup(path.join(folder, name), manifest, target).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupRefusal('有文件缺失', { cause: error }) : error;
  });
  await pool.run({ kind: 'examine', folder: target, now: Date.now() });
}

/** The snapshot as one ZIP. Throws `snapshot.not_found`. */
async function download(deps: SnapshotDeps, name: string): Promise<AsyncGenerator<Buffer>> {
  const { files, createdAt } = await find(deps, name);
  const folder = path.join(deps.folder, name);
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const file of [manifestName, ...files.map(({ path: name }) => name)]) {
      const isCompressed = !file.startsWith('files');
      yield { name: file.replaceAll(path.sep, '/'), chunks: createReadStream(path.join(folder, file)), isCompressed };
    }
  }
  return zipStream(entries(), new Date(createdAt));
}

/**
 * Takes a ZIP as {@link download} gives it, and examines its files and its data. Throws `snapshot.bad_name`,
 * `snapshot.too_many`, `snapshot.not_a_snapshot`, `snapshot.broken`; nothing is left then.
 *
 * @param requireMore examines what is known elsewhere of the files, and throws `snapshot.broken`
 */
async function receive(
  deps: SnapshotDeps,
  name: string,
  body: Readable,
  requireMore: (folder: string) => Promise<void>,
): Promise<ListedSnapshot> {
  await requireRoom(deps, name);
  await inDraft(deps, name, async (folder) => {
    await unpackSnapshot(body, folder);
    await deps.pool.run({ kind: 'verify', folder, now: Date.now() });
    await requireMore(folder);
  });
  return describe(name, await manifestOf(path.join(deps.folder, name)));
}

async function find({ folder }: SnapshotDeps, name: string): Promise<Manifest> {
  if (!snapshotName.test(name)) throw new ProductError('snapshot.not_found');
  return manifestOf(path.join(folder, name)).catch((cause: unknown) => {
    throw new ProductError('snapshot.not_found', { cause });
  });
}

async function requireRoom(deps: SnapshotDeps, name: string): Promise<void> {
  if (!snapshotName.test(name)) throw new ProductError('snapshot.bad_name');
  const names = (await list(deps)).map((listed) => listed.name);
  if (names.length >= mostSnapshots && !names.includes(name))
    throw new ProductError('snapshot.too_many', { fill: { most: mostSnapshots } });
}

/** Fills a folder beside the snapshots, which takes the place of the named one once it is whole. */
async function inDraft({ folder }: SnapshotDeps, name: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = path.join(folder, `${draftMark}${name}-${randomUUID()}`);
  const target = path.join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const former = `${draft}.former`;
  try {
    await saidAsBroken(notKept, () => fill(draft));
    await rename(target, former).catch(ignoreMissing);
    await rename(draft, target).catch(async (error: unknown) => {
      await rename(former, target).catch(ignoreMissing);
      throw error;
    });
  } finally {
    for (const folder of [draft, former]) await rm(folder, { recursive: true, force: true });
  }
}

const notKept = '快照没有保存，什么都没有改动：';
const notRestored = '快照没有恢复，什么都没有改动：';

async function saidAsBroken(beginning: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BackupRefusal)) throw error;
    throw new ProductError('snapshot.broken', { fill: { sentence: `${beginning}${error.message}` }, cause: error });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

function describe(name: string, { createdAt, files, version }: Manifest): ListedSnapshot {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { name, createdAt: Date.parse(createdAt), bytes, files: files.length, version };
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(ignoreMissing)) ?? [];
