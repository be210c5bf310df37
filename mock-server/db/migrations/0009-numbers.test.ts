import Database from 'better-sqlite3';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { migrate, migrations } from '../migrate.ts';
import { numbers } from './0009-numbers.ts';

const before = migrations.slice(0, 8);

function olderData(): Database.Database {
  const connection = new Database(':memory:');
  connection.pragma('foreign_keys = ON');
  migrate(connection, () => 1, before);
  connection.exec(`
    INSERT INTO account (id, nick_name, user_type, invite_code, created_at, updated_at) VALUES ('u', '', 1, 'A', 1, 1);
    INSERT INTO purchase_order (id, order_no, account_id, product_id, kind, quantity, amount, snapshot, pay_type, provider, status, created_at, expires_at)
      VALUES ('o', 'ZH1', 'u', 'p', 'package', 1, 1, '{}', 'alipay', 'x', 'completed', 1, 1);`);
  const ledger = connection.prepare(
    `INSERT INTO ledger_transaction (id, account_id, kind, movement, idempotency_key, reason, created_at) VALUES (?, 'u', 'normal', 'grant', ?, '', 5)`,
  );
  const refund = connection.prepare(
    `INSERT INTO refund (id, order_id, amount, reason, status, requested_by, created_at) VALUES (?, 'o', 1, '', 'rejected', 'u', 5)`,
  );
  const invoice = connection.prepare(
    `INSERT INTO invoice (id, order_id, title_kind, title, tax_no, email, status, created_at) VALUES (?, 'o', 'personal', '', '', '', 'rejected', 5)`,
  );
  // Ids say nothing about the order.
  for (const id of ['m', 'z', 'a', 'k']) {
    ledger.run(id, id);
    refund.run(id);
    invoice.run(id);
  }
  connection.exec("DELETE FROM ledger_transaction WHERE id = 'z'");
  return connection;
}

it.each([
  ['ledger_transaction', ['m', 'a', 'k']],
  ['refund', ['m', 'z', 'a', 'k']],
  ['invoice', ['m', 'z', 'a', 'k']],
])('older rows of %s keep their order, and the next is behind them', (table, ids) => {
  const connection = olderData();
  migrate(connection, () => 2);
  const rows = connection.prepare(`SELECT id, number FROM ${table} ORDER BY number`).all() as Array<{
    id: string;
    number: number;
  }>;
  expect(rows.map(({ id }) => id)).toEqual(ids);
  const { given } = connection.prepare('SELECT given FROM counter WHERE name = ?').get(table) as { given: number };
  expect(given).toBe(rows.at(-1)?.number);
  connection.exec('VACUUM');
  expect(connection.prepare(`SELECT id, number FROM ${table} ORDER BY number`).all()).toEqual(rows);
});

it('comes whole or not at all, and is dated by the clock', () => {
  const connection = olderData();
  connection.exec('CREATE TABLE counter (name TEXT)');
  expect(() => migrate(connection, () => 2)).toThrow('already exists');
  const columns = connection.pragma('table_info(refund)') as Array<{ name: string }>;
  expect(columns.map(({ name }) => name)).not.toContain('number');
  connection.exec('DROP TABLE counter');
  migrate(connection, () => Date.parse('2026-11-20T02:00:00Z'));
  expect(connection.prepare("SELECT applied_at FROM migration WHERE name = '0009-numbers'").get()).toEqual({
    applied_at: '2026-11-20T02:00:00.000Z',
  });
});

it('is made of statements that PostgreSQL has too, but for the old numbers', () => {
  const postgres = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const statements = numbers(postgres).map(({ sql }) => sql);
  expect(statements[0]).toBe('create table "counter" ("name" text primary key, "given" bigint not null)');
  expect(statements.filter((statement) => /rowid|autoincrement|pragma/i.test(statement))).toHaveLength(3);
});
