import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { architecturalRender, text2Img } from '#shared/tools/outdoor';
import { startFakeComfyUi } from '../../../../tests/support/comfyui/index.ts';
import { plainControl } from '../../../../tests/support/control-pictures.ts';
import { completeParams } from '../../../../tests/support/tool-params.ts';
import { describeRenderEngine, drawHouse } from '../conformance.ts';
import { Detached, type RenderEngine, type RenderListener, type RenderPicture, type RenderRequest } from '../port.ts';
import { withTimeLimit } from '../time-limit.ts';
import { shippedGraphs } from './graphs.ts';
import { createComfyUi } from './index.ts';

type Fake = Awaited<ReturnType<typeof startFakeComfyUi>>;

const graphs = [...shippedGraphs.values()];

/** Every model file that the shipped graphs need, by folder. */
function allModels() {
  const models: Record<string, string[]> = {};
  for (const { needs } of graphs)
    for (const { folder, name } of needs.models) models[folder] = [...new Set([...(models[folder] ?? []), name])];
  return models;
}

const engineOf = (fake: Fake, control = plainControl(), used = graphs) =>
  createComfyUi({ name: 'card', title: '显卡引擎', address: fake.baseUrl, graphs: used, control });
const graphOf = (id: string) => shippedGraphs.get(id)!;

const conformed: Fake[] = [];
afterAll(async () => {
  for (const fake of conformed) await fake.close();
});

describeRenderEngine('ComfyUI', async () => {
  const fake = await startFakeComfyUi({ models: allModels() });
  conformed.push(fake);
  const params = (imageId: string) =>
    architecturalRender.params.parse({ ...completeParams(architecturalRender, imageId), num: 1 });
  return {
    ...{ engine: engineOf(fake), tool: 'architecturalRender', params, slowParams: params },
    ...{ slowPictureSide: 600, isDeterministic: true, isRemote: true },
    hurried: async () => withTimeLimit(engineOf(fake), 1),
  };
});

describe('ComfyUI that goes wrong', () => {
  let folder: string;
  let house: RenderPicture;
  let fake: Fake;
  let engine: RenderEngine;
  let keys = 0;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'comfyui-'));
    house = await drawHouse(folder, 300);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    fake = await startFakeComfyUi({ models: allModels() });
    engine = engineOf(fake);
  });
  afterEach(async () => {
    await engine.close();
    await fake.close();
  });

  const quiet = (signal = new AbortController().signal): RenderListener => ({ signal, onProgress: () => undefined });

  function requestFor(params: Record<string, unknown> = {}): RenderRequest {
    keys += 1;
    const form = { ...completeParams(architecturalRender, 'base'), num: 1, ...params };
    return {
      ...{ key: `task-${keys}`, tool: 'architecturalRender', seed: 7, outputDir: folder },
      ...{ params: architecturalRender.params.parse(form), pictures: { base: house } },
    };
  }

  async function run(request = requestFor()) {
    return engine.watch(await engine.start(request), quiet(), request);
  }

  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each([
    ['its own failure', { fails: 'error' }, { name: 'EngineFailure', kind: 'engine' }],
    ['a damaged model', { fails: 'damagedModel' }, { name: 'EngineFailure', kind: 'config' }],
    ['a black picture', { picture: 'black' }, { name: 'EngineFailure', kind: 'engine' }],
    ['no outputs', { hasNoOutputs: true }, { name: 'EngineFailure', kind: 'engine' }],
    ['a lost job', { isLost: true }, { name: 'OperationLost' }],
    ['results that are gone', { areFilesGone: true }, { name: 'OperationLost' }],
    ['a branch that was not accepted', { hasNodeErrors: true }, { name: 'EngineFailure', kind: 'config' }],
  ] as const)('tells %s by its kind, and nothing of that machine', async (_name, script, failure) => {
    fake.always(script);
    const error = await failureOf(run());
    expect(error).toMatchObject(failure);
    expect(String((error as Error).message)).not.toMatch(/\/|\\/);
  });

  it.each(['outOfMemory', 'outOfMemoryOld', 'outOfMemoryCpu'] as const)(
    'tries %s once smaller and frees the memory before',
    async (fails) => {
      fake.next({ fails });
      const { outputs } = await run();
      expect(outputs).toHaveLength(1);
      expect(fake.asked.map(({ path: asked }) => asked)).toContain('/free');
      fake.always({ fails });
      expect(await failureOf(run())).toMatchObject({
        name: 'RenderRefused',
        sentence: expect.stringContaining('太大'),
      });
    },
  );

  it('brings a result of another size to the base’s, without text of the server in the file', async () => {
    fake.next({ picture: 'wrongSize' });
    const { outputs } = await run();
    expect(outputs).toMatchObject([{ width: 300, height: 300 }]);
    const { comments, width } = await sharp(outputs[0]!.file).metadata();
    expect([comments, width]).toEqual([undefined, 300]);
  });

  it('gets its result although events are missing, come twice, or the socket is dead', async () => {
    fake.next({ drops: ['progress', 'executing', 'execution_success'] }, { repeatsEvents: true }, { isNoisy: true });
    for (let times = 0; times < 3; times += 1) expect((await run()).outputs).toHaveLength(1);
    fake.forgetSockets();
    expect((await run()).outputs).toHaveLength(1);
  });

  it('is busy for as long as the server says', async () => {
    fake.breakNext('POST /prompt', { status: 503, retryAfter: 7 });
    expect(await failureOf(engine.start(requestFor()))).toMatchObject({ kind: 'busy', retryAfterMs: 7000 });
  });

  it('starts nothing twice when the answer to a start is lost', async () => {
    const request = requestFor();
    fake.breakNext('POST /prompt', 'cutAfter');
    expect(await failureOf(engine.start(request))).toBeInstanceOf(Error);
    const operation = await engine.recover(request.key);
    expect((await engine.watch(operation!, quiet(), request)).outputs).toHaveLength(1);
    expect(fake.accepted).toHaveLength(1);
  });

  it('finds the finished file after the server was started anew', async () => {
    const request = requestFor();
    const operation = await engine.start(request);
    await engine.watch(operation, quiet(), request);
    await fake.restart();
    expect((await engine.watch(operation, quiet(), request)).outputs).toHaveLength(1);
  });

  it('says which models and nodes are missing to staff, and no address to users', async () => {
    for (const { needs } of graphs) for (const { folder: kept, name } of needs.models) fake.removeModel(kept, name);
    fake.removeNode('CFGNorm');
    const { unavailable, tools } = await engine.describe();
    expect(unavailable).toBe('显卡服务缺少模型文件，请联系管理员');
    expect(tools.length).toBeGreaterThan(0);
    const report = await engine.probe.run(new AbortController().signal);
    expect(report).toMatchObject({ isUsable: false, sentence: expect.stringContaining('没有一张图能运行') });
    expect(report.parts.map(({ title, isReady }) => [title, isReady])).toEqual(
      graphs.map(({ id, title }) => [`${title}（${id}）`, false]),
    );
    const words = report.parts.flatMap((part) => part.words).join('\n');
    expect(words).toContain('models/diffusion_models');
    expect(words).toContain('缺少节点 CFGNorm');
    expect(`${unavailable}${JSON.stringify(report)}`).not.toContain('127.0.0.1');
  });

  it('cannot be used while nothing answers', async () => {
    await fake.close();
    expect((await engine.describe()).unavailable).toBe('显卡服务没有应答');
    await expect(engine.probe.run(new AbortController().signal)).rejects.toThrow('没有应答');
  });

  it('is busy, and known to be down, from the first start that nothing answers', async () => {
    expect((await engine.describe()).unavailable).toBeUndefined();
    await fake.close();
    expect(await failureOf(engine.start(requestFor()))).toMatchObject({ name: 'EngineFailure', kind: 'busy' });
    expect((await engine.describe()).unavailable).toBe('显卡服务没有应答');
  });

  it('stops the job that a person cancels, and leaves that of a stopping server', async () => {
    fake.always({ stepMilliseconds: 50 });
    const stopped = requestFor();
    const kept = requestFor();
    for (const [request, reason] of [
      [stopped, new Error('canceled')],
      [kept, new Detached('stop')],
    ] as const) {
      const stop = new AbortController();
      const operation = await engine.start(request);
      const listener = { signal: stop.signal, onProgress: () => stop.abort(reason) };
      await expect(engine.watch(operation, listener, request)).rejects.toBe(reason);
    }
    const operation = await engine.recover(kept.key);
    expect((await engine.watch(operation!, quiet(), kept)).outputs).toHaveLength(1);
    expect(fake.executions('SaveImage')).toBe(1);
  });

  it('gives a model the lines, depth and classes of the base, and says which of them it had to do without', async () => {
    const structure = [graphOf('structure-sdxl')];
    const full = engineOf(fake, plainControl(), structure);
    const lined = engineOf(fake, plainControl({ depth: '没有深度图：甲', segmentation: '没有语义图：乙' }), structure);
    for (const [card, kinds, note] of [
      [full, ['canny/lineart/anime_lineart/mlsd', 'depth', 'segment'], undefined],
      [lined, ['canny/lineart/anime_lineart/mlsd'], '这次没有深度图：甲；没有语义图：乙'],
    ] as const) {
      const request = requestFor({ style_img: undefined });
      const { facts } = await card.watch(await card.start(request), quiet(), request);
      const sent = Object.values(fake.accepted.at(-1)![2]);
      const unions = sent.filter((node) => node.class_type === 'SetUnionControlNetType');
      expect(unions.map(({ inputs }) => inputs?.type)).toEqual(kinds);
      expect(facts?.note).toBe(note);
      await card.close();
    }
  });

  it('takes the next graph where one cannot have its control picture, and refuses in words where none can', async () => {
    const control = plainControl({ depth: '没有深度图：底图是线稿或平涂图' });
    const both = engineOf(fake, control, [graphOf('depth-qwen'), graphOf('edit-qwen')]);
    expect(await both.start(requestFor())).toMatchObject({ graph: 'edit-qwen' });
    const deep = engineOf(fake, control, [graphOf('depth-qwen')]);
    expect(await failureOf(deep.start(requestFor({ style_img: undefined })))).toMatchObject({
      name: 'RenderRefused',
      sentence: '没有深度图：底图是线稿或平涂图。',
    });
    expect(await failureOf(deep.start(requestFor()))).toMatchObject({ sentence: expect.stringContaining('参考图') });
    for (const card of [both, deep]) await card.close();
  });

  it('tells the words that the model was given', async () => {
    const { facts } = await run(requestFor({ promptTxt: '红砖', people: 'none' }));
    expect(facts?.prompt).toMatch(/图1是底图.*不添加.*人物.*红砖/);
    const sent = Object.values(fake.accepted[0]![2]).map(({ inputs }) => inputs?.prompt);
    expect(sent).toContain(facts?.prompt);
  });

  it('makes as many pictures as are asked for, each with a seed of its own', async () => {
    const { outputs } = await run(requestFor({ num: 3 }));
    expect(outputs).toHaveLength(3);
    const request = {
      ...requestFor(),
      tool: 'text2Img',
      params: text2Img.params.parse({ promptTxt: '江南民宿', num: 2 }),
    };
    const made = await run({ ...request, pictures: {} });
    expect(made.outputs).toMatchObject([
      { width: 1536, height: 864 },
      { width: 1536, height: 864 },
    ]);
  });
});
