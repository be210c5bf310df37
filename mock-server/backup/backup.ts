import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { saysOwner } from '../db/data-folder.ts';
import { BackupRefusal } from './backup-refusal.ts';

export { latestMigration } from '../db/migrate.ts';

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

export const manifestName = 'manifest.json';
const productDatabase = 'zhuhui.db';
const blobFolder = path.join('files', 'blobs');
const blobPath = (sha256: string) => path.join(blobFolder, sha256.slice(0, 2), sha256);
/** Files that are copied or linked at the same time. */
const plantedAtOnce = 32;
const isDatabase = (name: string) => name.endsWith('.db') && !saysOwner(name);
const isOfDatabase = (name: string) => /\.db(-\w+)?$/.test(name);

/** The data to copy, and what stands in the manifest beside it. */
export interface BackupSource {
  dataDir: string;
  /** Of the product. */
  version: string;
  /** Milliseconds. */
  now: number;
  /** Files that are written into the backup in the place of those in the folder, by name. */
  more?: Readonly<Record<string, string>>;
}

/**
 * Copies a data folder into a new one while its server runs: the database as of one moment, every file it names, the
 * keys, the operator's words, and the manifest. A target that is cut off has no manifest. Throws {@link BackupRefusal}.
 */
export async function fillBackup(target: string, source: BackupSource): Promise<Manifest> {
  const { dataDir, now, more = {} } = source;
  if (!existsSync(path.join(dataDir, productDatabase)))
    throw new BackupRefusal('数据目录里没有数据库，没有可备份的数据');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(more)) await writeFile(path.join(target, name), text, { mode: 0o600 });
  const { databases, named, missing, migration } = await copyData(dataDir, target);
  const kept = (await plainFilesOf(dataDir)).filter((name) => !(name in more));
  for (const name of kept) {
    await copyFile(path.join(dataDir, name), path.join(target, name));
    await chmod(path.join(target, name), 0o600);
  }
  const files = [];
  for (const name of [...databases, ...kept, ...Object.keys(more)]) {
    const file = path.join(target, name);
    files.push({ path: name, bytes: (await stat(file)).size, sha256: await hashOf(file) });
  }
  // A picture's name is its hash; a restore compares them.
  for (const sha256 of named) {
    const file = path.join(target, blobPath(sha256));
    if (existsSync(file)) files.push({ path: blobPath(sha256), bytes: (await stat(file)).size, sha256 });
  }
  const createdAt = new Date(now).toISOString();
  const manifest: Manifest = {
    ...{ format: 1, product: 'zhuhui', version: source.version, migration },
    ...{ createdAt, missing, files },
  };
  await writeFile(path.join(target, manifestName), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true });
  return manifest;
}

async function copyData(dataDir: string, target: string) {
  // Pictures first: one that is removed while the database is copied is then there already.
  for (const sha256 of await blobsOf(dataDir))
    await take(path.join(dataDir, blobPath(sha256)), path.join(target, blobPath(sha256)));
  const databases = (await readdir(dataDir)).filter(isDatabase);
  // The product database is copied first, so that the simulated payment provider's copy is never older than it.
  for (const name of [productDatabase, ...databases.filter((name) => name !== productDatabase)])
    copyDatabase(path.join(dataDir, name), path.join(target, name));
  const { named, migration } = contentOf(path.join(target, productDatabase));
  for (const sha256 of await blobsOf(target)) if (!named.has(sha256)) await rm(path.join(target, blobPath(sha256)));
  // Then those that came while the first were taken.
  const missing: string[] = [];
  for (const sha256 of named) {
    const file = path.join(target, blobPath(sha256));
    if (existsSync(file)) continue;
    if (!(await take(path.join(dataDir, blobPath(sha256)), file))) missing.push(sha256);
  }
  return { databases, named, missing, migration };
}

/**
 * Names of the files directly in a data folder other than databases, the owner mark and the manifest: keys, and lists
 * written by the operator. Subfolders other than that of the stored files are not backed up: their data can be
 * generated again, or was set aside by a restore.
 */
async function plainFilesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !isOfDatabase(entry.name) && !saysOwner(entry.name))
    .map(({ name }) => name);
}

/** Copies keys and lists of the operator from one data folder to another, over those that are there. */
export async function copyPlainFiles(from: string, to: string): Promise<void> {
  for (const name of await plainFilesOf(from)) await copyFile(path.join(from, name), path.join(to, name));
}

/** Names directly in a data folder that a restore replaces. */
export async function replacedIn(folder: string): Promise<string[]> {
  const plain = await plainFilesOf(folder);
  const isReplaced = (name: string) =>
    name === 'files' || plain.includes(name) || (isOfDatabase(name) && !saysOwner(name));
  return (await readdir(folder)).filter(isReplaced);
}

const isPicture = ({ path: name }: { path: string }) => name.startsWith(blobFolder);

/** The manifest with the files alone that are copied and not linked: databases, keys and lists. */
export const withoutPictures = (manifest: Manifest): Manifest => ({
  ...manifest,
  files: manifest.files.filter((file) => !isPicture(file)),
});

/**
 * Copies what a manifest names into an empty folder. Pictures never change and are linked; the rest is copied, so that
 * the backup stays as it is.
 */
export async function plantBackup(backup: string, { files }: Manifest, target: string): Promise<void> {
  const folders = new Set(files.map(({ path: name }) => path.dirname(path.join(target, name))));
  for (const folder of [...folders, path.join(target, blobFolder)])
    await mkdir(folder, { recursive: true, mode: 0o700 });
  const plant = (file: { path: string }) => {
    const [from, to] = [path.join(backup, file.path), path.join(target, file.path)];
    return isPicture(file) ? linkOrCopy(from, to) : copyFile(from, to);
  };
  for (let from = 0; from < files.length; from += plantedAtOnce)
    await Promise.all(files.slice(from, from + plantedAtOnce).map(plant));
}

/** The manifest of a complete backup. Throws {@link BackupRefusal}. */
export async function manifestOf(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => {
    throw new BackupRefusal(`不是完整的备份：没有 ${manifestName}`);
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new BackupRefusal(`${manifestName} 读不懂：可能来自更新的版本，或已损坏`);
  }
}

/** The manifest of a backup whose files all have the hashes it names. Throws {@link BackupRefusal}. */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  const manifest = await manifestOf(folder);
  const faults: string[] = [];
  for (const file of manifest.files) {
    if (!belongs(file)) {
      faults.push(`${file.path}：不属于备份`);
      continue;
    }
    const found = await hashOf(path.join(folder, file.path)).catch(() => undefined);
    if (found === undefined) faults.push(`${file.path}：缺失`);
    else if (found !== file.sha256) faults.push(`${file.path}：内容与清单不符`);
  }
  if (!manifest.files.some((file) => file.path === productDatabase)) faults.push(`${productDatabase}：不在清单里`);
  if (faults.length === 0) return manifest;
  throw new BackupRefusal(`备份不完整：\n  ${faults.slice(0, 20).join('\n  ')}`);
}

/** True for a picture under its hash, and for files directly in the folder. */
const belongs = (file: Manifest['files'][number]): boolean =>
  file.path === blobPath(file.sha256) || (/^[^/\\]+$/.test(file.path) && !/^\.{1,2}$/.test(file.path));

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
    await linkOrCopy(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The file under a second name, or a copy on file systems without such names. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error;
    return copyFile(from, to);
  });
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
