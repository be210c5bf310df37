import JSZip from 'jszip';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { inChina } from '#shared/domain/time';
import { planColouring, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { designerOn, makeWork } from '../support/server-works.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});

type Designer = Awaited<ReturnType<typeof designerOn>>;

const addressOf = (query: Record<string, string | readonly string[]>) =>
  `/api/works/download?${new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )}`;

async function unpack(who: Designer, query: Record<string, string | readonly string[]>) {
  const response = await who.fetch(addressOf(query));
  expect(response.status).toBe(200);
  const zip = await JSZip.loadAsync(await response.arrayBuffer(), { checkCRC32: true });
  const entries = Object.values(zip.files);
  const contents = await Promise.all(entries.map((entry) => entry.async('nodebuffer')));
  return { response, entries, names: entries.map((entry) => entry.name), contents };
}

const download = async (who: Designer, imageId: string, format: string) =>
  Buffer.from(await (await who.fetch(`/api/images/${imageId}/download?format=${format}`)).arrayBuffer());

async function refusedWith(who: Designer, query: Record<string, string | readonly string[]>) {
  const { status, json } = await who.raw('GET', addressOf(query));
  return { status, ...(json as { error: { reason: string; message: string } }).error };
}

it('packs the results of works in their order as photo.zip, each with a name of its own', async () => {
  const who = await designerOn(server);
  const one = await makeWork(server, who, who.imageId);
  const two = await who.api.startTask(planColouring(who.imageId, 2));
  await server.settled(who, two.taskId);
  const { response, names, contents, entries } = await unpack(who, { taskIds: [two.taskId, one.taskId] });
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=photo.zip');
  expect(names).toEqual(['teda_img_01.png', 'teda_img_02.png', 'teda_img_03.png']);
  const { images } = await who.api.getTaskByTaskId({ taskId: two.taskId });
  const imageIds = [...images.map((image) => image.imageId), one.imageId];
  expect(contents).toEqual(await Promise.all(imageIds.map((imageId) => download(who, imageId, 'png'))));
  // Shanghai's time of the day, to the two seconds an archive keeps.
  expect(entries[0]?.date.toISOString().slice(0, 16)).toBe(inChina(server.clock.now()).toISOString().slice(0, 16));
});

it('puts the watermark on what a single download would mark, and on nothing else', async () => {
  const [free, member] = [await designerOn(server, 'free'), await designerOn(server)];
  for (const who of [free, member]) {
    const { taskId, imageId } = await makeWork(server, who, who.imageId);
    const { contents } = await unpack(who, { taskIds: [taskId], imageIds: [who.imageId] });
    const stored = await Promise.all(
      [imageId, who.imageId].map(async (id) => Buffer.from(await (await who.fetch(`/api/images/${id}`)).arrayBuffer())),
    );
    expect(contents).toEqual([await download(who, imageId, 'png'), stored[1]]);
    // A result says in its metadata that AI made it; its pixels are those that are stored.
    const [packed, kept] = await Promise.all([contents[0], stored[0]].map((bytes) => sharp(bytes).raw().toBuffer()));
    expect(packed?.equals(kept ?? Buffer.alloc(0))).toBe(who === member);
  }
});

it('packs single pictures once each, in the format asked for or as they are stored', async () => {
  const who = await designerOn(server);
  const photo = await who.upload(await drawPicture('jpg'));
  const imageIds = [photo.imageId, who.imageId, photo.imageId];
  expect((await unpack(who, { imageIds, format: 'stored' })).names).toEqual(['teda_img_01.jpg', 'teda_img_02.png']);
  const jpg = await unpack(who, { imageIds, format: 'jpg', name: '南立面/终稿' });
  expect(jpg.names).toEqual(['teda_img_01.jpg', 'teda_img_02.jpg']);
  expect(decodeURIComponent(jpg.response.headers.get('content-disposition') ?? '')).toContain('南立面_终稿.zip');
  expect(jpg.contents[1]).toEqual(await download(who, who.imageId, 'jpg'));
});

it('takes works from the bin, and passes over those without a result', async () => {
  const who = await designerOn(server);
  const binned = await makeWork(server, who, who.imageId);
  await who.api.delTaskByTaskId({ taskId: binned.taskId });
  server.engine.refuseNext('太暗了');
  const failed = await makeWork(server, who, who.imageId);
  expect((await unpack(who, { taskIds: [failed.taskId, binned.taskId] })).names).toEqual(['teda_img_01.png']);
  expect(await refusedWith(who, { taskIds: [failed.taskId] })).toMatchObject({
    status: 422,
    reason: 'download.empty',
    message: '所选内容里没有可以下载的文件',
  });
  expect((await refusedWith(who, {})).reason).toBe('download.empty');
});

it('somebody else’s work or picture among them refuses everything', async () => {
  const [who, other] = [await designerOn(server), await designerOn(server)];
  const own = await makeWork(server, who, who.imageId);
  const theirs = await makeWork(server, other, other.imageId);
  for (const foreign of [theirs.taskId, 'task_absent'])
    expect(await refusedWith(who, { taskIds: [own.taskId, foreign] })).toMatchObject({
      status: 404,
      reason: 'task.not_found',
    });
  for (const foreign of [theirs.imageId, 'img_absent'])
    expect(await refusedWith(who, { taskIds: [own.taskId], imageIds: [foreign] })).toMatchObject({
      status: 404,
      reason: 'image.not_found',
    });
  expect((await server.visitor().raw('GET', addressOf({ taskIds: [own.taskId] }))).status).toBe(401);
});

it('has limits, told before the first byte', async () => {
  const who = await designerOn(server);
  const many = (prefix: string) => [...Array(301).keys()].map((index) => `${prefix}_${index}`);
  expect(await refusedWith(who, { taskIds: many('t') })).toMatchObject({ status: 422, reason: 'works.too_many' });
  const { db } = server.deps.store;
  const row = await db.selectFrom('image').selectAll().where('id', '=', who.imageId).executeTakeFirstOrThrow();
  const copies = many('i').map((id) => ({ ...row, id }));
  for (const start of [0, 100, 200, 300])
    await db
      .insertInto('image')
      .values(copies.slice(start, start + 100))
      .execute();
  expect(await refusedWith(who, { imageIds: many('i') })).toMatchObject({
    status: 422,
    reason: 'download.too_many',
    message: '一次最多打包 300 个文件，请分批下载',
  });
  expect((await unpack(who, { imageIds: many('i').slice(1) })).names).toHaveLength(300);
  await db
    .updateTable('image')
    .set({ bytes: 501 * 1024 * 1024 })
    .where('id', '=', who.imageId)
    .execute();
  expect(await refusedWith(who, { imageIds: [who.imageId] })).toMatchObject({
    status: 413,
    reason: 'download.too_large',
    message: '所选文件共 501 MB，一次最多打包 500 MB，请分批下载',
  });
});
