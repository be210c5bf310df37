import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawHouse, publishOn, reviewOn } from '../support/server-gallery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const idsOf = (answer: { list: ReadonlyArray<{ id: number }> }) => answer.list.map(({ id }) => id);

/** Blocks that stand elsewhere in each picture. */
async function drawBlocks(place: number): Promise<Buffer> {
  const at = (step: number, most: number) => (place * step * 37 + step * 91) % most;
  const block = (step: number) =>
    `<rect x="${at(step, 400)}" y="${at(step + 3, 260)}" width="${40 + at(step + 5, 120)}" height="${30 + at(step + 7, 90)}" fill="#34495e"/>`;
  const blocks = [1, 2, 3, 4].map(block).join('');
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">${blocks}</svg>`))
    .flatten({ background: '#e4e0d8' })
    .png()
    .toBuffer();
}

it('a picture that people read otherwise than staff did is reviewed anew', async () => {
  const [visitor, author] = [server.visitor(), await server.member()];
  const card = await publishOn(server, author, { title: '听雨轩', description: '檐下', tags: ['檐', '雨'] });
  const edit = async (change: object) => (await author.api.editPicture({ id: card.id, ...change })).state;
  expect(await edit({ classifyId: '10103' })).toBe('public');
  expect(await edit({ title: '听雨轩', description: '檐下', tags: ['雨'], isPrivate: false })).toBe('public');
  for (const change of [{ title: '加微信看图' }, { description: '加微信' }, { tags: ['雨', '加微信'] }]) {
    expect(await edit(change), JSON.stringify(change)).toBe('pending');
    expect(await refusal(visitor.api.picture({ id: card.id }))).toMatchObject({ status: 404 });
    await reviewOn(server, card.id, 'public');
  }
  expect(await edit({ title: '只给自己', isPrivate: true })).toBe('private');
});

it('what is collected stands further up at once', async () => {
  const own = await server.member();
  for (let place = 0; place < 3; place++) await publishOn(server, own, { title: `收藏 ${place}` });
  const order = async () => idsOf(await server.visitor().api.pictures({ authorId: own.accountId }));
  const before = await order();
  const last = before[2] ?? 0;
  // Pictures of one time lie within a day of each other; who collects adds half a day, and ever less.
  const readers = await Promise.all([1, 2, 3, 4].map(() => server.member()));
  for (const reader of readers) await reader.api.collectPictures({ pictureIds: [last] });
  expect(await order()).toEqual([last, before[0], before[1]]);
  for (const reader of readers) await reader.api.uncollectPictures({ pictureIds: [last] });
  expect(await order()).toEqual(before);
});

it('pictures of one scene stand apart once all are read anew', async () => {
  const own = await server.member();
  const scene = new Set<number>();
  for (const sky of ['#9cc4ee', '#f2b98a', '#26324d', '#c9ced6'])
    scene.add((await publishOn(server, own, { bytes: await drawHouse({ sky }) })).id);
  for (let place = 0; place < 12; place++) await publishOn(server, own, { bytes: await drawBlocks(place) });
  await server.deps.catalogue.changedAll();
  const order = idsOf(await server.visitor().api.pictures({ authorId: own.accountId }));
  const places = order.flatMap((id, place) => (scene.has(id) ? place : []));
  expect(places).toHaveLength(4);
  for (const [at, place] of places.entries()) if (at > 0) expect(place - (places[at - 1] ?? 0)).toBeGreaterThan(1);
});

it('what is collected in any folder, and what those publish who are followed, are lists of their own', async () => {
  const [one, other, who] = [await server.member(), await server.member(), await server.member()];
  const first = (await publishOn(server, one, { title: '廊桥' })).id;
  const second = (await publishOn(server, other, { title: '水榭', tags: ['园林'] })).id;
  const { id: folderId } = await who.api.createFolder({ name: '水边', clientKey: 'folder-of-collected' });
  await who.api.collectPictures({ pictureIds: [first, second], folderId });
  server.clock.set({ advanceMs: 60_000 });
  await who.api.collectPictures({ pictureIds: [first] });
  expect(idsOf(await who.api.pictures({ isCollected: true }))).toEqual([first, second]);
  expect(idsOf(await who.api.pictures({ isCollected: true, keyword: '园林' }))).toEqual([second]);
  expect((await who.api.pictureLayout({ isCollected: true })).ids).toEqual([first, second]);
  expect(idsOf(await other.api.pictures({ isCollected: true }))).toEqual([]);

  expect(idsOf(await who.api.pictures({ isFollowed: true }))).toEqual([]);
  await who.api.follow({ id: other.accountId, isFollowed: true });
  expect(idsOf(await who.api.pictures({ isFollowed: true, sort: 'newest' }))).toEqual([second]);
  expect((await one.api.pictures({ isFollowed: true })).total).toBe(0);
  await other.api.blockAuthor({ id: who.accountId, isBlocked: true });
  expect((await who.api.pictures({ isFollowed: true })).total).toBe(0);
  for (const query of [{ isCollected: true }, { isFollowed: true }])
    expect(await refusal(server.visitor().api.pictures(query))).toMatchObject({ status: 401 });
});
