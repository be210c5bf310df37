import { createHash, type Hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { minute, second } from '#shared/domain/time';
import { walkAudit } from '../../mock-server/backup/audit-walk.ts';
import { saysOwner } from '../../mock-server/db/data-folder.ts';
import { outstanding } from '../../mock-server/db/migrate.ts';
import { bookChecks } from '../../mock-server/invariants/books.ts';
import { type FileColumn, fileChecks, fileColumnsQuery } from '../../mock-server/invariants/named-files.ts';

/** A data folder that cannot be read; `message` is a Chinese sentence for the operator. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export interface VerifyOptions {
  /** Told of every fault, as a Chinese sentence without a full stop. */
  onFault: (sentence: string) => unknown;
  /** Told what is being looked at, with the number of files checked so far and of all files. */
  onProgress?: (what: string, done: number, all: number) => unknown;
  /**
   * Milliseconds for which a file without a row is looked at again before it is a fault; its row may be on its way.
   * Default: 5,000.
   */
  patienceMs?: number;
}

/** Extent of a check and the number of faults. */
export interface Verified {
  faults: number;
  files: number;
  bytes: number;
  checks: number;
  auditRows: number;
}

type Connection = Database.Database;

interface Walk {
  dataDir: string;
  connection: Connection;
  fault: (sentence: string) => void;
  onProgress: NonNullable<VerifyOptions['onProgress']>;
  patienceMs: number;
  files: number;
  bytes: number;
  /** Number of rows of `stored_file`, for the progress. */
  rows: number;
}

const productDatabase = 'zhuhui.db';
const keyName = 'installation.key';
const usualPatience = 5 * second;
/** A file without a row that is older than this has been forgotten by its writer. */
const freshMs = 10 * minute;
/** Time by which the mark of the running database may lag behind its clock; see `deps/housekeeping.ts`. */
const markLagMs = 30 * second;
const chunkBytes = 1024 * 1024;
const keyPattern = /^[0-9a-f]{64}$/;
const starts = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));

/**
 * Checks a data folder without changing anything, while a server uses it or not: databases, books, audit, and every
 * stored file against its row and its hash. Memory stays flat: rows and files are read one after the other.
 * Throws {@link Unreadable}.
 */
export async function verifyData(dataDir: string, options: VerifyOptions): Promise<Verified> {
  const key = keyOf(dataDir);
  let faults = 0;
  const fault = (sentence: string) => {
    faults += 1;
    options.onFault(sentence);
  };
  const connection = openDatabase(path.join(dataDir, productDatabase));
  const { onProgress = () => undefined, patienceMs = usualPatience } = options;
  const walk: Walk = { dataDir, connection, fault, onProgress, patienceMs, files: 0, bytes: 0, rows: 0 };
  try {
    requireCurrent(connection);
    onProgress('数据库', 0, 0);
    checkDatabase(connection, productDatabase, fault);
    for (const name of await otherDatabases(dataDir)) {
      const another = openDatabase(path.join(dataDir, name));
      try {
        checkDatabase(another, name, fault);
      } finally {
        another.close();
      }
    }
    onProgress('账目', 0, 0);
    // One moment of the database, also while the server writes.
    const checks = connection.transaction(() => checkRows(walk))();
    onProgress('审计', 0, 0);
    const auditRows = checkAudit(walk, key);
    await checkModels(walk);
    await checkFiles(walk);
    return { faults, files: walk.files, bytes: walk.bytes, checks, auditRows };
  } catch (error) {
    if (error instanceof Unreadable || !isSqlite(error)) throw error;
    // A damaged page can end any statement; what was checked until then was said already.
    if (!error.code.startsWith('SQLITE_CORRUPT')) throw new Unreadable(`数据库读不出：${error.message}`);
    fault(`数据库已损坏，后面的检查没有做：${error.message}`);
    return { faults, files: walk.files, bytes: walk.bytes, checks: 0, auditRows: 0 };
  } finally {
    connection.close();
  }
}

const isSqlite = (error: unknown): error is Error & { code: string } =>
  error instanceof Database.SqliteError || (error as { code?: string }).code?.startsWith('SQLITE_') === true;

function keyOf(dataDir: string): string {
  for (const name of [productDatabase, keyName]) {
    const file = path.join(dataDir, name);
    if (!existsSync(file)) throw new Unreadable(`没有找到 ${file}，无法核对。请用 DATA_DIR 指定数据目录`);
  }
  return readFileSync(path.join(dataDir, keyName), 'utf8');
}

function openDatabase(file: string): Connection {
  try {
    const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 30_000 });
    connection.pragma('schema_version');
    return connection;
  } catch (error) {
    throw new Unreadable(`${file} 读不出：${(error as Error).message}`);
  }
}

/** Databases beside the product's: the books of the simulated payment provider. */
async function otherDatabases(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir);
  return names.filter((name) => name.endsWith('.db') && !saysOwner(name) && name !== productDatabase).sort();
}

/** The queries fit the newest schema only. */
function requireCurrent(connection: Connection): void {
  const { steps } = outstanding(connection);
  if (steps > 0) throw new Unreadable('数据库来自较早的版本，先启动一次服务以升级数据库');
}

function checkDatabase(connection: Connection, name: string, fault: Walk['fault']): void {
  for (const row of connection.prepare('PRAGMA integrity_check').pluck().iterate())
    if (row !== 'ok') fault(`数据库 ${name} 已损坏：${String(row)}`);
  for (const row of connection.prepare('PRAGMA foreign_key_check').iterate()) {
    const { table, rowid, parent } = row as { table: string; rowid: number | null; parent: string };
    fault(`数据库 ${name} 的表 ${table} 第 ${rowid ?? '?'} 行指向表 ${parent} 里没有的记录`);
  }
}

/** @returns the number of checks */
function checkRows({ connection, fault }: Walk): number {
  const seenAt = connection.prepare('SELECT seen_at FROM installation').pluck().get() as number | undefined;
  const named = connection.prepare(fileColumnsQuery).all() as FileColumn[];
  const checks = { ...bookChecks((seenAt ?? 0) + markLagMs), ...fileChecks(named) };
  for (const [name, query] of Object.entries(checks))
    for (const row of connection.prepare(query).iterate())
      fault(`账目不符「${name}」：${String((row as { fault: unknown }).fault)}`);
  return Object.keys(checks).length;
}

/** @returns the number of rows of the audit */
function checkAudit({ connection, fault }: Walk, key: string): number {
  const { rows, fault: broken } = walkAudit(connection, key);
  if (broken) fault(`审计不完整，第一处问题：${broken.sentence}`);
  return rows;
}

/** The files of networks that staff chose; of their content nothing is recorded. */
async function checkModels({ connection, dataDir, fault }: Walk): Promise<void> {
  const chosen = connection.prepare(`SELECT slot, file FROM model_slot WHERE mode = 'file'`).all();
  for (const { slot, file } of chosen as Array<{ slot: string; file: string }>)
    if (!existsSync(path.join(dataDir, 'models', ...file.split('/'))))
      fault(`模型「${slot}」选用的文件 models/${file} 不见了`);
}

async function checkFiles(walk: Walk): Promise<void> {
  const { connection, dataDir } = walk;
  walk.rows = connection.prepare('SELECT count(*) FROM stored_file').pluck().get() as number;
  const blobs = path.join(dataDir, 'files', 'blobs');
  const rowsFrom = connection.prepare('SELECT sha256, bytes FROM stored_file WHERE sha256 >= ? AND sha256 < ?');
  const buffer = Buffer.alloc(chunkBytes);
  const orphans: string[] = [];
  const folders = new Set(await namesIn(blobs));
  for (const start of starts) {
    const folder = path.join(blobs, start);
    const rows = rowsFrom.all(start, `${start}g`) as Array<{ sha256: string; bytes: number }>;
    const known = new Set(rows.map(({ sha256 }) => sha256));
    for (const name of folders.has(start) ? await namesIn(folder) : []) {
      if (keyPattern.test(name) && name.startsWith(start)) known.has(name) || orphans.push(name);
      else walk.fault(`files/blobs/${start}/${name} 不是本系统的文件`);
    }
    for (const row of rows) {
      walk.onProgress('文件', walk.files, walk.rows);
      await checkFile(walk, row, path.join(folder, row.sha256), buffer);
    }
  }
  for (const name of folders) if (!starts.includes(name)) walk.fault(`files/blobs/${name} 不是本系统的文件`);
  await checkOrphans(walk, blobs, orphans);
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) names.push(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return names;
}

async function checkFile(
  walk: Walk,
  { sha256, bytes }: { sha256: string; bytes: number },
  file: string,
  buffer: Buffer,
): Promise<void> {
  walk.files += 1;
  const seen = await readWhole(file, buffer).catch((error: NodeJS.ErrnoException) => error);
  if (!(seen instanceof Error)) {
    walk.bytes += seen.bytes;
    if (seen.bytes !== bytes) walk.fault(`文件 ${sha256} 大小不符：记录为 ${bytes} 字节，实际 ${seen.bytes} 字节`);
    else if (seen.sha256 !== sha256) walk.fault(`文件 ${sha256} 内容被改动或损坏：校验值不符`);
    return;
  }
  // A row goes before its file: one that is still there has lost it.
  if (!hasRow(walk, sha256)) return;
  walk.fault(
    seen.code === 'ENOENT'
      ? `文件 ${sha256} 缺失：有记录，没有文件`
      : `文件 ${sha256} 读不出：${seen.code ?? seen.message}`,
  );
}

function hasRow({ connection }: Walk, sha256: string): boolean {
  return connection.prepare('SELECT 1 FROM stored_file WHERE sha256 = ?').get(sha256) !== undefined;
}

/** Files that an erasure has listed for removal. */
function aboutToGo({ connection }: Walk): Set<string> {
  const lists = connection
    .prepare('SELECT files FROM account_erasure WHERE files IS NOT NULL')
    .pluck()
    .all() as string[];
  return new Set(lists.flatMap((list) => JSON.parse(list) as string[]));
}

async function readWhole(file: string, buffer: Buffer): Promise<{ bytes: number; sha256: string }> {
  const found = await lstat(file);
  if (!found.isFile()) throw Object.assign(new Error('不是普通文件'), { code: undefined });
  const handle = await open(file, 'r');
  try {
    const hash = createHash('sha256');
    const bytes = await feed(handle, hash, buffer);
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

async function feed(handle: FileHandle, hash: Hash, buffer: Buffer): Promise<number> {
  for (let bytes = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, bytes);
    if (bytesRead === 0) return bytes;
    hash.update(buffer.subarray(0, bytesRead));
    bytes += bytesRead;
  }
}

/**
 * Files without a row. A server stores a file before its row and removes it after, so fresh ones are looked at again
 * for a while.
 */
async function checkOrphans(walk: Walk, blobs: string, found: readonly string[]): Promise<void> {
  const until = performance.now() + walk.patienceMs;
  const leaving = aboutToGo(walk);
  let left: readonly string[] = found;
  for (;;) {
    const next: string[] = [];
    let isFresh = false;
    for (const sha256 of left) {
      const look = await stat(path.join(blobs, sha256.slice(0, 2), sha256)).catch(() => undefined);
      if (!look || hasRow(walk, sha256) || leaving.has(sha256)) continue;
      next.push(sha256);
      // The time of the move into the folder; that of the content is older.
      isFresh ||= Date.now() - look.ctimeMs < freshMs;
    }
    left = next;
    if (left.length === 0 || !isFresh || performance.now() >= until) break;
    walk.onProgress('新文件的记录', 0, 0);
    await setTimeout(Math.min(250, walk.patienceMs));
  }
  for (const sha256 of left) walk.fault(`文件 ${sha256} 没有记录，下次启动时会移到 files-quarantine`);
}
