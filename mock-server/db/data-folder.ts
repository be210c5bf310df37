import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { StartRefusal } from '../start-refusal.ts';

/** A data folder that belongs to this process until it is released. */
export interface OwnedFolder {
  release(): void;
}

const lockName = 'owner.db';
const ownerName = 'owner.json';
/** A predecessor that is just ending gets this long. */
const patienceMs = 1000;

/** True when a file of a data folder only identifies the folder's current owner (lock and owner file). */
export const saysOwner = (name: string) => name.startsWith(lockName) || name === ownerName;

/** Files of ours that hold secrets or people's data. */
const isPrivate = (name: string) => /\.(db|db-wal|db-shm|db-journal|key)$/.test(name) || name === ownerName;

/**
 * Makes the folder where there is none, closes it to other users of the machine, and takes it: one process at a time
 * owns a data folder. The lock is one of SQLite's on an empty database, so the system ends it with its process, however
 * that ends, and gives it to exactly one of several that ask. Throws {@link StartRefusal} with who has it.
 */
export function takeDataFolder(folder: string): OwnedFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
  const file = path.join(folder, lockName);
  closeSync(openSync(file, 'a', 0o600));
  const lock = new Database(file, { timeout: patienceMs });
  try {
    // Nothing in it has to outlive the machine's power.
    lock.pragma('synchronous = OFF');
    // Not empty any more: locking it then writes nothing, not even a journal.
    if (lock.pragma('user_version', { simple: true }) === 0) lock.pragma('user_version = 1');
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new StartRefusal(takenSentence(folder));
  }
  const owner = { pid: process.pid, since: Date.now() };
  try {
    writeFileSync(path.join(folder, ownerName), JSON.stringify(owner), { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => void lock.close() };
}

function takenSentence(folder: string): string {
  const { pid, since } = ownerOf(folder);
  const who = pid ? `（进程号 ${pid}，${new Date(since ?? 0).toLocaleString('zh-CN')} 启动）` : '';
  return `数据目录 ${folder} 正在被另一个服务使用${who}。\n请先停止它，或用 DATA_DIR=其他目录 启动。`;
}

function ownerOf(folder: string): { pid?: number; since?: number } {
  try {
    return JSON.parse(readFileSync(path.join(folder, ownerName), 'utf8'));
  } catch {
    // Its owner has only just taken it; the sentence does without.
    return {};
  }
}

/**
 * Removes the rights of others from a folder that an older version left readable. A folder shared with others, like
 * /tmp, keeps its rights.
 */
function closeToOthers(folder: string): void {
  const isShared = (lstatSync(folder).mode & 0o1000) !== 0;
  if (!isShared) setMode(folder, 0o700);
  for (const name of readdirSync(folder)) if (isPrivate(name)) setMode(path.join(folder, name), 0o600);
}

function setMode(file: string, mode: number): void {
  try {
    if ((lstatSync(file).mode & 0o777) !== mode) chmodSync(file, mode);
  } catch (error) {
    // Somebody else's file, or a file system without rights.
    if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
