import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clean } from '#shared/tools/edit';
import { text2Img } from '#shared/tools/outdoor';
import { plainControl } from '../../../../tests/support/control-pictures.ts';
import {
  createEngineBench,
  failureOf,
  oneRendering,
  quiet,
  runOn,
} from '../../../../tests/support/image-service/engine-bench.ts';
import { startFakeOpenAiImages, transparentShare } from '../../../../tests/support/openai-images/index.ts';
import { describeRenderEngine } from '../conformance.ts';
import { Detached, type RenderEngine } from '../port.ts';
import { createRunNotes } from '../service/notes.ts';
import { withTimeLimit } from '../time-limit.ts';
import { createOpenAiImages, type OpenAiImagesOptions, openAiDefaults } from './index.ts';

type Fake = Awaited<ReturnType<typeof startFakeOpenAiImages>>;
type Bench = Awaited<ReturnType<typeof createEngineBench>>;

const key = 'sk-secret-of-the-operator';

let bench: Bench;
beforeAll(async () => {
  bench = await createEngineBench();
});
afterAll(() => bench.close());

function engineOf(fake: Fake, changes: Partial<OpenAiImagesOptions> = {}): RenderEngine {
  return createOpenAiImages({
    ...{ name: 'cloud', title: '云端', address: fake.address, headers: { authorization: `Bearer ${key}` } },
    ...{ dialect: 'openai', language: 'zh', ...openAiDefaults, pictureFen: 30, patienceMs: 0 },
    ...{ folder: path.join(bench.folder, 'notes'), control: plainControl(), ...changes },
  });
}

const conformed: Fake[] = [];
afterAll(async () => {
  for (const fake of conformed) await fake.close();
});

describeRenderEngine('OpenAI images', async () => {
  const fake = await startFakeOpenAiImages({ key });
  conformed.push(fake);
  return {
    ...{ engine: engineOf(fake), tool: 'architecturalRender', params: oneRendering, slowParams: oneRendering },
    ...{ slowPictureSide: 600, isDeterministic: true, isRemote: true },
    hurried: async () => withTimeLimit(engineOf(fake, { name: 'hurried' }), 1),
  };
});

describe('a service of OpenAI’s images', () => {
  let fake: Fake;
  let engine: RenderEngine;
  beforeEach(async () => {
    fake = await startFakeOpenAiImages({ key });
    engine = engineOf(fake);
  });
  afterEach(async () => {
    await engine.close();
    await fake.close();
  });

  it.each([
    ['moderation', { refuses: 'moderated' }, { name: 'RenderRefused', fault: 'moderation' }],
    ['a wrong key', { refuses: 'wrongKey' }, { name: 'EngineFailure', kind: 'config' }],
    ['no balance', { refuses: 'noBalance' }, { name: 'EngineFailure', kind: 'quota' }],
    ['too many requests', { refuses: 'busy' }, { name: 'EngineFailure', kind: 'busy', retryAfterMs: 7000 }],
    ['its own failure', { refuses: 'ownFailure' }, { name: 'EngineFailure', kind: 'engine' }],
    ['too much work', { refuses: 'overloaded' }, { name: 'EngineFailure', kind: 'busy' }],
    ['an answer without a picture', { hasNoPicture: true }, { name: 'EngineFailure', kind: 'engine' }],
    ['a black picture', { flaw: 'black' }, { name: 'EngineFailure', kind: 'engine' }],
    ['a damaged picture', { flaw: 'damaged' }, { name: 'EngineFailure', kind: 'engine' }],
    ['bytes that are no picture', { flaw: 'noPicture' }, { name: 'EngineFailure', kind: 'engine' }],
    ['a picture of 400 megapixels', { flaw: 'huge' }, { name: 'EngineFailure', kind: 'engine' }],
  ] as const)('is told on for %s, without its key', async (_name, course, failure) => {
    fake.always(course);
    const error = await failureOf(runOn(engine, bench.requestFor()));
    expect(error).toMatchObject(failure);
    expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain(key);
  });

  it.each(['cut', 'cutAfter', 'half'] as const)(
    'is not asked twice for what may be paid when the connection is %s',
    async (fault) => {
      fake.breakNext('POST /v1/images/edits', fault);
      const request = bench.requestFor();
      const operation = await engine.start(request);
      expect(await failureOf(engine.watch(operation, quiet(), request))).toMatchObject({ name: 'StartUnknown' });
      expect(await failureOf(engine.watch(operation, quiet(), request))).toMatchObject({ name: 'StartUnknown' });
      expect(fake.asked).toHaveLength(1);
    },
  );

  it('is tried again when a connection breaks and pictures cost nothing', async () => {
    const free = engineOf(fake, { name: 'free', pictureFen: 0 });
    fake.breakNext('POST /v1/images/edits', 'cutAfter');
    expect(await failureOf(runOn(free, bench.requestFor()))).toMatchObject({ name: 'EngineFailure', kind: 'engine' });
    expect(await runOn(free, bench.requestFor())).toMatchObject({ costFen: 0 });
    await free.close();
  });

  it('closes for a minute when its key is refused or nothing answers, with a sentence without its address', async () => {
    let now = 0;
    const watched = engineOf(fake, { name: 'watched', now: () => now });
    fake.next({ refuses: 'wrongKey' });
    await failureOf(runOn(watched, bench.requestFor()));
    expect((await watched.describe()).unavailable).toBe('服务没有接受密钥、模型或设置，请联系管理员');
    now = 60_000;
    expect((await watched.describe()).unavailable).toBeUndefined();
    await fake.close();
    expect(await failureOf(runOn(watched, bench.requestFor()))).toMatchObject({ kind: 'busy' });
    expect((await watched.describe()).unavailable).toBe('服务没有应答');
    fake = await startFakeOpenAiImages({ key });
    await watched.close();
  });

  it('answers a probe for nothing: key and model are looked up', async () => {
    expect(await engine.probe.run(new AbortController().signal)).toMatchObject({ isUsable: true });
    const other = engineOf(fake, { name: 'other', model: 'no-such-model' });
    expect(await other.probe.run(new AbortController().signal)).toMatchObject({ isUsable: false });
    expect(fake.made).toEqual([]);
  });

  it('gets the base in the nearest size that its model takes, and gives the result in the size that was asked for', async () => {
    const wide = path.join(bench.folder, 'wide.png');
    await sharp({ create: { width: 900, height: 500, channels: 3, background: '#b08060' } })
      .png()
      .toFile(wide);
    const request = bench.requestFor();
    const pictures = { base: { file: wide, width: 900, height: 500, format: 'png' as const } };
    fake.next({}, { flaw: 'wrongSize' });
    for (let times = 0; times < 2; times += 1) {
      const next = { ...request, key: `${request.key}-${times}`, pictures };
      const { outputs, costFen } = await runOn(engine, next);
      expect(outputs).toMatchObject([{ width: 900, height: 500 }]);
      expect(costFen).toBe(30);
    }
    const [{ fields }] = fake.made as [Fake['made'][number]];
    expect(fields.text).toMatchObject({ size: '1536x1024', model: 'gpt-image-1.5', n: '1', output_format: 'png' });
    expect(fields.text.prompt).toContain('图1是底图');
    expect(await sharp(fields.images[0]!).metadata()).toMatchObject({ width: 1536, height: 1024 });
  });

  it('gets a reference as the second picture and a mask that is transparent where the picture is made anew', async () => {
    const request = bench.requestFor({ style_img: 'base' });
    await runOn(engine, request);
    expect(fake.made[0]?.fields.images).toHaveLength(2);
    const params = clean.params.parse({ upload_img: 'base', mask: 'mask' });
    const pictures = { base: bench.house, mask: bench.house };
    await runOn(engine, { ...bench.requestFor(), tool: 'clean', params, pictures });
    const { mask } = fake.made[1]!.fields;
    // The mask of the test is grey all over.
    expect(await transparentShare(mask!)).toBeCloseTo(0x88 / 255, 1);
  });

  it('draws from words alone, and as many pictures as are asked for', async () => {
    const params = text2Img.params.parse({ promptTxt: '江南民宿', num: 2 });
    const { outputs, costFen } = await runOn(engine, { ...bench.requestFor(), tool: 'text2Img', params, pictures: {} });
    expect(outputs).toMatchObject([
      { width: 1536, height: 864 },
      { width: 1536, height: 864 },
    ]);
    expect(fake.made.map(({ kind }) => kind)).toEqual(['generation', 'generation']);
    expect(costFen).toBe(60);
  });

  it('takes no more than a break before the second picture, and pays none twice', async () => {
    fake.next({}, { refuses: 'overloaded' });
    fake.breakNext('POST /v1/images/edits', { status: 429, headers: { 'retry-after-ms': '5' }, body: '{}' }, 0);
    const stop = new AbortController();
    const request = bench.requestFor({ num: 2 });
    const operation = await engine.start(request);
    const first = engine.watch(operation, quiet(stop.signal), request);
    await expect.poll(() => fake.asked.length).toBe(2);
    // The refusal has come when the note of the second picture is withdrawn.
    const notes = createRunNotes(path.join(bench.folder, 'notes', engine.name));
    await expect.poll(async () => Object.keys((await notes.read(request.key))?.parts ?? {})).toEqual(['0']);
    stop.abort(new Detached('the server stops'));
    await failureOf(first);
    await engine.close();
    engine = engineOf(fake);
    const { outputs } = await engine.watch(operation, quiet(), request);
    expect(outputs).toHaveLength(2);
    expect(fake.made).toHaveLength(2);
  });

  it('is waited for when the server stops, and its picture is there after the start', async () => {
    const patient = engineOf(fake, { patienceMs: 10_000 });
    const held = fake.hold();
    const stop = new AbortController();
    const request = bench.requestFor();
    const operation = await patient.start(request);
    const watched = failureOf(patient.watch(operation, quiet(stop.signal), request));
    await held.reached;
    stop.abort(new Detached('the server stops'));
    expect(await watched).toBeInstanceOf(Detached);
    const closed = patient.close();
    held.release();
    await closed;
    expect((await engine.watch(operation, quiet(), request)).outputs).toHaveLength(1);
    expect(fake.made).toHaveLength(1);
  });

  it('is not asked again after a crash in the middle, nor when its answer came too late for a stop', async () => {
    const held = fake.hold();
    const stop = new AbortController();
    const request = bench.requestFor();
    const operation = await engine.start(request);
    const watched = failureOf(engine.watch(operation, quiet(stop.signal), request));
    await held.reached;
    const next = engineOf(fake);
    expect(await next.recover(request.key)).toEqual({ key: request.key });
    expect(await failureOf(next.watch(operation, quiet(), request))).toMatchObject({ name: 'StartUnknown' });
    stop.abort(new Detached('the server stops'));
    await watched;
    held.release();
    expect(fake.asked).toHaveLength(1);
    await next.close();
  });

  it('leaves nothing of a cancelled run', async () => {
    const held = fake.hold();
    const stop = new AbortController();
    const request = bench.requestFor();
    const operation = await engine.start(request);
    const watched = failureOf(engine.watch(operation, quiet(stop.signal), request));
    await held.reached;
    const reason = new Error('canceled');
    stop.abort(reason);
    expect(await watched).toBe(reason);
    held.release();
    expect(await readdir(path.join(bench.folder, 'notes', 'cloud'))).not.toContain(request.key);
  });

  it('may be a server of one’s own, without a key and asked for base64', async () => {
    const local = await startFakeOpenAiImages({ dialect: 'local', models: ['qwen-image-edit'] });
    const own = engineOf(local, {
      ...{ name: 'own', dialect: 'local', headers: {}, model: 'qwen-image-edit', quality: undefined, pictureFen: 0 },
    });
    expect((await runOn(own, bench.requestFor())).outputs).toHaveLength(1);
    expect(local.made[0]?.fields.text).toMatchObject({ response_format: 'b64_json' });
    expect(local.made[0]?.fields.text).not.toHaveProperty('output_format');
    await own.close();
    await local.close();
  });
});
