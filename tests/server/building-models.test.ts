import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BuildingModel } from '#shared/contract/building-model';
import { buildingLimits } from '#shared/domain/plan';
import { hour } from '#shared/domain/time';
import { BuildingRefused } from '../../mock-server/adapters/building/port.ts';
import {
  createTestBuildings,
  plainModel,
  refusedModel,
  refusedSentence,
  type TestBuildings,
} from '../support/building-engine.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { putBuildingView } from '../support/server-buildings.ts';
import type { Visitor } from '../support/server-visitor.ts';

const camera = { x: 18, y: 1.65, z: 24, yaw: -37, pitch: 0, lens: 28, shift: 0.1 };
const sun = { latitude: 31.2, longitude: 121.5, date: '2026-06-21', minutes: 600, timeZone: 8 };
const view = { camera, sun, look: 'material' as const };
/** As the test engine finds it. */
const placement = { metresPerUnit: 1, up: 'y' as const, north: 0 };

let server: TestServer;
let engine: TestBuildings;
let member: Member;
beforeAll(async () => {
  engine = createTestBuildings();
  server = await startTestServer({ buildingEngine: engine, tools: ['architecturalRender', 'toline'] });
});
beforeEach(async () => {
  member = await server.member({ plan: 'pro', tickets: { normal: 50 } });
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const send = (sender: Visitor, bytes: Buffer, name = '别墅.ifc', clientKey?: string): Promise<BuildingModel> => {
  const file = new File([new Uint8Array(bytes)], name);
  return sender.api.uploadBuildingModel({ file, ...(clientKey && { clientKey }) } as never);
};

async function read(sender: Visitor, bytes: Buffer, name?: string): Promise<BuildingModel> {
  const { modelId } = await send(sender, bytes, name);
  await server.deps.buildings.idle();
  return sender.api.buildingModel({ modelId });
}

async function confirmed(sender: Visitor, bytes: Buffer): Promise<string> {
  const { modelId } = await read(sender, bytes);
  await sender.api.confirmBuildingModel({ modelId, placement });
  return modelId;
}

const reasonOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'no refusal',
    (error: { reason?: string }) => error.reason,
  );

const keys = (): Promise<string[]> => Array.fromAsync(server.deps.storage.keys());

/** Stored files that were not there before; what earlier tests have removed may go later. */
const keysSince = async (before: readonly string[]): Promise<string[]> =>
  (await keys()).filter((key) => !before.includes(key));

const sketchOf = (sender: Visitor, modelId: string, query: Record<string, string> = {}) =>
  sender.fetch(
    `/api/building-model/${modelId}/sketch?${new URLSearchParams({ view: JSON.stringify(view), side: '320', ...query })}`,
  );

it('is answered at once, read, confirmed, sketched, taken as a picture and rendered', async () => {
  const release = engine.hold();
  const model = await send(member, plainModel('story'));
  expect(model).toEqual({
    modelId: model.modelId,
    name: '别墅',
    format: 'ifc',
    bytes: plainModel('story').length,
    state: 'reading',
    createdAt: server.clock.now(),
  });
  const { modelId } = model;
  expect(await reasonOf(member.api.confirmBuildingModel({ modelId, placement }))).toBe('building.still_reading');
  expect(await reasonOf(member.api.takeBuildingView({ modelId, view }))).toBe('building.still_reading');
  release();
  await server.deps.buildings.idle();
  const found = await member.api.buildingModel({ modelId });
  expect(found).toMatchObject({ state: 'unconfirmed', placement, facts: { partsDrawn: 38, placement } });
  expect(found.views?.map(({ title }) => title)).toEqual(['人视 · 东南']);

  expect(await reasonOf(member.api.takeBuildingView({ modelId, view }))).toBe('building.unconfirmed');
  expect((await sketchOf(member, modelId)).headers.get('content-type')).toBe('image/jpeg');
  expect(await member.api.confirmBuildingModel({ modelId, placement })).toMatchObject({ state: 'ready', placement });

  const taken = await member.api.takeBuildingView({ modelId, view, side: 640, ratio: '4:3' });
  expect(taken).toMatchObject({ width: 640, height: 480, format: 'png', modelId, view });
  const { taskId } = await member.api.startTask({
    tool: 'architecturalRender',
    params: { upload_img: taken.imageId },
    clientKey: 'building-story',
  });
  expect((await server.settled(member, taskId)).status).toBe('succeeded');
  expect(server.engine.buildings).toEqual({
    [taken.imageId]: { model: expect.stringContaining(server.dataDir), view, north: 0 },
  });
});

it('is read anew where the person says another size, and the views taken before stay as they are', async () => {
  const modelId = await confirmed(member, plainModel('another size'));
  const former = await member.api.takeBuildingView({ modelId, view });
  const inMillimetres = { ...placement, metresPerUnit: 0.001 };
  expect(await member.api.confirmBuildingModel({ modelId, placement: inMillimetres })).toMatchObject({
    state: 'reading',
  });
  await server.deps.buildings.idle();
  expect(engine.readings.at(-1)).toMatchObject({ placement: inMillimetres, owner: member.accountId });
  expect(await member.api.buildingModel({ modelId })).toMatchObject({
    state: 'ready',
    facts: { placement: inMillimetres },
  });
  const later = await member.api.takeBuildingView({ modelId, view });
  expect(later.imageId).not.toBe(former.imageId);
  expect((await member.fetch(former.url)).status).toBe(200);
});

describe('an upload', () => {
  it.each([
    ['a.skp', Buffer.from('\xff\xfe\xff\x0eSketchUp', 'latin1'), 'building.export_instead'],
    ['a.gltf', Buffer.from('{"asset":{"version":"2.0"}}'), 'building.export_instead'],
    ['a.ifc', Buffer.from('not one of these'), 'building.not_a_model'],
    ['a.obj', Buffer.alloc(40), 'building.not_a_model'],
    ['a.ifc', Buffer.alloc(0), 'building.not_a_model'],
  ])('%s that is none is refused and leaves nothing', async (name, bytes, reason) => {
    const before = await keys();
    expect(await reasonOf(send(member, bytes, name))).toBe(reason);
    expect(await keysSince(before)).toEqual([]);
    expect((await member.api.buildingModels({})).list).toEqual([]);
  });

  it.each([
    ['楼.glb', Buffer.from('glTF\x02\0\0\0'), 'glb'],
    ['楼.obj', Buffer.from('v 0 0 0\nv 1 0 0\n'), 'obj'],
    ['楼.zip', Buffer.from('PK\x03\x04......'), undefined],
  ])('%s is told by its first bytes', async (name, bytes, format) => {
    const release = engine.hold();
    expect(await send(member, bytes, name)).toMatchObject({ name: '楼', state: 'reading' });
    const [listed] = (await member.api.buildingModels({})).list;
    expect(listed?.format).toBe(format);
    release();
    await server.deps.buildings.idle();
  });

  it('with the same key is the same model', async () => {
    const first = await send(member, plainModel('keyed'), 'a.ifc', 'key-1');
    await server.deps.buildings.idle();
    expect((await send(member, plainModel('keyed'), 'a.ifc', 'key-1')).modelId).toBe(first.modelId);
    expect((await member.api.buildingModels({})).list).toHaveLength(1);
  });

  it('whose sender goes away leaves nothing behind', async () => {
    const before = await keys();
    await new Promise<void>((resolve) => {
      const boundary = 'frontier';
      const request = httpRequest(server.origin, {
        method: 'POST',
        path: '/api/building-model/upload',
        agent: false,
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          cookie: `sid=${member.cookies.get('sid')}`,
          'content-length': 1_000_000,
        },
      });
      request.once('error', () => resolve());
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.ifc"\r\n\r\n`;
      request.write(Buffer.concat([Buffer.from(head), plainModel(), Buffer.alloc(200_000, 'x')]), () =>
        request.destroy(new Error('gone')),
      );
    });
    await expect.poll(() => readdir(path.join(server.dataDir, 'files', 'work'))).toEqual([]);
    expect(await keysSince(before)).toEqual([]);
    expect((await member.api.buildingModels({})).list).toEqual([]);
  });

  it('finds no room beyond the plan, and is told how much there is', async () => {
    const poor = await server.member();
    for (let number = 0; number < 10; number++) await send(poor, plainModel(`room ${number}`));
    await server.deps.buildings.idle();
    const error = await send(poor, plainModel('one more')).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ reason: 'building.too_many', message: expect.stringContaining('10 个') });
    const { list, room } = await poor.api.buildingModels({ size: 4 });
    expect(list).toHaveLength(4);
    const files = list.length > 0 && room.bytes > 10 * plainModel('room 0').length;
    expect({ ...room, bytes: files }).toEqual({ models: 10, mostModels: 10, bytes: true, mostBytes: 1024 ** 3 });
  });
});

describe('a reading', () => {
  it('that refuses the file says why, and the model can only be removed', async () => {
    const model = await read(member, Buffer.from(refusedModel));
    expect(model).toMatchObject({ state: 'refused', sentence: refusedSentence });
    const { modelId } = model;
    expect(await reasonOf(member.api.confirmBuildingModel({ modelId, placement }))).toBe('building.unreadable');
    expect((await sketchOf(member, modelId)).status).toBe(409);
    await member.api.removeBuildingModel({ modelId });
    expect(await reasonOf(member.api.buildingModel({ modelId }))).toBe('building.not_found');
  });

  it('that fails by our fault ends in words, too', async () => {
    engine.failNext(new Error('the program has a fault'));
    expect(await read(member, plainModel('fault'))).toMatchObject({
      state: 'refused',
      sentence: expect.stringContaining('重新上传'),
    });
  });

  it('that a full disk has ended is begun again with the next sweep', async () => {
    engine.failNext(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
    const model = await read(member, plainModel('no room'));
    expect(model.state).toBe('reading');
    await server.deps.sweep();
    await server.deps.buildings.idle();
    expect((await member.api.buildingModel(model)).state).toBe('unconfirmed');
  });

  it('of a model that is removed meanwhile ends and leaves no file', async () => {
    const before = await keys();
    engine.hold();
    const { modelId } = await send(member, plainModel('removed while read'));
    await expect.poll(() => engine.readings.at(-1)?.owner).toBe(member.accountId);
    await member.api.removeBuildingModel({ modelId });
    await server.deps.buildings.idle();
    engine.hold()();
    await expect.poll(() => keysSince(before)).toEqual([]);
  });
});

describe('the file for viewers', () => {
  const viewerOf = (sender: Visitor, modelId: string, headers: Record<string, string> = {}) =>
    sender.fetch(`/api/building-model/${modelId}/viewer`, { headers });

  it('is there when the model was read, is sent in part and once, and follows the confirmed size', async () => {
    const { modelId } = await read(member, plainModel('seen'));
    const whole = await viewerOf(member, modelId);
    expect(whole.headers.get('content-type')).toBe('model/gltf-binary');
    expect(whole.headers.get('cache-control')).toBe('private, no-cache');
    const text = await whole.text();
    expect(text).toContain('seen');
    const part = await viewerOf(member, modelId, { range: 'bytes=2-7' });
    expect([part.status, await part.text()]).toEqual([206, text.slice(2, 8)]);
    const etag = whole.headers.get('etag') ?? '';
    const again = () => member.raw('GET', `/api/building-model/${modelId}/viewer`, { 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    await member.api.confirmBuildingModel({ modelId, placement: { ...placement, metresPerUnit: 0.01 } });
    await server.deps.buildings.idle();
    expect((await again()).status).toBe(200);
  });

  it('counts to the room of the plan, is nobody else’s, and goes with its model', async () => {
    const owner = await server.member({ plan: 'pro' });
    const before = await keys();
    const { modelId } = await read(owner, plainModel('counted'));
    const added = await keysSince(before);
    const sizes = await Promise.all(
      added.map(async (key) => (await readFile(await server.deps.storage.localFile(key))).length),
    );
    expect(added).toHaveLength(3);
    const { room } = await owner.api.buildingModels({});
    expect(room.bytes).toBe(sizes.reduce((sum, bytes) => sum + bytes, 0));
    expect((await viewerOf(member, modelId)).status).toBe(404);
    await owner.api.removeBuildingModel({ modelId });
    await expect.poll(() => keysSince(before)).toEqual([]);
  });

  it('is not there while the model is being read, and of none that was refused', async () => {
    const release = engine.hold();
    const { modelId } = await send(member, plainModel('not yet seen'));
    expect((await viewerOf(member, modelId)).status).toBe(409);
    release();
    await server.deps.buildings.idle();
    const refused = await read(member, Buffer.from(refusedModel));
    expect((await viewerOf(member, refused.modelId)).status).toBe(409);
  });
});

describe('somebody else', () => {
  it('finds no such model', async () => {
    const modelId = await confirmed(member, plainModel('private'));
    const other = await server.member();
    const { api } = other;
    const calls = [
      () => api.buildingModel({ modelId }),
      () => api.confirmBuildingModel({ modelId, placement }),
      () => api.renameBuildingModel({ modelId, name: '我的' }),
      () => api.removeBuildingModel({ modelId }),
      () => api.takeBuildingView({ modelId, view }),
    ];
    for (const call of calls) expect(await reasonOf(call())).toBe('building.not_found');
    expect((await sketchOf(other, modelId)).status).toBe(404);
    expect((await api.buildingModels({})).list).toEqual([]);
    expect(await member.api.renameBuildingModel({ modelId, name: ' 湖边别墅 ' })).toMatchObject({ name: '湖边别墅' });
  });
});

describe('a sketch', () => {
  it('is drawn once for the same words, and not more often than forty times a minute', async () => {
    const modelId = await confirmed(member, plainModel('sketched'));
    const before = engine.drawings.length;
    expect((await sketchOf(member, modelId)).status).toBe(200);
    expect((await sketchOf(member, modelId)).status).toBe(200);
    expect(engine.drawings.length).toBe(before + 1);
    for (let side = 161; side <= 199; side++) await sketchOf(member, modelId, { side: String(side) });
    const refused = await sketchOf(member, modelId, { side: '200' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  });

  it('is given up when nobody waits for it any more', async () => {
    const modelId = await confirmed(member, plainModel('left alone'));
    const release = engine.hold();
    const leave = new AbortController();
    const query = new URLSearchParams({ view: JSON.stringify(view) });
    const asked = member
      .fetch(`/api/building-model/${modelId}/sketch?${query}`, { signal: leave.signal })
      .catch((error: Error) => error.name);
    await expect.poll(() => engine.drawings.at(-1)?.owner).toBe(member.accountId);
    leave.abort();
    expect(await asked).toBe('AbortError');
    await expect.poll(() => readdir(path.join(server.dataDir, 'files', 'work'))).toEqual([]);
    release();
  });

  it('that cannot be drawn says so', async () => {
    const modelId = await confirmed(member, plainModel('not to be drawn'));
    engine.failNext(new BuildingRefused('相机在墙里，请往外移一些'));
    const refused = await sketchOf(member, modelId);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ error: expect.objectContaining({ message: '相机在墙里，请往外移一些' }) }),
    ]);
  });
});

it('gives the same picture for the same words, also to two requests at once, and after an hour', async () => {
  const modelId = await confirmed(member, plainModel('same words'));
  const before = engine.drawings.length;
  const [one, other] = await Promise.all([
    member.api.takeBuildingView({ modelId, view }),
    member.api.takeBuildingView({ modelId, view }),
  ]);
  await server.pass(2 * hour);
  const later = await member.api.takeBuildingView({ modelId, view });
  expect([other.imageId, later.imageId]).toEqual([one.imageId, one.imageId]);
  expect(engine.drawings.length).toBe(before + 1);
});

it('that is removed while a task runs with its view lets it go on', async () => {
  const modelId = await confirmed(member, plainModel('removed in a run'));
  const { imageId } = await member.api.takeBuildingView({ modelId, view });
  server.engine.hold();
  const params = { upload_img: imageId };
  const { taskId } = await member.api.startTask({ tool: 'architecturalRender', params, clientKey: 'in-a-run' });
  await server.engine.waiting();
  await member.api.removeBuildingModel({ modelId });
  const { model = '' } = server.engine.buildings[imageId] ?? {};
  expect(await readFile(model, 'utf8')).toContain('removed in a run');
  server.engine.release();
  expect((await server.settled(member, taskId)).status).toBe('succeeded');
});

it('that is removed leaves no file but that of its views, which go on being rendered from the model', async () => {
  const before = await keys();
  const modelId = await confirmed(member, plainModel('to be removed'));
  const taken = await member.api.takeBuildingView({ modelId, view });
  await member.api.removeBuildingModel({ modelId });
  await expect.poll(() => keysSince(before)).toHaveLength(2);
  const { room } = await member.api.buildingModels({});
  expect(room).toMatchObject({ models: 0, bytes: 0 });
  const { taskId } = await member.api.startTask({
    tool: 'architecturalRender',
    params: { upload_img: taken.imageId },
    clientKey: 'after-removal',
  });
  expect((await server.settled(member, taskId)).status).toBe('succeeded');
  const { model = '' } = server.engine.buildings[taken.imageId] ?? {};
  expect(await keys()).toContain(path.basename(model));
});

it('that is a base picture is not looked at before a run that draws the model, as other pictures are', async () => {
  const real = await startTestServer({ engine: 'embedded' });
  const owner = await real.member();
  const { imageId } = await putBuildingView(real, owner, 'house');
  const bytes = Buffer.from(await (await owner.fetch(`/api/images/${imageId}`)).arrayBuffer());
  const copy = await owner.upload(bytes);
  const lookAt = async (tool: string, id: string) =>
    (await owner.api.lookAhead({ tool, forms: [{ upload_img: id }] }))[0]?.isKnown;
  expect(await lookAt('architecturalRender', imageId)).toBe(true);
  expect(await lookAt('architecturalRender', copy.imageId)).toBe(false);
  expect(await lookAt('toline', imageId)).toBe(await lookAt('toline', copy.imageId));
  await real.close();
});

describe('a server that is stopped while a model is read', () => {
  it.each([
    ['in order', 1000],
    ['without patience', 0],
  ])('%s reads it after the next start, and keeps no file of the first try', async (_how, graceMs) => {
    const stopped = createTestBuildings();
    const first = await startTestServer({ buildingEngine: stopped });
    const { cookies, ...owner } = await first.member();
    stopped.hold();
    const { modelId } = await send({ ...owner, cookies }, plainModel('stopped'));
    await expect.poll(() => stopped.readings.length).toBe(1);
    await first.stop(graceMs);
    const second = await startTestServer({ dataDir: first.dataDir });
    const again = second.visitor();
    again.cookies.set('sid', cookies.get('sid') ?? '');
    await second.deps.buildings.idle();
    expect(await again.api.buildingModel({ modelId })).toMatchObject({ state: 'unconfirmed' });
    expect(await readdir(path.join(second.dataDir, 'files', 'work'))).toEqual([]);
    expect(await second.faults()).toEqual([]);
    await second.close();
  });
});

it('views of removed models keep no more bytes than models may have: the oldest become ordinary pictures', async () => {
  const room = buildingLimits.pro.bytes;
  const modelIds: string[] = [];
  const pictures: string[] = [];
  for (const words of ['first', 'second', 'third']) {
    const modelId = await confirmed(member, plainModel(words));
    modelIds.push(modelId);
    pictures.push((await member.api.takeBuildingView({ modelId, view })).imageId);
    await server.pass(1000);
  }
  const { db } = server.deps.store;
  const isView = async (imageId = '') => {
    const picture = await db.selectFrom('image').selectAll().where('id', '=', imageId).executeTakeFirstOrThrow();
    return picture.building_sha256 !== null && picture.building_view !== null;
  };
  const files = db.selectFrom('image').select('building_sha256').where('id', 'in', pictures);
  const grow = (bytes: number) => db.updateTable('stored_file').set({ bytes }).where('sha256', 'in', files).execute();
  const [before] = await db.selectFrom('stored_file').select('bytes').where('sha256', 'in', files).execute();
  await grow(0.4 * room);
  server.engine.hold();
  const params = { upload_img: pictures[0] };
  const { taskId } = await member.api.startTask({ tool: 'architecturalRender', params, clientKey: 'oldest' });
  await server.engine.waiting();
  for (const modelId of modelIds) await member.api.removeBuildingModel({ modelId });
  // The oldest is in use, so the next one goes.
  expect(await Promise.all(pictures.map(isView))).toEqual([true, false, true]);
  server.engine.release();
  expect((await server.settled(member, taskId)).status).toBe('succeeded');
  await grow(before?.bytes ?? 0);
});

it('a click and the search for windows on a view of a model have the exact masks of its parts', async () => {
  const modelId = await confirmed(member, plainModel('masks'));
  const { imageId, width, height } = await member.api.takeBuildingView({ modelId, view, side: 640 });
  // The test engine draws a window in the middle of the lower half.
  const pane = { points: [{ x: width / 2, y: height * 0.7, label: 1 as const }] };
  const click = await member.api.clickMask({ imageId, ...pane });
  const scene = await member.api.clickMask({ imageId, scene: 'window' });
  expect(click).toMatchObject({ width, height, area: scene.area });
  expect(click.score).toBeGreaterThan(0.9);
  expect(scene.area / (width * height)).toBeCloseTo(0.08, 1);
  // Without the model's file it is a picture like others.
  const { db } = server.deps.store;
  await db.updateTable('image').set({ building_sha256: null }).where('id', '=', imageId).execute();
  const plain = await member.api.clickMask({ imageId, scene: 'window' });
  expect(plain.area).not.toBe(scene.area);
});
