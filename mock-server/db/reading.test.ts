import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from './open.ts';

describe.each([
  ['threads', true],
  ['this thread', false],
])('reading in %s', (_where, isReadingThreaded) => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-reading-'));
    store = openStore(path.join(folder, 'zhuhui.db'), { isReadingThreaded });
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const put = async (...names: string[]) => {
    for (const sha256 of names)
      await store.db.insertInto('stored_file').values({ sha256, bytes: 1, created_at: 1 }).execute();
  };
  const names = (db = store.reading.db) => db.selectFrom('stored_file').select('sha256').orderBy('sha256');
  const listed = async (db = store.reading.db) => (await names(db).execute()).map((row) => row.sha256);

  it('sees what was committed before it asks, and writes nothing', async () => {
    for (const name of ['a', 'b', 'c']) {
      await put(name);
      expect((await listed()).at(-1)).toBe(name);
    }
    const writing = store.reading.db.deleteFrom('stored_file').execute();
    await expect(writing).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    await expect(sql`select * from nothing`.execute(store.reading.db)).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    expect(await listed()).toEqual(['a', 'b', 'c']);
  });

  it('shows one moment in a snapshot, whatever is written meanwhile, and walks it in batches', async () => {
    const before = Array.from({ length: 450 }, (_, place) => `f${String(place).padStart(3, '0')}`);
    await store.transact(async (tx) => {
      for (const sha256 of before)
        await tx.insertInto('stored_file').values({ sha256, bytes: 1, created_at: 1 }).execute();
    });
    const seen: string[] = [];
    const sizes: number[] = [];
    await store.reading.snapshot(async ({ db, walk }) => {
      for await (const rows of walk(names(db))) {
        sizes.push(rows.length);
        seen.push(...rows.map((row) => row.sha256));
        await put(`f${String(sizes.length).padStart(3, '0')}-new`);
        await store.db.deleteFrom('stored_file').where('sha256', '=', `f44${sizes.length}`).execute();
        // Another question of the same snapshot goes between.
        expect(await listed(db)).toHaveLength(450);
      }
    });
    expect(seen).toEqual(before);
    expect(sizes).toEqual([200, 200, 50]);
    expect(await listed()).toHaveLength(450);
  });

  it('gives snapshots one after the other, lists beside them, and both back after an error', async () => {
    await put('a');
    const order: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = store.reading.snapshot(async () => {
      order.push('first begins');
      await held;
      order.push('first ends');
      throw new Error('gone wrong');
    });
    const second = store.reading.snapshot(async ({ db }) => {
      order.push('second');
      return listed(db);
    });
    expect(await Promise.all([listed(), listed(), listed()])).toEqual([['a'], ['a'], ['a']]);
    await put('b');
    release();
    await expect(first).rejects.toThrow('gone wrong');
    expect(await second).toEqual(['a', 'b']);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
  });

  it('refuses what is asked after the end, and ends with a walk half done', async () => {
    await store.transact(async (tx) => {
      for (let place = 0; place < 201; place++)
        await tx
          .insertInto('stored_file')
          .values({ sha256: String(place), bytes: 1, created_at: 1 })
          .execute();
    });
    await store.reading.snapshot(async ({ db, walk }) => {
      const rows = walk(names(db));
      await rows.next();
      await store.close();
      await expect(rows.next()).rejects.toThrow('ended');
    });
    await expect(listed()).rejects.toThrow('closed');
    store = openStore(path.join(folder, 'zhuhui.db'), { isReadingThreaded });
  });
});
