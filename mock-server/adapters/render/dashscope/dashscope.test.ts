import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainControl } from '../../../../tests/support/control-pictures.ts';
import { type DashScopeScript, startFakeDashScope } from '../../../../tests/support/dashscope/index.ts';
import {
  createEngineBench,
  failureOf,
  oneRendering,
  quiet,
  runOn,
} from '../../../../tests/support/image-service/engine-bench.ts';
import { describeRenderEngine } from '../conformance.ts';
import { Detached, type RenderEngine } from '../port.ts';
import { withTimeLimit } from '../time-limit.ts';
import { createDashScope, type DashScopeOptions, dashScopeDefaults } from './index.ts';

type Fake = Awaited<ReturnType<typeof startFakeDashScope>>;
type Bench = Awaited<ReturnType<typeof createEngineBench>>;

const key = 'sk-secret-of-the-operator';
const wan = { name: 'wan', model: 'wan2.5-i2i-preview', call: 'image2image' } as const;
const newerWan = { name: 'newer-wan', model: 'wan2.6-image', call: 'image-generation' } as const;

let bench: Bench;
beforeAll(async () => {
  bench = await createEngineBench();
});
afterAll(() => bench.close());

function engineOf(fake: Fake, changes: Partial<DashScopeOptions> = {}): RenderEngine {
  return createDashScope({
    ...{ name: 'qwen', title: '百炼', address: fake.address, headers: { authorization: `Bearer ${key}` } },
    ...{ ...dashScopeDefaults, pictureFen: 20, patienceMs: 0, pollMs: 2 },
    ...{ folder: path.join(bench.folder, 'notes'), control: plainControl(), ...changes },
  });
}

const conformed: Fake[] = [];
afterAll(async () => {
  for (const fake of conformed) await fake.close();
});

for (const [title, changes] of [
  ['DashScope with answers', {}],
  ['DashScope with tasks', wan],
] as const)
  describeRenderEngine(title, async () => {
    const fake = await startFakeDashScope({ key });
    conformed.push(fake);
    return {
      ...{ engine: engineOf(fake, changes), tool: 'architecturalRender' },
      ...{ params: oneRendering, slowParams: oneRendering },
      ...{ slowPictureSide: 600, isDeterministic: true, isRemote: true },
      hurried: async () => withTimeLimit(engineOf(fake, { ...changes, name: 'hurried' }), 1),
    };
  });

describe('DashScope', () => {
  let fake: Fake;
  let engines: RenderEngine[];
  beforeEach(async () => {
    fake = await startFakeDashScope({ key });
    engines = [];
  });
  afterEach(async () => {
    for (const engine of engines) await engine.close();
    await fake.close();
  });

  function use(changes: Partial<DashScopeOptions> = {}): RenderEngine {
    const engine = engineOf(fake, changes);
    engines.push(engine);
    return engine;
  }

  const refused: ReadonlyArray<readonly [DashScopeScript['refuses'] & string, object]> = [
    ['moderated', { name: 'RenderRefused', fault: 'moderation' }],
    ['badMedia', { name: 'RenderRefused', fault: 'unsuitable picture' }],
    ['noBalance', { name: 'EngineFailure', kind: 'quota' }],
    ['wrongKey', { name: 'EngineFailure', kind: 'config' }],
    ['notBought', { name: 'EngineFailure', kind: 'config' }],
    ['busy', { name: 'EngineFailure', kind: 'busy', retryAfterMs: 7000 }],
    ['ownFailure', { name: 'EngineFailure', kind: 'engine' }],
    ['timedOut', { name: 'StartUnknown' }],
  ];
  const flawed: ReadonlyArray<readonly [string, DashScopeScript, object]> = [
    ['no picture', { hasNoPicture: true }, { name: 'EngineFailure', kind: 'engine' }],
    ['a black picture', { flaw: 'black' }, { name: 'EngineFailure', kind: 'engine' }],
    ['a damaged picture', { flaw: 'damaged' }, { name: 'EngineFailure', kind: 'engine' }],
    ['a picture of 400 megapixels', { flaw: 'huge' }, { name: 'EngineFailure', kind: 'engine' }],
    ['an expired link', { isExpired: true }, { name: 'StartUnknown' }],
  ];
  const tasks: ReadonlyArray<readonly [string, DashScopeScript, object]> = [
    ['a moderated task', { fails: 'moderated' }, { name: 'RenderRefused', fault: 'moderation' }],
    ['a task without balance', { fails: 'noBalance' }, { name: 'EngineFailure', kind: 'quota' }],
    ['a failed task', { fails: 'ownFailure' }, { name: 'EngineFailure', kind: 'engine' }],
    ['a refused picture of a task', { failsInside: 'moderated' }, { name: 'RenderRefused', fault: 'moderation' }],
    ['a lost task', { isLost: true }, { name: 'OperationLost' }],
  ];
  const rows = [
    ...refused.map(([refuses, failure]) => [refuses, { refuses }, failure, {}] as const),
    ...flawed.map(([title, course, failure]) => [title, course, failure, {}] as const),
    ...tasks.map(([title, course, failure]) => [title, course, failure, wan] as const),
  ];

  it.each(rows)('is told on for %s, without its key', async (_title, course, failure, changes) => {
    fake.always(course);
    const error = await failureOf(runOn(use(changes), bench.requestFor()));
    expect(error).toMatchObject(failure);
    expect(`${(error as Error).message}${(error as Error).stack}`).not.toContain(key);
  });

  it.each([
    ['qwen', {}],
    ['wan', wan],
    ['newer wan', newerWan],
  ] as const)('gets %s’s instruction as it was written, without a watermark', async (_model, changes) => {
    const { outputs, costFen } = await runOn(use(changes), bench.requestFor({ style_img: 'base', promptTxt: '红砖' }));
    expect(outputs).toMatchObject([{ width: 400, height: 400 }]);
    expect(costFen).toBe(20);
    const [{ parameters, input }] = fake.made as [Fake['made'][number]];
    expect(parameters).toMatchObject({ prompt_extend: false, watermark: false, size: '1264*1264', seed: 7 });
    expect(input.prompt ?? input.messages?.[0].content.at(-1)?.text).toMatch(/图1是底图.*图2是参考图.*红砖/);
  });

  it('begins a task once, goes on with it after a crash, and passes over missing, repeated and unheard-of answers', async () => {
    const engine = use(wan);
    const held = fake.hold();
    fake.next({ states: ['PENDING', 'PENDING', 'RUNNING', 'PENDING', 'SUSPENDED'] });
    fake.breakNext('GET /api/v1/tasks/', 'cut');
    fake.breakNext('GET /api/v1/tasks/', 'half');
    fake.breakNext('GET /api/v1/tasks/', { status: 502, body: '<html>' });
    const request = bench.requestFor();
    const operation = await engine.start(request);
    const stop = new AbortController();
    const watched = failureOf(engine.watch(operation, quiet(stop.signal), request));
    await held.reached;
    stop.abort(new Detached('the server stops'));
    await watched;
    held.release();
    const next = use(wan);
    const recovered = await next.recover(request.key);
    expect((await next.watch(recovered!, quiet(), request)).outputs).toHaveLength(1);
    expect(fake.made).toHaveLength(1);
  });

  it('is not asked again where the answer to a new task is lost', async () => {
    fake.breakNext('POST /api/v1/services', 'cutAfter');
    const engine = use(wan);
    const request = bench.requestFor();
    const operation = await engine.start(request);
    for (let times = 0; times < 2; times += 1)
      expect(await failureOf(engine.watch(operation, quiet(), request))).toMatchObject({ name: 'StartUnknown' });
    expect(fake.made).toHaveLength(1);
  });

  it('ends a waiting task that a person cancels, and no task of a stopping server', async () => {
    const engine = use(wan);
    fake.always({ states: Array.from({ length: 10_000 }, () => 'PENDING') });
    for (const [reason, ended] of [
      [new Detached('stop'), 0],
      [new Error('canceled'), 1],
    ] as const) {
      const request = bench.requestFor();
      const stop = new AbortController();
      const operation = await engine.start(request);
      const onProgress = (_: number, step?: { words: string }) => {
        if (step?.words === '排队') stop.abort(reason);
      };
      expect(await failureOf(engine.watch(operation, { signal: stop.signal, onProgress }, request))).toBe(reason);
      expect(fake.cancelled()).toHaveLength(ended);
    }
  });

  it('answers a probe for nothing', async () => {
    const probe = (engine: RenderEngine) => engine.probe.run(new AbortController().signal);
    expect(await probe(use())).toMatchObject({ isUsable: true });
    const stranger = use({ name: 'stranger', headers: { authorization: 'Bearer sk-other' } });
    expect(await probe(stranger)).toMatchObject({ isUsable: false });
    expect(fake.made).toEqual([]);
  });
});
