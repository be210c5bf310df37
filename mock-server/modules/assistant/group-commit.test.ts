import { expect, it } from 'vitest';
import type { Db, Store } from '../base/store.ts';
import { createGroupCommit } from './group-commit.ts';

/** A store that counts its transactions and takes one turn of the loop for each. */
function countedStore() {
  const counted = { transactions: 0 };
  const transact = (async (body: (tx: Db) => Promise<unknown>) => {
    counted.transactions += 1;
    await new Promise(setImmediate);
    return body({} as Db);
  }) as Store['transact'];
  return { counted, transact };
}

it('commits together what is asked for meanwhile, each piece in its turn', async () => {
  const { counted, transact } = countedStore();
  const together = createGroupCommit(transact);
  const done: number[] = [];
  const pieces = Array.from({ length: 60 }, (_, index) => together(async () => void done.push(index)));
  await Promise.all(pieces);
  expect(done).toEqual(Array.from({ length: 60 }, (_, index) => index));
  // The first alone, fifty of the others, and the rest.
  expect(counted.transactions).toBe(3);
  await together(async () => void done.push(60));
  expect(counted.transactions).toBe(4);
});

it('gives the fault of a piece to whoever asked for it, and does the others', async () => {
  const { transact } = countedStore();
  const together = createGroupCommit(transact);
  const done = new Set<string>();
  const outcomes = await Promise.allSettled([
    together(async () => void done.add('first')),
    together(async () => void done.add('second')),
    together(async () => Promise.reject(new Error('broken'))),
    together(async () => void done.add('fourth')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect([...done]).toEqual(['first', 'second', 'fourth']);
});
