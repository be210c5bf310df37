import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';

/** Locks, caches, what SQLite keeps beside a database, other worlds, and the snapshots that all worlds have in common. */
const isLeftOut = (name: string) => /^(worlds|snapshots|exchange|cache|work)$|-(wal|shm)$|^owner\./.test(name);

/** Everything in the data folder of a world: every row of its databases by table, every other file by its hash. */
export async function dataOf(folder: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const entry of glob('**/*', {
    cwd: folder,
    exclude: ({ name }) => isLeftOut(name),
    withFileTypes: true,
  })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || isLeftOut(entry.name)) continue;
    const name = path.relative(folder, file);
    if (!name.endsWith('.db')) found[name] = createHash('sha256').update(readFileSync(file)).digest('hex');
    else for (const [table, rows] of tablesOf(file)) found[`${name} ${table}`] = rows;
  }
  return found;
}

function tablesOf(file: string): Array<[string, unknown[]]> {
  const db = new Database(file, { readonly: true });
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  const tables = names.map((name): [string, unknown[]] => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
  db.close();
  return tables;
}

/** Values that name something or somebody: ids, secrets, hashes, phone numbers, and words with this mark. */
export function namesIn(data: Readonly<Record<string, unknown>>, mark: string): Set<string> {
  const telling = /[a-z]+_[0-9a-hjkmnp-tv-z]{20}|\b[0-9a-f]{64}\b|(?<![\w-])[\w-]{43}(?![\w-])|\b1\d{10}\b/g;
  const text = JSON.stringify(data);
  return new Set([...(text.match(telling) ?? []), ...(text.match(new RegExp(`${mark}[\\w-]*`, 'g')) ?? [])]);
}
