import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedJudge } from '../../mock-server/adapters/judge/embedded.ts';
import type { ResultJudge } from '../../mock-server/adapters/judge/port.ts';
import { storageRetryMs } from '../../mock-server/modules/studio/task/task.rules.ts';
import { DeadlyJob } from '../../mock-server/pools/failures.ts';
import { createTestBuildings } from '../support/building-engine.ts';
import { cutAndResize, drawFacade, drawOver, facadeSize, relight } from '../support/judged-pictures.ts';
import { createPlantedEngine, pngOf } from '../support/planted-engine.ts';
import { type Member, startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { putBuildingView } from '../support/server-buildings.ts';
import { ticketsOf } from '../support/server-tickets.ts';

let real: ResultJudge;
let server: TestServer;
beforeAll(() => {
  real = createEmbeddedJudge();
});
afterAll(() => real.close());
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});
const { normal } = ticketsOf(() => server);

/** Other surfaces: what was lighter than its surroundings is darker, so that no film of colour makes them. */
const recoloured = () => drawFacade({ fills: ['#4f6f96', '#a87f60', '#d9e4ea', '#5c4636', '#93a06f'] });
const [left, top] = [facadeSize.width / 2, facadeSize.height / 2];
const otherHouse = () =>
  drawFacade({ fills: ['#dde4ea', '#dde4ea', '#dde4ea', '#dde4ea', '#dde4ea'] }).then((plain) =>
    drawOver(
      plain,
      `<path d="M${left - 210},${top + 90}L${left - 60},${top - 180}L${left + 130},${top + 70}z" fill="#9a3b2e"/>
       <circle cx="${left + 190}" cy="${top + 20}" r="96" fill="#4c6f52"/>
       <path d="M40,400C200,330 400,460 690,380" stroke="#333" stroke-width="12" fill="none"/>`,
    ),
  );

async function open(engine: TestServerOptions['engine'], judge = real, dataDir?: string) {
  server = await startTestServer({ ...(engine && { engine }), judge, ...(dataDir && { dataDir }) });
}

async function withFacade() {
  const member = await server.member();
  const { imageId } = await member.upload(await pngOf(await drawFacade()));
  return { member, imageId };
}

function start(member: Member, imageId: string, num: number, tool = 'birdsViewRender') {
  const params = { upload_img: imageId, classifyId2: '401', num };
  return member.api.startTask({ tool, params, clientKey: `${tool}-${imageId}-${num}` });
}

describe('a result beside its base', () => {
  it('is assisted where only colours changed and a preview where it shows another house, each settled by itself', async () => {
    const planted = createPlantedEngine(['birdsViewRender']);
    await open(planted.engine);
    const { member, imageId } = await withFacade();
    await planted.plant(await recoloured(), await otherHouse());
    const { taskId } = await start(member, imageId, 2);
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({
      status: 'succeeded',
      quality: 'assisted',
      ticket: { held: 0, spent: 1, returned: 1 },
      facts: { note: '有 1 张是示意图，已退回 1 张券' },
    });
    const [kept, other] = task.images;
    expect(kept).toMatchObject({ quality: 'assisted', judgement: { areas: [], reasons: [], isUnjudged: false } });
    expect(kept?.judgement?.score).toBeGreaterThanOrEqual(98);
    expect(other).toMatchObject({ quality: 'preview', judgement: { reasons: ['结构与底图不一致'] } });
    expect(other?.judgement?.score).toBeLessThan(50);
    expect(await normal(member)).toBe(22);
  });

  it('that misses a wished score is made once more with the next seed, and the better one is delivered', async () => {
    const planted = createPlantedEngine(['birdsViewRender']);
    await open(planted.engine);
    const { member, imageId } = await withFacade();
    await planted.plantRuns([await otherHouse()], [await recoloured()]);
    const params = { upload_img: imageId, classifyId2: '401', num: 1, leastScore: '85', seed: 999_999 };
    const { taskId } = await member.api.startTask({ tool: 'birdsViewRender', params, clientKey: 'promise' });
    const task = await server.settled(member, taskId);
    expect(planted.requests.map(({ seed }) => seed)).toEqual([999_999, 0]);
    expect(task).toMatchObject({ status: 'succeeded', seed: 999_999, ticket: { held: 0, spent: 1, returned: 0 } });
    expect(task.images).toHaveLength(1);
    const { score, promise } = task.images[0]?.judgement ?? {};
    expect(score).toBeGreaterThanOrEqual(98);
    expect(promise).toMatchObject({ least: 85, isMet: true, kept: 1, tries: [{ seed: 999_999 }, { seed: 0, score }] });
    expect(promise?.tries[0]?.score).toBeLessThan(50);
    expect(await normal(member)).toBe(22);
  });

  it('of a view of a model is the model drawn again: the surfaces of its base are the ones that were wanted', async () => {
    const facade = await drawFacade();
    const buildingEngine = {
      ...createTestBuildings(),
      async draw({ width, height, target }: { width: number; height: number; target: string }) {
        await sharp(await pngOf(facade))
          .resize(width, height, { fit: 'fill' })
          .jpeg({ quality: 96 })
          .toFile(target);
      },
    };
    const planted = createPlantedEngine(['architecturalRender']);
    server = await startTestServer({ engine: planted.engine, judge: real, buildingEngine });
    const member = await server.member();
    const { imageId } = await putBuildingView(server, member, 'house');
    const { data, info } = await sharp(await pngOf(relight(facade, 0)))
      .resize(640, 360, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = { rgb: new Uint8Array(data), width: info.width, height: info.height };
    await planted.plant(pixels);
    const { imageId: photo } = await member.upload(
      await sharp(await pngOf(facade))
        .resize(640, 360, { fit: 'fill' })
        .png()
        .toBuffer(),
    );
    const qualityOf = async (base: string) => {
      const params = { upload_img: base, classifyId2: '101', num: 1 };
      const { taskId } = await member.api.startTask({ tool: 'architecturalRender', params, clientKey: base });
      return (await server.settled(member, taskId)).quality;
    };
    expect([await qualityOf(imageId), await qualityOf(photo)]).toEqual(['final', 'preview']);
  });

  it('that is a line drawing of a model has its edges, and is not held against the joints of its materials', async () => {
    const planted = createPlantedEngine(['toline']);
    server = await startTestServer({ engine: planted.engine, judge: real, buildingEngine: createTestBuildings() });
    const member = await server.member();
    const { imageId } = await putBuildingView(server, member, 'lines');
    const { imageId: photo } = await member.upload(await pngOf(await drawFacade()));
    await planted.plant(await otherHouse());
    const judgedOn = async (base: string) => {
      const params = { upload_img: base, lineStyle: 'cad' };
      const { taskId } = await member.api.startTask({ tool: 'toline', params, clientKey: `lines-${base}` });
      const { images, quality } = await server.settled(member, taskId);
      return { quality, isHeld: images[0]?.judgement?.score !== undefined };
    };
    expect([await judgedOn(imageId), await judgedOn(photo)]).toEqual([
      { quality: 'final', isHeld: false },
      { quality: 'preview', isHeld: true },
    ]);
  });

  it('has a picture of its broken lines that is private, and goes with it', async () => {
    const planted = createPlantedEngine(['birdsViewRender']);
    await open(planted.engine);
    const { member, imageId } = await withFacade();
    await planted.plant(await otherHouse());
    const { taskId } = await start(member, imageId, 1);
    const task = await server.settled(member, taskId);
    const heatUrl = task.images[0]?.judgement?.heatUrl ?? '';
    const seen = await member.fetch(heatUrl);
    expect((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).hasAlpha).toBe(true);
    expect((await server.visitor().fetch(heatUrl)).status).toBe(404);
    await member.api.batchWorks({ action: 'delete', taskIds: [taskId] });
    await member.api.batchWorks({ action: 'purge', taskIds: [taskId] });
    expect((await member.fetch(heatUrl)).status).toBe(404);
  });

  it('that cannot be judged is kept, costs nothing and says so', async () => {
    const planted = createPlantedEngine(['birdsViewRender']);
    const judge: ResultJudge = { ...real, judge: () => Promise.reject(new DeadlyJob('two workers ended')) };
    await open(planted.engine, judge);
    const { member, imageId } = await withFacade();
    await planted.plant(await recoloured());
    const { taskId } = await start(member, imageId, 1);
    expect(await server.settled(member, taskId)).toMatchObject({
      status: 'succeeded',
      ticket: { held: 0, spent: 0, returned: 1 },
      facts: { note: '有 1 张未能体检，已退回 1 张券' },
      images: [{ quality: 'final', judgement: { isUnjudged: true } }],
    });
  });

  it('is judged once more after a stop between the end of the engine and the settlement, and stored once', async () => {
    const planted = createPlantedEngine(['birdsViewRender']);
    let reached = () => {};
    const judging = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const never: ResultJudge = {
      ...real,
      judge: (_question, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          reached();
        }),
    };
    await open(planted.engine, never);
    const { member, imageId } = await withFacade();
    await planted.plant(await recoloured());
    const { taskId } = await start(member, imageId, 1);
    await judging;
    const { dataDir, stop } = server;
    await stop(0);
    await open(planted.engine, real, dataDir);
    const visitor = server.visitor();
    visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
    const task = await server.settled(visitor, taskId);
    expect(task).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 1, returned: 0 } });
    expect(task.images).toMatchObject([{ quality: 'assisted' }]);
  });
});

describe('judging', () => {
  it('is a step of its own with a place in the progress, the estimate and the journal', async () => {
    const planted = createPlantedEngine(['birdsViewRender']);
    const reached: Array<() => void> = [];
    const judge: ResultJudge = {
      ...real,
      judge: () =>
        new Promise((resolve) => {
          reached.push(() => resolve({ measured: { structure: 99 }, areas: [] }));
        }),
    };
    await open(planted.engine, judge);
    const { member, imageId } = await withFacade();
    await planted.plant(await recoloured(), await otherHouse());
    const run = async (key: string) => {
      const params = { upload_img: imageId, classifyId2: '401', num: 2 };
      return (await member.api.startTask({ tool: 'birdsViewRender', params, clientKey: key })).taskId;
    };
    const look = (taskId: string) => member.api.getTaskByTaskId({ taskId });
    const first = await run('first');
    await expect.poll(() => look(first)).toMatchObject({ step: { words: '体检', ends: 0.99 }, progress: 0.9 });
    reached.shift()?.();
    await expect.poll(() => look(first)).toMatchObject({ step: { words: '体检' }, progress: 0.95 });
    reached.shift()?.();
    await server.settled(member, first);
    await server.deps.store.db.updateTable('task').set({ ms: 8000 }).execute();
    const second = await run('second');
    await expect.poll(() => look(second)).toMatchObject({ step: { words: '体检' }, progress: 0.8, etaMs: 1600 });
    reached.shift()?.();
    await expect.poll(() => look(second)).toMatchObject({ progress: 0.9, etaMs: 800 });
    reached.shift()?.();
    await server.settled(member, second);
    const staff = await server.staff('support');
    const { log } = await staff.api.staffTask({ id: second });
    expect(log.map(({ words }) => words)).toContain('体检');
  });
});

it('a disk that is full while a result is judged costs nothing, and the run goes on when there is room', async () => {
  const planted = createPlantedEngine(['birdsViewRender']);
  let isFull = true;
  const judge: ResultJudge = {
    ...real,
    judge: (question, signal) =>
      isFull ? Promise.reject(new Error('ENOSPC: no space left on device, write')) : real.judge(question, signal),
  };
  await open(planted.engine, judge);
  const { member, imageId } = await withFacade();
  await planted.plant(await recoloured());
  const { taskId } = await start(member, imageId, 1);
  expect(await server.settled(member, taskId)).toMatchObject({ status: 'queued', ticket: { held: 1, spent: 0 } });
  isFull = false;
  await server.pass(storageRetryMs);
  expect(await server.settled(member, taskId)).toMatchObject({
    status: 'succeeded',
    ticket: { held: 0, spent: 1, returned: 0 },
    images: [{ quality: 'assisted' }],
  });
});

describe('a result of a connected engine', () => {
  it('of another crop and size is brought to the frame of its base', async () => {
    const planted = createPlantedEngine(['lockImg'], { isConnected: true });
    await open(planted.engine);
    const { member, imageId } = await withFacade();
    const crop = { left: 12, top: 6, width: 690, height: 460 };
    await planted.plant(cutAndResize(relight(await drawFacade(), 4), crop, { width: 1152, height: 768 }));
    const { taskId } = await member.api.startTask({
      ...{ tool: 'lockImg', params: { upload_img: imageId, num: 1 }, clientKey: 'crop' },
    });
    const task = await server.settled(member, taskId);
    expect(task.images).toMatchObject([
      { ...facadeSize, quality: 'assisted', judgement: { reasons: ['没有画出底图的全部画面'] } },
    ]);
    expect(task.images[0]?.judgement?.score).toBeGreaterThan(95);
    expect(task.isConnected).toBe(true);
  });

  it('is not called one of the local algorithm in the console, which shows its label and its broken lines', async () => {
    const planted = createPlantedEngine(['birdsViewRender'], { isConnected: true });
    await open(planted.engine);
    const { member, imageId } = await withFacade();
    await planted.plant(await recoloured());
    const { taskId } = await start(member, imageId, 1);
    await server.settled(member, taskId);
    const staff = await server.staff('support');
    const detail = await staff.api.staffTask({ id: taskId });
    expect(detail).toMatchObject({ isConnected: true, quality: 'assisted', results: [{ quality: 'assisted' }] });
    expect((await staff.fetch(detail.results[0]?.judgement?.heatUrl ?? '')).status).toBe(200);
    expect(await staff.api.staffTasks({})).toMatchObject([{ id: taskId, isConnected: true }]);
  });

  it('of a local tool has the pixels of its base outside of the mask, to the bit', async () => {
    const planted = createPlantedEngine(['localRenderingPro'], { isConnected: true });
    await open(planted.engine);
    const { member, imageId } = await withFacade();
    const { width, height } = facadeSize;
    const mask = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .composite([
        { input: { create: { width: 90, height: 120, channels: 3, background: '#fff' } }, left: 180, top: 130 },
      ])
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const { imageId: maskId } = await member.upload(mask);
    await planted.plant(relight(await drawFacade(), 3));
    const params = { upload_img: imageId, mask: maskId, promptTxt: '木窗', num: 1 };
    const { taskId } = await member.api.startTask({ tool: 'localRenderingPro', params, clientKey: 'local' });
    const task = await server.settled(member, taskId);
    const answer = await member.fetch(task.images[0]?.url ?? '');
    const after = await sharp(Buffer.from(await answer.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer();
    const { rgb: before } = await drawFacade();
    const changed = { inside: 0, outside: 0 };
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const isInside = x >= 180 && x < 270 && y >= 130 && y < 250;
      const isSame = [0, 1, 2].every((channel) => before[i * 3 + channel] === after[i * 3 + channel]);
      if (!isSame) changed[isInside ? 'inside' : 'outside']++;
    }
    expect(changed.outside).toBe(0);
    expect(changed.inside).toBeGreaterThan(1000);
  });
});
