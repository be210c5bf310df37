import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ArkScript, startFakeArk } from '../../../../tests/support/ark/index.ts';
import { plainControl } from '../../../../tests/support/control-pictures.ts';
import {
  createEngineBench,
  failureOf,
  oneRendering,
  runOn,
} from '../../../../tests/support/image-service/engine-bench.ts';
import { describeRenderEngine } from '../conformance.ts';
import type { RenderEngine } from '../port.ts';
import { withTimeLimit } from '../time-limit.ts';
import { type ArkOptions, arkDefaults, createArk } from './index.ts';

type Fake = Awaited<ReturnType<typeof startFakeArk>>;

const key = 'ark-secret-of-the-operator';

let bench: Awaited<ReturnType<typeof createEngineBench>>;
beforeAll(async () => {
  bench = await createEngineBench();
});
afterAll(() => bench.close());

function engineOf(fake: Fake, changes: Partial<ArkOptions> = {}): RenderEngine {
  return createArk({
    ...{ name: 'ark', title: '方舟', address: fake.address, headers: { authorization: `Bearer ${key}` } },
    ...{ ...arkDefaults, pictureFen: 25, patienceMs: 0, pollMs: 2 },
    ...{ folder: path.join(bench.folder, 'notes'), control: plainControl(), ...changes },
  });
}

const conformed: Fake[] = [];
afterAll(async () => {
  for (const fake of conformed) await fake.close();
});

describeRenderEngine('Volcengine Ark', async () => {
  const fake = await startFakeArk({ key });
  conformed.push(fake);
  return {
    ...{ engine: engineOf(fake), tool: 'architecturalRender' },
    ...{ params: oneRendering, slowParams: oneRendering },
    ...{ slowPictureSide: 600, isDeterministic: true, isRemote: true },
    hurried: async () => withTimeLimit(engineOf(fake, { name: 'hurried' }), 1),
  };
});

describe('Volcengine Ark', () => {
  let fake: Fake;
  let engines: RenderEngine[];
  beforeEach(async () => {
    fake = await startFakeArk({ key });
    engines = [];
  });
  afterEach(async () => {
    for (const engine of engines) await engine.close();
    await fake.close();
  });

  function use(changes: Partial<ArkOptions> = {}): RenderEngine {
    const engine = engineOf(fake, changes);
    engines.push(engine);
    return engine;
  }

  const failures: ReadonlyArray<readonly [string, ArkScript, object]> = [
    ['moderated words', { refuses: 'moderated' }, { name: 'RenderRefused', fault: 'moderation' }],
    ['a moderated picture', { refuses: 'moderatedPicture' }, { name: 'RenderRefused', fault: 'moderation' }],
    ['a risky picture', { refuses: 'riskyPicture' }, { name: 'RenderRefused', fault: 'moderation' }],
    ['an unsuitable picture', { refuses: 'badPicture' }, { name: 'RenderRefused', fault: 'unsuitable picture' }],
    ['no balance', { refuses: 'noBalance' }, { name: 'EngineFailure', kind: 'quota' }],
    ['a wrong key', { refuses: 'wrongKey' }, { name: 'EngineFailure', kind: 'config' }],
    ['a model that is not opened', { refuses: 'notOpen' }, { name: 'EngineFailure', kind: 'config' }],
    ['too many requests', { refuses: 'busy' }, { name: 'EngineFailure', kind: 'busy', retryAfterMs: 7000 }],
    ['an overload', { refuses: 'overloaded' }, { name: 'EngineFailure', kind: 'busy' }],
    ['a failure of its own', { refuses: 'ownFailure' }, { name: 'EngineFailure', kind: 'engine' }],
    [
      'a picture refused in an answer',
      { failsInside: 'moderatedPicture' },
      { name: 'RenderRefused', fault: 'moderation' },
    ],
    ['an answer without a picture', { hasNoPicture: true }, { name: 'EngineFailure', kind: 'engine' }],
    ['a black picture', { flaw: 'black' }, { name: 'EngineFailure', kind: 'engine' }],
    ['a damaged picture', { flaw: 'damaged' }, { name: 'EngineFailure', kind: 'engine' }],
    ['a picture of 400 megapixels', { flaw: 'huge' }, { name: 'EngineFailure', kind: 'engine' }],
    ['an expired link', { isExpired: true }, { name: 'StartUnknown' }],
  ];
  it.each(failures)('is told on for %s, without its key', async (_title, course, failure) => {
    fake.always(course);
    const error = await failureOf(runOn(use(), bench.requestFor()));
    expect(error).toMatchObject(failure);
    expect(`${(error as Error).message}${(error as Error).stack}`).not.toContain(key);
  });

  it('gets the instruction with both pictures, without a watermark, in a size that it takes', async () => {
    const { outputs, costFen } = await runOn(use(), bench.requestFor({ style_img: 'base', promptTxt: '红砖' }));
    expect(outputs).toMatchObject([{ width: 400, height: 400 }]);
    expect(costFen).toBe(25);
    const [body] = fake.made;
    expect(body).toMatchObject({
      ...{ watermark: false, sequential_image_generation: 'disabled', response_format: 'url', size: '2000x2000' },
      ...{ model: arkDefaults.model, prompt: expect.stringContaining('红砖') },
    });
    expect(body?.image).toHaveLength(2);
  });

  it.each(['cut', 'cutAfter', 'half'] as const)('is not asked again when the connection breaks: %s', async (fault) => {
    fake.breakNext('POST /api/v3/images', fault);
    expect(await failureOf(runOn(use(), bench.requestFor()))).toMatchObject({ name: 'StartUnknown' });
    expect(fake.made.length).toBeLessThanOrEqual(1);
    expect(fake.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('is probed without a picture, and says when the key is wrong', async () => {
    const signal = new AbortController().signal;
    expect(await use().probe.run(signal)).toMatchObject({ isUsable: true });
    const wrong = use({ headers: { authorization: 'Bearer other' }, name: 'wrong' });
    expect(await wrong.probe.run(signal)).toMatchObject({ isUsable: false });
    expect(fake.made).toEqual([]);
  });
});
