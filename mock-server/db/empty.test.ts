import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from './open.ts';

let folder: string;
let file: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-empty-'));
  file = path.join(folder, 'zhuhui.db');
  store = openStore(file, { now: () => 0 });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

type Rows = Record<string, unknown[]>;

function withConnection<T>(body: (connection: Database.Database, tables: string[]) => T): T {
  const connection = new Database(file);
  try {
    const tables = connection
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
      )
      .pluck()
      .all() as string[];
    return body(connection, tables);
  } finally {
    connection.close();
  }
}

const rowsOfAll = (): Rows =>
  withConnection((connection, tables) =>
    Object.fromEntries(tables.map((table) => [table, connection.prepare(`SELECT * FROM "${table}"`).all()])),
  );

/** Inserts one row per table. All texts and all numbers are equal, so that every foreign key finds its row. */
function fillAll(): void {
  withConnection((connection, tables) => {
    connection.pragma('foreign_keys = OFF');
    connection.pragma('ignore_check_constraints = ON');
    for (const table of tables) {
      const columns = connection.pragma(`table_info("${table}")`) as Array<{ name: string; type: string }>;
      const values = columns.map(({ type }) => (type === 'TEXT' ? "'x'" : type === 'BLOB' ? "x'00'" : '1000'));
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      connection.exec(`INSERT OR IGNORE INTO "${table}" (${names}) VALUES (${values.join(', ')})`);
    }
  });
}

it('leaves every table as migrations leave it, and the installation what its pictures know it by', async () => {
  const fresh = rowsOfAll();
  fillAll();
  const filled = rowsOfAll();
  const without = Object.keys(filled).filter((table) => filled[table]?.length === fresh[table]?.length);
  expect(without).toEqual([]);
  withConnection((connection) =>
    connection.exec("DELETE FROM installation WHERE id = 'x'; DELETE FROM migration WHERE name = 'x'"),
  );
  await store.db.updateTable('installation').set({ generation: 7, planted_at: 5, audit_rows: 9 }).execute();

  const order: string[] = [];
  store.whenEmptied(() => order.push('first'));
  store.whenEmptied(async () => order.push('second'));
  await store.empty();

  expect(rowsOfAll()).toEqual({
    ...fresh,
    installation: [{ ...(fresh.installation?.[0] as object), generation: 7 }],
  });
  const numbers = withConnection((connection) => connection.prepare('SELECT name FROM sqlite_sequence').all());
  expect(numbers).toEqual([]);
  expect(order).toEqual(['first', 'second']);
});

it('finds nobody of before by a part of a name', async () => {
  fillAll();
  await store.empty();
  const found = withConnection((connection) => connection.prepare('SELECT count(*) FROM account_text').pluck().get());
  expect(found).toBe(0);
  withConnection((connection) => connection.exec("INSERT INTO account_text (account_text) VALUES ('integrity-check')"));
});
