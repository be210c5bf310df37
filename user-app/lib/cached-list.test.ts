import { expect, test } from 'vitest';
import { CachedList, type CursorPage, type ListOutline } from './cached-list';

interface Work {
  taskId: string;
  createdAt: number;
  isStarred: boolean;
}

/** A server with works numbered by age (`w9` is newer than `w1`), in pages of three. */
function shop(count: number) {
  let works = Array.from({ length: count }, (_unused, index) => make(count - index));
  let reads = 0;
  const read = async (cursor: string | undefined): Promise<CursorPage<Work>> => {
    reads += 1;
    const rest = works.filter((work) => cursor === undefined || work.createdAt < Number(cursor));
    const list = rest.slice(0, 3);
    return { list, nextCursor: rest.length > 3 ? String(list[2]?.createdAt) : null };
  };
  const add = (...numbers: number[]) => {
    works = [...numbers.map(make).sort((a, b) => b.createdAt - a.createdAt), ...works];
  };
  const drop = (id: string) => {
    works = works.filter((work) => work.taskId !== id);
  };
  return { read, add, drop, reads: () => reads };
}

function make(number: number): Work {
  return { taskId: `w${number}`, createdAt: number, isStarred: false };
}

const listOf = (read: (cursor: string | undefined) => Promise<CursorPage<Work>>, outline?: ListOutline) =>
  new CachedList({ read, idOf: ({ taskId }) => taskId, timeOf: ({ createdAt }) => createdAt }, outline);

async function readAll(count: number) {
  const server = shop(count);
  const list = listOf(server.read);
  for (let page = 0; page < 20 && !list.get().isComplete; page += 1) await list.loadMore();
  return { server, list };
}

const idsOf = (list: CachedList<Work>) => list.get().places.ids();

test('pages follow each other to the end', async () => {
  const { list } = await readAll(7);
  expect(idsOf(list)).toEqual(['w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1']);
  expect(list.get()).toMatchObject({ isComplete: true, isLoading: false, error: undefined });
});

test('new works come in at the beginning and nothing else moves', async () => {
  const { server, list } = await readAll(7);
  server.add(8, 9, 10, 11);
  await list.refreshHead();
  expect(idsOf(list)).toEqual(['w11', 'w10', 'w9', 'w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1']);
  expect(list.get().headGrowth).toBe(4);
});

test('after a reload every work has its place before any is read, and a page is read when it is needed', async () => {
  const { server, list } = await readAll(8);
  const again = listOf(server.read, JSON.parse(JSON.stringify(list.outline())));
  expect(idsOf(again)).toEqual(Array(8).fill(undefined));
  const before = server.reads();
  again.need(4, 4);
  await expect.poll(() => idsOf(again)[3]).toBe('w5');
  expect(server.reads()).toBe(before + 1);
  expect(idsOf(again)).toEqual([undefined, undefined, undefined, 'w5', 'w4', 'w3', undefined, undefined]);
  server.add(9);
  await again.refreshHead();
  expect(idsOf(again).slice(0, 5)).toEqual(['w9', 'w8', 'w7', 'w6', 'w5']);
});

test('a work that went elsewhere does not show the next page twice', async () => {
  const { server, list } = await readAll(8);
  const again = listOf(server.read, list.outline());
  server.drop('w5');
  again.need(0, 7);
  await expect.poll(() => idsOf(again).includes(undefined)).toBe(false);
  expect(idsOf(again)).toEqual(['w8', 'w7', 'w6', 'w4', 'w3', 'w2', 'w1']);
});

test('what was taken out comes back where it was', async () => {
  const { list } = await readAll(7);
  const taken = list.remove(new Set(['w5', 'w1', 'w7']));
  expect(idsOf(list)).toEqual(['w6', 'w4', 'w3', 'w2']);
  list.insert(taken);
  expect(idsOf(list)).toEqual(['w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1']);
  await list.refreshHead();
  expect(idsOf(list)).toEqual(['w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1']);
});

test('new works before the only page that is read leave out none after it', async () => {
  const server = shop(7);
  const list = listOf(server.read);
  await list.loadMore();
  server.add(8);
  await list.refreshHead();
  await list.loadMore();
  expect(idsOf(list)).toEqual(['w8', 'w7', 'w6', 'w5', 'w4', 'w3', 'w2']);
});

test('a work that comes in before the first page, or while the beginning is read again, stays', async () => {
  const server = shop(4);
  const list = listOf(server.read);
  const isRead = list.loadMore();
  list.insert([make(5)]);
  expect(list.get()).toMatchObject({ isReady: false });
  expect(idsOf(list)).toEqual(['w5']);
  await isRead;
  expect(idsOf(list)).toEqual(['w5', 'w4', 'w3', 'w2']);
  const isRefreshed = list.refreshHead();
  list.insert([make(6), make(7)]);
  list.remove(new Set(['w7']));
  await isRefreshed;
  expect(idsOf(list)).toEqual(['w6', 'w4', 'w3', 'w2']);
});

test('a list that is read from its beginning keeps what it shows until the first page has come', async () => {
  const { server, list } = await readAll(5);
  server.drop('w5');
  const isRead = list.reload();
  expect(idsOf(list)).toHaveLength(5);
  await isRead;
  expect(idsOf(list)).toEqual(['w4', 'w3', 'w2']);
});

test('rows that were put in another order are followed by the next page', async () => {
  const list = listOf(shop(5).read);
  await list.loadMore();
  list.replace((works) => works.toReversed());
  await list.loadMore();
  expect(idsOf(list)).toEqual(['w3', 'w4', 'w5', 'w2', 'w1']);
});

test('a page that does not come is told and asked for again', async () => {
  const server = shop(5);
  let isDown = true;
  const list = listOf((cursor) => (isDown ? Promise.reject(new Error('断网')) : server.read(cursor)));
  await list.loadMore();
  expect(list.get()).toMatchObject({ isReady: false, isLoading: false, error: { message: '断网' } });
  isDown = false;
  await list.loadMore();
  expect(list.get()).toMatchObject({ isReady: true, error: undefined });
});

test('a place is found by its work and a work by its place, past pages that are not read', async () => {
  const { server, list } = await readAll(8);
  const again = listOf(server.read, list.outline());
  again.need(7, 7);
  await expect.poll(() => idsOf(again)[7]).toBe('w1');
  const { places } = again.get();
  expect([places.length, places.loadedCount]).toEqual([8, 2]);
  expect(['w1', 'w2', 'w5', undefined].map(places.indexOf)).toEqual([7, 6, -1, -1]);
  expect(places.slice(5, 20).map((work) => work?.taskId)).toEqual([undefined, 'w2', 'w1']);
  expect([places.at(-1), places.at(0), places.at(8)]).toEqual([undefined, undefined, undefined]);
});

test('asking for a page leaves the places as they are, and its coming leaves the works before it', async () => {
  const list = listOf(shop(7).read);
  await list.loadMore();
  const before = list.get();
  const isDone = list.loadMore();
  expect(list.get()).toMatchObject({ isLoading: true });
  expect(list.get().places).toBe(before.places);
  await isDone;
  expect(
    list
      .get()
      .places.slice(0, 3)
      .map((work, at) => work === before.places.at(at)),
  ).toEqual([true, true, true]);
  expect([before.places.length, list.get().places.length]).toEqual([3, 6]);
});

test('of places that are gone past quickly only the last are read', async () => {
  const { server, list } = await readAll(30);
  const again = listOf(server.read, list.outline());
  const before = server.reads();
  for (let first = 0; first <= 24; first += 3) again.need(first, first + 2);
  await expect.poll(() => idsOf(again)[24]).toBe('w6');
  expect(server.reads() - before).toBeLessThanOrEqual(3);
});
