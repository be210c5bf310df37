import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { saysOwner } from '../db/data-folder.ts';
import { migrate } from '../db/migrate.ts';
import { StartRefusal } from '../start-refusal.ts';
import { walkAudit } from './audit-walk.ts';
import { BackupRefusal } from './backup-refusal.ts';

const productDatabase = 'zhuhui.db';
const keyName = 'installation.key';
/** A key of this product has 43 characters; those of the first versions may have had others. */
const keyPattern = /^[\w-]{8,100}\s*$/;
/** Files that SQLite keeps beside an open database, and the lock of a folder in use: none is part of a backup. */
const isOfUse = (name: string) => saysOwner(name) || /-(?:wal|shm|journal)$/.test(name);
/** Faults of a disk and not of what lies on it. */
const isOfDisk = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|NOMEM)/;

/**
 * Brings the databases of a folder that no server uses up to date, and makes sure that a server can work with them: each
 * is whole, the product's has the tables of this version, and its audit was written with the key beside it. Throws
 * {@link BackupRefusal} with a sentence that names no folder.
 */
export function examineData(folder: string, now: number): void {
  for (const name of readdirSync(folder))
    if (isOfUse(name)) throw new BackupRefusal(`不应有文件 ${name}：它属于正在运行的服务`);
  const key = keyOf(folder);
  if (!existsSync(path.join(folder, productDatabase))) throw new BackupRefusal(`没有数据库 ${productDatabase}`);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.db')))
    inDatabase(folder, name, (connection) => {
      requireWhole(connection, name);
      if (name === productDatabase) requireProduct(connection, key, now);
    });
}

function keyOf(folder: string): string {
  const file = path.join(folder, keyName);
  const key = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (key === undefined) throw new BackupRefusal(`没有密钥 ${keyName}`);
  if (!keyPattern.test(key)) throw new BackupRefusal(`${keyName} 不是本产品的密钥`);
  return key;
}

function inDatabase(folder: string, name: string, work: (connection: Database.Database) => void): void {
  const connection = new Database(path.join(folder, name), { fileMustExist: true });
  try {
    work(connection);
  } catch (error) {
    const { code } = error as { code?: string };
    if (!code?.startsWith('SQLITE_') || isOfDisk.test(code)) throw error;
    throw new BackupRefusal(`${name} 已损坏，或者不是本产品的数据库`);
  } finally {
    connection.close();
  }
}

function requireWhole(connection: Database.Database, name: string): void {
  const verdict = connection.pragma('integrity_check(1)', { simple: true });
  if (verdict !== 'ok') throw new BackupRefusal(`数据库 ${name} 已损坏`);
  const [lost] = connection.pragma('foreign_key_check') as Array<{ table: string }>;
  if (lost) throw new BackupRefusal(`数据库 ${name} 的表 ${lost.table} 里有记录指向不存在的记录`);
}

function requireProduct(connection: Database.Database, key: string, now: number): void {
  if (!schemaOf(connection).has('table migration')) throw new BackupRefusal(`${productDatabase} 不是本产品的数据库`);
  try {
    migrate(connection, () => now);
  } catch (error) {
    if (error instanceof StartRefusal) throw new BackupRefusal(error.message);
    throw error;
  }
  requireSchema(connection);
  const installations = connection.prepare('SELECT count(*) FROM installation').pluck().get();
  if (installations !== 1) throw new BackupRefusal(`${productDatabase} 里没有安装的编号`);
  // Rows of before there was a chain are put into one when the world is opened.
  const isChained = connection.prepare('SELECT 1 FROM installation WHERE audit_rows > 0').get() !== undefined;
  const fault = isChained ? walkAudit(connection, key).fault : undefined;
  if (fault) throw new BackupRefusal(`审计与 ${keyName} 不符，第一处问题：${fault.sentence}`);
}

/** Tables, indexes, triggers and views have to be those of this version. */
function requireSchema(connection: Database.Database): void {
  ownSchema ??= newSchema();
  const found = schemaOf(connection);
  for (const name of new Set([...ownSchema.keys(), ...found.keys()]))
    if (ownSchema.get(name) !== found.get(name))
      throw new BackupRefusal(`${productDatabase} 的结构与这个版本不同：${name}`);
}

let ownSchema: ReturnType<typeof schemaOf> | undefined;

function newSchema(): ReturnType<typeof schemaOf> {
  const fresh = new Database(':memory:');
  try {
    migrate(fresh, () => 0);
    return schemaOf(fresh);
  } finally {
    fresh.close();
  }
}

/** Statements of the schema by kind and name, without what SQLite adds itself. */
function schemaOf(connection: Database.Database): Map<string, string | null> {
  const rows = connection
    .prepare("SELECT type || ' ' || name AS name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .all() as Array<{ name: string; sql: string | null }>;
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}
