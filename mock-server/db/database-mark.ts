import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { StartRefusal } from '../start-refusal.ts';
import type { Store } from './open.ts';

/** Mark beside the pictures: the database they were last used with, and its count. */
interface Mark {
  installation: string;
  generation: number;
  /** Milliseconds on the product's clock. */
  seenAt: number;
}

type Found = 'nothing' | 'unmarked' | Mark;

const markOf = (files: string) => path.join(files, 'database.json');

/**
 * Checks that the database is the one the pictures belong to, before anything is changed. Throws {@link StartRefusal}
 * when it is missing, empty, older than the pictures or of another installation, unless `isAccepted`.
 * @returns the highest count seen of either
 */
export function requireKnownDatabase(database: string, files: string, isAccepted: boolean): number {
  const mark = readMark(files);
  const found = look(database);
  const fault = isAccepted ? undefined : faultOf(found, mark, () => hasBlobs(files));
  if (fault !== undefined) throw new StartRefusal(fault);
  return Math.max(mark?.generation ?? 0, typeof found === 'object' ? found.generation : 0);
}

function faultOf(found: Found, mark: Mark | undefined, hasFiles: () => boolean): string | undefined {
  if (found === 'nothing')
    return mark || hasFiles() ? refusal('数据库不见了或是空的，而数据目录里还有图片') : undefined;
  if (!mark) return undefined;
  const seen = `图片最后一次使用是在 ${moment(mark.seenAt)}`;
  if (found === 'unmarked') return refusal(`数据库来自较早的版本，${seen}`);
  if (found.installation !== mark.installation) return refusal('数据库属于另一套安装，与数据目录里的图片不是一起的');
  if (found.generation >= mark.generation) return undefined;
  return refusal(`数据库比图片旧：数据库停在 ${moment(found.seenAt)}，${seen}`);
}

const refusal = (what: string) => `${what}。服务没有启动，什么都没有改动。
  恢复备份：npm run restore <备份文件夹>（备份由 npm run backup 生成）
  或放回原来的数据库后再启动
  确实要用现在的数据库：加上 ACCEPT_DATABASE=older 启动一次；没有记录的图片移到 files-quarantine，至少保留 30 天`;

const moment = (ms: number) => new Date(ms).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' });

function readMark(files: string): Mark | undefined {
  try {
    return JSON.parse(readFileSync(markOf(files), 'utf8'));
  } catch (error) {
    // Half a mark is none: the machine lost its power while it was written.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function hasBlobs(files: string): boolean {
  const blobs = path.join(files, 'blobs');
  return existsSync(blobs) && readdirSync(blobs).some((group) => readdirSync(path.join(blobs, group)).length > 0);
}

function look(file: string): Found {
  if (!existsSync(file) || (lstatSync(file).isFile() && lstatSync(file).size === 0)) return 'nothing';
  // The system's reason says more than SQLite's, which has one for all.
  closeSync(openSync(file, 'r+'));
  const connection = new Database(file, { fileMustExist: true, timeout: 5000 });
  try {
    const tables = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    const isInUse = tables.includes('account') && connection.prepare('SELECT 1 FROM account').get() !== undefined;
    if (!tables.includes('installation')) return isInUse ? 'unmarked' : 'nothing';
    const row = connection.prepare('SELECT id AS installation, generation, seen_at AS seenAt FROM installation').get();
    // A database that was made and never counted has been in no use.
    return isInUse || (row as Mark).generation > 0 ? (row as Mark) : 'nothing';
  } finally {
    connection.close();
  }
}

/** Counts the database up as it is used, and notes beside the pictures how far it is. */
export function createDatabaseMark(store: Store, files: string, clock: { now(): number }) {
  let changes = -1;
  let noted: Promise<void> = Promise.resolve();

  async function totalChanges(): Promise<number> {
    const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS changes`.execute(store.db);
    return rows[0]?.changes ?? 0;
  }

  return {
    async generation(): Promise<number> {
      return (await store.db.selectFrom('installation').select('generation').executeTakeFirstOrThrow()).generation;
    },

    /** Counts, unless nothing was written since the last time. The database comes first, so the note is never ahead. */
    advance(): Promise<void> {
      noted = noted.then(count, count);
      return noted;
    },
  };

  async function count(): Promise<void> {
    if ((await totalChanges()) === changes) return;
    const row = await store.db
      .updateTable('installation')
      .set((set) => ({ generation: set('generation', '+', 1), seen_at: clock.now() }))
      .returning(['id', 'generation', 'seen_at'])
      .executeTakeFirstOrThrow();
    changes = await totalChanges();
    const mark: Mark = { installation: row.id, generation: row.generation, seenAt: row.seen_at };
    const draft = `${markOf(files)}.new`;
    await writeFile(draft, JSON.stringify(mark), { mode: 0o600, flush: true });
    await rename(draft, markOf(files));
  }
}
