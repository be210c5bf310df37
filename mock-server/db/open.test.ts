import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from './open.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-db-'));
  file = path.join(folder, 'deep', 'zhuhui.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('makes the folder and the tables, and finds the data again', async () => {
  const first = openStore(file);
  await first.db.insertInto('stored_file').values({ sha256: 'a', bytes: 1, created_at: 1 }).execute();
  await first.close();
  const second = openStore(file);
  expect(await second.db.selectFrom('stored_file').select('sha256').execute()).toEqual([{ sha256: 'a' }]);
  await second.close();
});

it('checks references, writes ahead and syncs every commit', async () => {
  const store = openStore(file);
  const pragma = async (name: string) =>
    Object.values((await sql`${sql.raw(`PRAGMA ${name}`)}`.execute(store.db)).rows[0] as object)[0];
  expect([await pragma('foreign_keys'), await pragma('journal_mode'), await pragma('synchronous')]).toEqual([
    1,
    'wal',
    2,
  ]);
  const orphan = store.db
    .insertInto('consent')
    .values({ account_id: 'nobody', agreement_version: '1', address: '', created_at: 1 })
    .execute();
  await expect(orphan).rejects.toThrow('FOREIGN KEY');
  await store.close();
});

it('does a transaction whole or not at all', async () => {
  const store = openStore(':memory:');
  const attempt = store.transact(async (tx) => {
    await tx.insertInto('stored_file').values({ sha256: 'half', bytes: 1, created_at: 1 }).execute();
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect(await store.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
  await store.close();
});

it('lets transactions that come at once happen one after the other', async () => {
  const store = openStore(':memory:');
  await store.db.insertInto('stored_file').values({ sha256: 'count', bytes: 0, created_at: 1 }).execute();
  const raise = () =>
    store.transact(async (tx) => {
      const { bytes } = await tx.selectFrom('stored_file').select('bytes').executeTakeFirstOrThrow();
      await tx
        .updateTable('stored_file')
        .set({ bytes: bytes + 1 })
        .execute();
    });
  await Promise.all(Array.from({ length: 50 }, raise));
  expect(await store.db.selectFrom('stored_file').select('bytes').execute()).toEqual([{ bytes: 50 }]);
  await store.close();
});

it('refuses data of a newer version', async () => {
  await openStore(file).close();
  const connection = new Database(file);
  connection.prepare("INSERT INTO migration VALUES ('9999-future', '')").run();
  connection.close();
  expect(() => openStore(file)).toThrow('数据库来自更新的版本（9999-future），请升级程序');
});
