import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { inChina } from '#shared/domain/time';
import {
  fillBackup,
  type Manifest,
  manifestName,
  plantBackup,
  replacedIn,
  verifiedManifest,
} from '../../mock-server/backup/backup.ts';
import { BackupRefusal } from '../../mock-server/backup/backup-refusal.ts';
import { examineData } from '../../mock-server/backup/examine.ts';
import { takeDataFolder } from '../../mock-server/db/data-folder.ts';
import { moveAll } from './exchange.ts';

const nameOf = /^\d{4}-\d\d-\d\d-\d{6}(-\d+)?$/;

/**
 * Copies a data folder while its server runs, see {@link fillBackup}.
 * @param parent the backup becomes a dated folder in it
 * @returns where it is, and what is in it
 */
export async function makeBackup(
  dataDir: string,
  parent: string,
  version: string,
  now = new Date(),
): Promise<{ folder: string; manifest: Manifest }> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await freeFolder(parent, now);
  const draft = `${folder}.part`;
  try {
    const manifest = await fillBackup(draft, { dataDir, version, now: now.getTime() });
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

/** Removes the oldest complete backups of a folder beyond `keep`; returns their names. */
export async function thinOut(parent: string, keep: number): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => nameOf.test(name)).sort();
  const complete = names.filter((name) => existsSync(path.join(parent, name, manifestName)));
  const surplus = complete.slice(0, Math.max(0, complete.length - keep));
  for (const name of surplus) await rm(path.join(parent, name), { recursive: true });
  return surplus;
}

/**
 * Replaces the content of a data folder with a backup, after checking the hash of every file in the backup and that a
 * server can work with its databases, which are brought up to date in a copy. The earlier content moves to `before-restore/<date>`, after a check that everything can be moved. Throws `BackupRefusal`, or
 * `StartRefusal` while a server owns the folder.
 * @returns the manifest of the backup, and the path of the earlier content, if there was any
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  now = new Date(),
): Promise<{ manifest: Manifest; aside: string | undefined }> {
  const manifest = await verifiedManifest(folder).catch(notRestored);
  const owned = takeDataFolder(dataDir);
  const staged = path.join(dataDir, '.restoring');
  try {
    await rm(staged, { recursive: true, force: true });
    await plantBackup(folder, manifest, staged);
    await examine(staged, now).catch(notRestored);
    for (const file of manifest.files) await flush(path.join(staged, file.path));
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

async function examine(staged: string, now: Date): Promise<void> {
  examineData(staged, now.getTime());
}

function notRestored(error: unknown): never {
  if (!(error instanceof BackupRefusal)) throw error;
  throw new BackupRefusal(`没有恢复，数据没有变化：${error.message}`, { cause: error });
}

/** Lists the entries of the data folder that a restore replaces, and creates the empty folder they move to. */
async function prepareAside(dataDir: string, now: Date): Promise<{ aside: string | undefined; names: string[] }> {
  const names = await replacedIn(dataDir);
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
