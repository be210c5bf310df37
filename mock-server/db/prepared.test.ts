import { expect, test } from 'vitest';
import { openStore } from './open.ts';
import { prepared, preparedByIds } from './prepared.ts';

test('a prepared query is built once and runs with new values, in transactions too', async () => {
  const store = openStore(':memory:');
  let built = 0;
  const titled = prepared((db, given: { word: string; most: number }) => {
    built += 1;
    return db.selectFrom('hot_word').select(['word', 'place']).where('word', '=', given.word).limit(given.most);
  });
  await store.db
    .insertInto('hot_word')
    .values([
      { word: '木格栅', place: 3 },
      { word: '清水混凝土', place: 5 },
    ])
    .execute();

  expect(await titled(store.db, { word: '木格栅', most: 1 })).toEqual([{ word: '木格栅', place: 3 }]);
  expect(await titled(store.db, { word: '清水混凝土', most: 1 })).toEqual([{ word: '清水混凝土', place: 5 }]);
  expect(await titled(store.db, { word: '清水混凝土', most: 0 })).toEqual([]);
  await store.transact(async (tx) => {
    await tx.insertInto('hot_word').values({ word: '洞石', place: 1 }).execute();
    expect(await titled(tx, { word: '洞石', most: 1 })).toEqual([{ word: '洞石', place: 1 }]);
  });
  expect(built).toBe(1);
  await store.close();
});

test('rows are asked for by any number of ids', async () => {
  const store = openStore(':memory:');
  let built = 0;
  const wordsOf = preparedByIds((db, ids: readonly number[]) => {
    built += 1;
    return db.selectFrom('hot_word').select('word').where('id', 'in', ids).orderBy('id');
  });
  const values = ['木格栅', '清水混凝土', '洞石'].map((word, place) => ({ word, place }));
  await store.db.insertInto('hot_word').values(values).execute();
  const words = async (...ids: number[]) => (await wordsOf(store.db, ids)).map(({ word }) => word);

  expect(await words(1, 2)).toEqual(['木格栅', '清水混凝土']);
  expect(await words(3, 2)).toEqual(['清水混凝土', '洞石']);
  expect(await words(3)).toEqual(['洞石']);
  expect(await words(3, 9)).toEqual(['洞石']);
  expect(built).toBe(2);
  await store.close();
});
