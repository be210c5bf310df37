import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { inChina } from '#shared/domain/time';
import { saysOwner, takeDataFolder } from '../../mock-server/db/data-folder.ts';
import { BackupRefusal } from './backup-refusal.ts';
import { moveAll } from './exchange.ts';

const Manifest = z.object({
  format: z.literal(1),
  product: z.literal('zhuhui'),
  /** Version of the product and the last migration of its database. */
  version: z.string(),
  migration: z.string(),
  createdAt: z.iso.datetime(),
  /** Files the database names although they were lost before. */
  missing: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

const manifestName = 'manifest.json';
const productDatabase = 'zhuhui.db';
const blobFolder = path.join('files', 'blobs');
const blobPath = (sha256: string) => path.join(blobFolder, sha256.slice(0, 2), sha256);
const isDatabase = (name: string) => name.endsWith('.db') && !saysOwner(name);
const isOfDatabase = (name: string) => /\.db(-\w+)?$/.test(name);
const nameOf = /^\d{4}-\d\d-\d\d-\d{6}(-\d+)?$/;

/**
 * Copies a data folder while its server runs: the database as of one moment, every file it names, the keys, and the
 * operator's words.
 * @param parent the backup becomes a dated folder in it
 * @returns where it is, and what is in it
 */
export async function makeBackup(
  dataDir: string,
  parent: string,
  version: string,
  now = new Date(),
): Promise<{ folder: string; manifest: Manifest }> {
  if (!existsSync(path.join(dataDir, productDatabase)))
    throw new BackupRefusal(`${dataDir} 里没有数据库，没有可备份的数据`);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await freeFolder(parent, now);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    const manifest = await fill(draft, dataDir, version, now);
    await writeFile(path.join(draft, manifestName), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true });
    await rename(draft, folder);
    return { folder, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function freeFolder(parent: string, now: Date): Promise<string> {
  const stamp = stampOf(now);
  let name = stamp;
  for (let count = 2; existsSync(path.join(parent, name)); count++) name = `${stamp}-${count}`;
  return path.join(parent, name);
}

/** `2026-11-22-153000`, in Shanghai. */
function stampOf(now: Date): string {
  const local = inChina(now.getTime()).toISOString();
  return `${local.slice(0, 10)}-${local.slice(11, 19).replaceAll(':', '')}`;
}

async function fill(draft: string, dataDir: string, version: string, now: Date): Promise<Manifest> {
  const source = (name: string) => path.join(dataDir, name);
  const target = (name: string) => path.join(draft, name);
  // Pictures first: one that is removed while the database is copied is then there already.
  for (const sha256 of await blobsOf(dataDir)) await take(source(blobPath(sha256)), target(blobPath(sha256)));
  const databases = (await readdir(dataDir)).filter(isDatabase);
  // The product database is copied first, so that the simulated payment provider's copy is never older than it.
  for (const name of [productDatabase, ...databases.filter((name) => name !== productDatabase)])
    copyDatabase(source(name), target(name));
  const { named, migration } = contentOf(target(productDatabase));
  for (const sha256 of await blobsOf(draft)) if (!named.has(sha256)) await rm(target(blobPath(sha256)));
  // Then those that came while the first were taken.
  const missing: string[] = [];
  for (const sha256 of named) {
    if (existsSync(target(blobPath(sha256)))) continue;
    if (!(await take(source(blobPath(sha256)), target(blobPath(sha256))))) missing.push(sha256);
  }
  const kept = await plainFilesOf(dataDir);
  for (const name of kept) {
    await copyFile(source(name), target(name));
    await chmod(target(name), 0o600);
  }
  const files = [];
  for (const name of [...databases, ...kept])
    files.push({ path: name, bytes: (await stat(target(name))).size, sha256: await hashOf(target(name)) });
  // A picture's name is its hash; a restore compares them.
  for (const sha256 of named) {
    const name = blobPath(sha256);
    if (existsSync(target(name))) files.push({ path: name, bytes: (await stat(target(name))).size, sha256 });
  }
  return { format: 1, product: 'zhuhui', version, migration, createdAt: now.toISOString(), missing, files };
}

/**
 * Names of the files directly in a data folder other than databases and the owner mark: keys, and lists written by the
 * operator. Subfolders other than that of the stored files are not backed up: their data can be generated again, or was
 * set aside by a restore.
 */
async function plainFilesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !isOfDatabase(entry.name) && !saysOwner(entry.name))
    .map(({ name }) => name);
}

async function blobsOf(folder: string): Promise<string[]> {
  const blobs = path.join(folder, blobFolder);
  if (!existsSync(blobs)) return [];
  const groups = await Promise.all((await readdir(blobs)).map((group) => readdir(path.join(blobs, group))));
  return groups.flat();
}

/** The file under a second name, or a copy where that cannot be; false when it is not there. */
async function take(from: string, to: string): Promise<boolean> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error;
      return copyFile(from, to);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function copyDatabase(from: string, to: string): void {
  const connection = new Database(from, { fileMustExist: true, timeout: 30_000 });
  try {
    connection.prepare('VACUUM INTO ?').run(to);
  } finally {
    connection.close();
  }
}

function contentOf(file: string): { named: Set<string>; migration: string } {
  const copy = new Database(file, { readonly: true });
  try {
    const verdict = copy.pragma('integrity_check', { simple: true });
    if (verdict !== 'ok') throw new BackupRefusal(`数据库已损坏，没有备份：${verdict}`);
    const named = copy.prepare('SELECT sha256 FROM stored_file').pluck().all() as string[];
    const migration = copy.prepare('SELECT max(name) FROM migration').pluck().get() as string;
    return { named: new Set(named), migration };
  } finally {
    copy.close();
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Removes the oldest complete backups of a folder beyond `keep`; returns their names. */
export async function thinOut(parent: string, keep: number): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => nameOf.test(name)).sort();
  const complete = names.filter((name) => existsSync(path.join(parent, name, manifestName)));
  const surplus = complete.slice(0, Math.max(0, complete.length - keep));
  for (const name of surplus) await rm(path.join(parent, name), { recursive: true });
  return surplus;
}

/**
 * Replaces the content of a data folder with a backup, after checking the hash of every file in the backup. The earlier
 * content moves to `before-restore/<date>`, after a check that everything can be moved. Throws {@link BackupRefusal},
 * or `StartRefusal` while a server owns the folder.
 * @returns the manifest of the backup, and the path of the earlier content, if there was any
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  now = new Date(),
): Promise<{ manifest: Manifest; aside: string | undefined }> {
  const manifest = await verified(folder);
  const owned = takeDataFolder(dataDir);
  const staged = path.join(dataDir, '.restoring');
  try {
    await rm(staged, { recursive: true, force: true });
    for (const file of manifest.files) {
      const target = path.join(staged, file.path);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      // Pictures never change; the rest does, and the backup is to stay as it is.
      if (file.path.startsWith(blobFolder)) await take(path.join(folder, file.path), target);
      else await copyFile(path.join(folder, file.path), target);
      await flush(target);
    }
    await mkdir(path.join(staged, blobFolder), { recursive: true, mode: 0o700 });
    const { aside, names } = await prepareAside(dataDir, now);
    const away = names.map((name) => ({ from: path.join(dataDir, name), to: path.join(aside ?? '', name) }));
    const back = (await readdir(staged)).map((name) => {
      return { from: path.join(staged, name), to: path.join(dataDir, name) };
    });
    try {
      await moveAll([...away, ...back], aside);
    } catch (error) {
      // The folder is removed when everything was moved back and it contains only the note.
      if (aside && (await readdir(aside)).every((name) => !names.includes(name))) await rm(aside, { recursive: true });
      throw error;
    }
    return { manifest, aside };
  } finally {
    await rm(staged, { recursive: true, force: true });
    owned.release();
  }
}

async function verified(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => {
    throw new BackupRefusal(`${folder} 不是完整的备份：没有 ${manifestName}`);
  });
  const manifest = readManifest(text, folder);
  const faults: string[] = [];
  for (const file of manifest.files) {
    if (path.isAbsolute(file.path) || path.normalize(file.path).startsWith('..')) {
      faults.push(`${file.path}：不在备份里`);
      continue;
    }
    const found = await hashOf(path.join(folder, file.path)).catch(() => undefined);
    if (found === undefined) faults.push(`${file.path}：缺失`);
    else if (found !== file.sha256) faults.push(`${file.path}：内容与清单不符`);
  }
  if (!manifest.files.some((file) => file.path === productDatabase)) faults.push(`${productDatabase}：不在清单里`);
  if (faults.length === 0) return manifest;
  throw new BackupRefusal(`备份不完整，没有恢复：\n  ${faults.slice(0, 20).join('\n  ')}`);
}

function readManifest(text: string, folder: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new BackupRefusal(`${folder} 的 ${manifestName} 读不懂：可能来自更新的版本，或已损坏`);
  }
}

/** Lists the entries of the data folder that a restore replaces, and creates the empty folder they move to. */
async function prepareAside(dataDir: string, now: Date): Promise<{ aside: string | undefined; names: string[] }> {
  const plain = await plainFilesOf(dataDir);
  const isOurs = (name: string) => name === 'files' || plain.includes(name) || (isOfDatabase(name) && !saysOwner(name));
  const names = (await readdir(dataDir)).filter(isOurs);
  if (names.length === 0) return { aside: undefined, names };
  const parent = path.join(dataDir, 'before-restore');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const aside = await freeFolder(parent, now);
  await mkdir(aside, { mode: 0o700 });
  return { aside, names };
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}
