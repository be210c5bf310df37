import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from './open.ts';
import { afterCommit } from './transact.ts';

let store: Store;
beforeEach(() => {
  store = openStore(':memory:');
});
afterEach(() => store.close());

const put = (sha256: string) =>
  store.db.insertInto('stored_file').values({ sha256, bytes: 1, created_at: 1 }).execute();
const files = async () => {
  const rows = await store.db.selectFrom('stored_file').select('sha256').orderBy('sha256').execute();
  return rows.map(({ sha256 }) => sha256);
};
const putPart = (sha256: string, told: string[] = []) =>
  store.transact(async (tx) => {
    await tx.insertInto('stored_file').values({ sha256, bytes: 1, created_at: 1 }).execute();
    afterCommit(tx, () => told.push(sha256));
  });

it('makes transactions and statements one, whose effects come at its end', async () => {
  const told: string[] = [];
  const seen = await store.asOne(async () => {
    await Promise.all([putPart('a', told), putPart('b', told), put('c')]);
    expect(told).toEqual([]);
    return files();
  });
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(told.toSorted()).toEqual(['a', 'b']);
});

it('leaves nothing when it fails, and goes on with the next', async () => {
  const told: string[] = [];
  const failing = store.asOne(async () => {
    await putPart('a', told);
    await put('b');
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect([await files(), told]).toEqual([[], []]);
  await putPart('c', told);
  expect([await files(), told]).toEqual([['c'], ['c']]);
});

it('takes back one part alone that failed and was caught', async () => {
  await store.asOne(async () => {
    await putPart('a');
    await store
      .transact(async (tx) => {
        await tx.insertInto('stored_file').values({ sha256: 'b', bytes: 1, created_at: 1 }).execute();
        throw new Error('not this one');
      })
      .catch(() => undefined);
    await putPart('c');
  });
  expect(await files()).toEqual(['a', 'c']);
});

it('keeps everybody else waiting, who sees it whole', async () => {
  let proceed = () => {};
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const begun = store.asOne(async () => {
    await putPart('a');
    await held;
    await putPart('b');
  });
  const other = putPart('c').then(files);
  const plain = files();
  proceed();
  await begun;
  expect(await plain).toEqual(expect.arrayContaining(['a', 'b']));
  expect(await other).toEqual(['a', 'b', 'c']);
});
