import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completed } from '#shared/tools/define-tool';
import { toline } from '#shared/tools/plan';
import { priceOf } from '#shared/tools/price';
import { toolById, tools } from '#shared/tools/registry';
import { engineTools } from '../../../../engine/tools/index.ts';
import { type ToolSample, toolSamples } from '../../../../scripts/samples/tool-samples.ts';
import { describeRenderEngine } from '../conformance.ts';
import type { RenderOutcome } from '../port.ts';
import { withTimeLimit } from '../time-limit.ts';
import { createQuickEngine } from './index.ts';

describeRenderEngine('the test engine', async () => ({
  engine: createQuickEngine(),
  tool: 'toline',
  params: (imageId) => toline.params.parse({ upload_img: imageId }),
  slowParams: (imageId) => toline.params.parse({ upload_img: imageId }),
  slowPictureSide: 1000,
  isDeterministic: true,
  isRemote: false,
  hurried: async () => withTimeLimit(createQuickEngine(), 1),
}));

describe('the test engine', () => {
  const engine = createQuickEngine();
  let folder: string;
  let samples: ToolSample[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'quick-engine-'));
    samples = await toolSamples(folder, 0.5);
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(tool: string, changes: Record<string, unknown> = {}, seed = 5): Promise<RenderOutcome> {
    const { params, pictures } = samples.find((sample) => sample.tool === tool)!;
    const key = `${tool}-${Math.random()}`;
    const outputDir = path.join(folder, key);
    await mkdir(outputDir);
    const request = { key, tool, params: { ...params, ...changes }, pictures, seed, outputDir };
    const listener = { signal: new AbortController().signal, onProgress: () => undefined };
    return engine.watch(await engine.start(request), listener, request);
  }

  it('says that it is for tests, and counts its results as the embedded engine’s', async () => {
    const { title, tools: able } = await engine.describe();
    expect([engine.name, title]).toEqual(['test', '测试引擎']);
    expect(able.map(({ tool, quality }) => [tool, quality])).toEqual(
      tools.filter(({ id }) => engineTools[id]).map(({ id }) => [id, engineTools[id]?.quality]),
    );
    for (const { algorithm } of able) expect(algorithm).toContain('for tests');
  });

  it.each(tools.map(({ id }) => id))('runs %s: as many results as it is asked for, each what it says', async (id) => {
    const tool = toolById(id)!;
    const { outputs } = await run(id);
    const params = samples.find((sample) => sample.tool === id)!.params;
    const wanted = priceOf(tool, completed(tool, params), 0).outputs;
    expect(outputs.length).toBe(tool.group === 'video' ? 2 : wanted);
    if (tool.group === 'video') expect(outputs[0]?.format).toBe('mp4');
    for (const { file, width, height, format } of outputs.filter((output) => output.format !== 'mp4')) {
      const read = await sharp(file).metadata();
      expect({ width: read.width, height: read.height }).toEqual({ width, height });
      expect(read.format === 'jpeg' ? 'jpg' : read.format).toBe(format);
    }
  });

  it('a film is an MP4 with its length', async () => {
    const { outputs, facts } = await run('img2Video');
    expect((await readFile(outputs[0]!.file)).subarray(4, 8).toString()).toBe('ftyp');
    expect(facts).toMatchObject({ durationMs: 400 });
  });

  it.each([
    ['svg', '<svg'],
    ['dxf', 'ENTITIES'],
  ])('a drawing as %s is a file beside its picture', async (format, word) => {
    const { outputs } = await run('toline', { format });
    expect(outputs.map((output) => output.format)).toEqual(['png', format]);
    expect(await readFile(outputs[1]!.file, 'utf8')).toContain(word);
  });

  it('keeps every pixel outside the mask, and changes those inside', async () => {
    const { params, pictures } = samples.find(({ tool }) => tool === 'lama')!;
    const { outputs } = await run('lama');
    const pixels = (file: string) => sharp(file).removeAlpha().raw().toBuffer();
    const [before, after] = await Promise.all([
      pixels(pictures[String(params.upload_img)]!.file),
      pixels(outputs[0]!.file),
    ]);
    const mask = await sharp(pictures[String(params.mask)]!.file).extractChannel(0).raw().toBuffer();
    const changed = { inside: 0, outside: 0 };
    for (const [pixel, chosen] of mask.entries()) {
      const at = pixel * 3;
      const isSame = before.compare(after, at, at + 3, at, at + 3) === 0;
      if (!isSame) changed[chosen === 0 ? 'outside' : 'inside'] += 1;
    }
    expect(changed.outside).toBe(0);
    expect(changed.inside).toBeGreaterThan(1000);
  });

  it('gives every seed and every place in a run a picture of its own', async () => {
    const bytes = async (seed: number) => {
      const { outputs } = await run('indoorRender', { num: 2 }, seed);
      return Promise.all(outputs.map(async ({ file }) => (await readFile(file)).toString('base64')));
    };
    expect(new Set([...(await bytes(1)), ...(await bytes(2))]).size).toBe(4);
    expect(await bytes(1)).toEqual(await bytes(1));
  });
});
