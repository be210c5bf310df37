import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from './open.ts';
import { afterCommit } from './transact.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-transact-'));
  store = openStore(path.join(folder, 'zhuhui.db'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const lostRace = (code: string) => Object.assign(new Error('the other one was faster'), { code });
const blobs = async () =>
  (await store.db.selectFrom('stored_file').select('sha256').execute()).map((row) => row.sha256);

it.each(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', '40001', '40P01'])(
  'runs a body again that failed with %s, and has one set of effects',
  async (code) => {
    let runs = 0;
    const told: string[] = [];
    const answer = await store.transact(async (tx) => {
      runs += 1;
      await tx
        .insertInto('stored_file')
        .values({ sha256: `run-${runs}`, bytes: 1, created_at: 1 })
        .execute();
      afterCommit(tx, () => told.push(`first of run ${runs}`));
      afterCommit(tx, () => told.push(`second of run ${runs}`));
      if (runs === 1) throw lostRace(code);
      expect(told).toEqual([]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await blobs()).toEqual(['run-2']);
    expect(told).toEqual(['first of run 2', 'second of run 2']);
  },
);

it('gives up after five tries, and tells why', async () => {
  let runs = 0;
  const attempt = store.transact(async () => {
    runs += 1;
    throw lostRace('SQLITE_BUSY');
  });
  await expect(attempt).rejects.toThrow('the other one was faster');
  expect(runs).toBe(5);
});

it('does not repeat a body that fails for its own reason, and forgets its effects', async () => {
  let runs = 0;
  let effects = 0;
  const attempt = store.transact(async (tx) => {
    runs += 1;
    afterCommit(tx, () => {
      effects += 1;
    });
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect([runs, effects]).toEqual([1, 0]);
});

it('waits for another program that writes to the same database', async () => {
  await sql`PRAGMA busy_timeout = 0`.execute(store.db);
  const other = new Database(path.join(folder, 'zhuhui.db'));
  other.exec("BEGIN IMMEDIATE; INSERT INTO stored_file VALUES ('theirs', 1, 1)");
  let runs = 0;
  const attempt = store.transact(async (tx) => {
    runs += 1;
    await tx.insertInto('stored_file').values({ sha256: 'ours', bytes: 1, created_at: 1 }).execute();
  });
  // The first try has been turned away by now.
  setImmediate(() => other.exec('COMMIT'));
  await attempt;
  other.close();
  expect(runs).toBe(1);
  expect((await blobs()).toSorted()).toEqual(['ours', 'theirs']);
});

it('takes effects for transactions only', () => {
  expect(() => afterCommit(store.db, () => undefined)).toThrow('afterCommit needs the handle of a transaction');
});
