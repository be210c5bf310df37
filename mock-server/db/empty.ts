import Database from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';

type Row = Record<string, unknown>;

/** Tables that are not emptied: the list of applied migrations. */
const keptTables: ReadonlySet<string> = new Set(['migration']);
/** Columns of `installation` that belong to the data folder and its pictures, and are kept. */
const folderColumns: ReadonlySet<string> = new Set(['id', 'generation', 'seen_at']);

/**
 * Resets every table to its state after the migrations: deletes all rows and inserts the rows of the migrations again.
 * Tables and their order are read from the database. Must be called with the handle of a transaction.
 * @param now timestamps the rows of the migrations
 */
export async function emptyTables(tx: Kysely<Schema>, now: () => number): Promise<void> {
  // Tables that reference each other cannot be ordered, so foreign keys are checked at the commit.
  await sql`PRAGMA defer_foreign_keys = ON`.execute(tx);
  const tables = (await tablesInOrder(tx)).filter((table) => !keptTables.has(table));
  const { rows: kept } = await sql<Row>`SELECT * FROM installation`.execute(tx);
  for (const table of tables) await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
  await sql`DELETE FROM sqlite_sequence`.execute(tx);
  for (const [table, rows] of rowsOfMigrations(tables, now))
    for (const row of rows) await insert(tx, table, table === 'installation' ? { ...row, ...folderPart(kept) } : row);
}

function folderPart([row = {}]: readonly Row[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => folderColumns.has(column)));
}

/**
 * Tables with foreign keys before the tables they reference. Full-text indexes are last, because triggers update them.
 */
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

/** Returns the rows that the migrations insert, read from a fresh in-memory database. */
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
