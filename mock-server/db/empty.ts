import Database from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';

type Row = Record<string, unknown>;

/** What migrations have done is no data. */
const notData: ReadonlySet<string> = new Set(['migration']);
/** What of `installation` belongs to the data folder with its pictures, and stays when the data go. */
const ofTheFolder: ReadonlySet<string> = new Set(['id', 'generation', 'seen_at']);

/**
 * Leaves every table as migrations leave it: all rows go, and those that migrations put in come back. Which tables there
 * are, and in which order they can be emptied, is read from the database. Only with the handle of a transaction.
 * @param now dates what migrations put in
 */
export async function emptyTables(tx: Kysely<Schema>, now: () => number): Promise<void> {
  // Tables that name each other have no order; at the commit nothing names anything any more.
  await sql`PRAGMA defer_foreign_keys = ON`.execute(tx);
  const tables = (await tablesInOrder(tx)).filter((table) => !notData.has(table));
  const { rows: kept } = await sql<Row>`SELECT * FROM installation`.execute(tx);
  for (const table of tables) await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
  await sql`DELETE FROM sqlite_sequence`.execute(tx);
  for (const [table, rows] of rowsOfMigrations(tables, now))
    for (const row of rows) await insert(tx, table, table === 'installation' ? { ...row, ...folderPart(kept) } : row);
}

function folderPart([row = {}]: readonly Row[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => ofTheFolder.has(column)));
}

/** What names others before what it names, and indexes of texts last: triggers keep them. */
async function tablesInOrder(db: Kysely<Schema>): Promise<string[]> {
  const { rows: found } = await sql<{ name: string; type: string }>`
    SELECT name, type FROM pragma_table_list
    WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
    ORDER BY name`.execute(db);
  const { rows: names } = await sql<{ name: string; named: string }>`
    SELECT t.name, k."table" AS named FROM pragma_table_list t, pragma_foreign_key_list(t.name) k
    WHERE t.schema = 'main' AND t.type = 'table' AND k."table" <> t.name`.execute(db);
  const waiting = new Set(found.filter(({ type }) => type === 'table').map(({ name }) => name));
  const order: string[] = [];
  while (waiting.size > 0) {
    const isNamed = (table: string) => names.some(({ name, named }) => named === table && waiting.has(name));
    const free = [...waiting].filter((table) => !isNamed(table));
    for (const table of free.length > 0 ? free : waiting) {
      order.push(table);
      waiting.delete(table);
    }
  }
  return [...order, ...found.filter(({ type }) => type === 'virtual').map(({ name }) => name)];
}

/** From a database that was just made. */
function rowsOfMigrations(tables: readonly string[], now: () => number): Array<[table: string, rows: Row[]]> {
  const fresh = new Database(':memory:');
  try {
    migrate(fresh, now);
    const virtual = fresh.prepare("SELECT name FROM pragma_table_list WHERE type = 'virtual'").pluck().all();
    return tables
      .filter((table) => !virtual.includes(table))
      .map((table) => [table, fresh.prepare(`SELECT * FROM "${table}"`).all() as Row[]]);
  } finally {
    fresh.close();
  }
}

async function insert(tx: Kysely<Schema>, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  const values = Object.values(row).map((value) => sql.val(value));
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns)}) VALUES (${sql.join(values)})`.execute(tx);
}
