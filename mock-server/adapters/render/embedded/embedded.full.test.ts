import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it, vi } from 'vitest';
import { materialChange } from '#shared/tools/edit';
import { lockImg } from '#shared/tools/indoor';
import { architecturalRender, lockImgOut, text2Img } from '#shared/tools/outdoor';
import { allPlan, toline } from '#shared/tools/plan';
import { completeParams } from '../../../../tests/support/tool-params.ts';
import { describeRenderEngine, drawHouse } from '../conformance.ts';
import { OperationLost, type RenderEngine, type RenderRefused } from '../port.ts';
import { createEmbeddedEngine } from './index.ts';

describeRenderEngine('the embedded engine', async () => ({
  engine: createEmbeddedEngine({ threads: 1 }),
  tool: 'toline',
  params: (imageId) => toline.params.parse({ upload_img: imageId, lineStyle: 'sketch' }),
  slowParams: (imageId) => toline.params.parse({ upload_img: imageId, lineStyle: 'detail' }),
  slowPictureSide: 1000,
  isDeterministic: true,
  isRemote: false,
  hurried: async () => createEmbeddedEngine({ threads: 1, limits: { runMs: 1 } }),
}));

const folder = await mkdtemp(path.join(tmpdir(), 'embedded-engine-'));
const engines: Array<{ close(): Promise<void> }> = [];
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await rm(folder, { recursive: true, force: true });
});

function openEngine(options: Parameters<typeof createEmbeddedEngine>[0]) {
  const engine = createEmbeddedEngine(options);
  engines.push(engine);
  return engine;
}

async function lineRequest(key: string, side = 120) {
  const picture = await drawHouse(folder, side);
  const params = toline.params.parse({ upload_img: 'p' });
  return { key, tool: 'toline', params, pictures: { p: picture }, seed: 1, outputDir: folder };
}

it('forgets an operation once its outcome is delivered', async () => {
  const engine = openEngine({ threads: 1 });
  const request = await lineRequest('done');
  const operation = await engine.start(request);
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  await engine.watch(operation, listener, request);
  await expect(engine.watch(operation, listener, request)).rejects.toBeInstanceOf(OperationLost);
});

it('goes on for the second watcher when the first leaves', async () => {
  const engine = openEngine({ threads: 1 });
  const request = await lineRequest('shared');
  const operation = await engine.start(request);
  const leaving = new AbortController();
  const first = engine.watch(operation, { signal: leaving.signal, onProgress: () => undefined }, request);
  const second = engine.watch(
    operation,
    { signal: new AbortController().signal, onProgress: () => undefined },
    request,
  );
  leaving.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect((await second).outputs).toHaveLength(1);
});

it('knows of a picture it was told to expect what a run would say of it, and only for runs like that', async () => {
  const cacheFolder = await mkdtemp(path.join(folder, 'cache-'));
  const engine = openEngine({ threads: 1, cacheFolder });
  const file = path.join(folder, 'dusk.png');
  const size = { width: 320, height: 240 } as const;
  const dusk = '<radialGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></radialGradient>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">${dusk}<rect width="320" height="240" fill="url(#g)"/></svg>`;
  await sharp(Buffer.from(svg)).flatten().png().toFile(file);
  const picture = { file, ...size, format: 'png' } as const;
  const params = allPlan.params.parse(completeParams(allPlan, 'p'));
  const suitabilityOf = (changes = {}) =>
    engine.suitabilityOf!({
      tool: 'allPlan',
      params: { ...params, ...changes },
      pictures: { p: { sha256: 'f'.repeat(64) } },
    });
  expect(await suitabilityOf()).toEqual({ unseen: 'p' });
  engine.expect!('allPlan', { ...picture, sha256: 'f'.repeat(64) });
  await vi.waitFor(async () => expect(await suitabilityOf()).toHaveProperty('misfit'), { timeout: 20_000 });
  const request = { key: 'wrong', tool: 'allPlan', params, pictures: { p: picture }, seed: 1, outputDir: folder };
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  const refused = await engine.watch(await engine.start(request), listener, request).catch((error: unknown) => error);
  expect(refused).toMatchObject({ fault: 'unsuitable picture' });
  expect(await suitabilityOf()).toEqual({ misfit: { imageId: 'p', sentence: (refused as RenderRefused).sentence } });
  expect(await suitabilityOf({ quality: '4k' })).toBeUndefined();
});

it('refuses a picture of one colour before it works on it, but for runs with something painted on it', async () => {
  const cacheFolder = await mkdtemp(path.join(folder, 'cache-'));
  const engine = openEngine({ threads: 1, cacheFolder });
  const draw = async (name: string, content: string) => {
    const file = path.join(folder, `${name}.png`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240"/>${content}</svg>`;
    await sharp(Buffer.from(svg))
      .flatten()
      .toColourspace(name === 'mask' ? 'b-w' : 'srgb')
      .png()
      .toFile(file);
    return { file, width: 320, height: 240, format: 'png' } as const;
  };
  const pictures = {
    p: await draw('black', ''),
    m: await draw('mask', '<rect x="80" y="60" width="90" height="90" fill="#fff"/>'),
  };
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  const run = async (tool: string, params: Record<string, unknown>) => {
    const request = { key: tool, tool, params, pictures, seed: 1, outputDir: folder };
    return engine.watch(await engine.start(request), listener, request).catch((error: unknown) => error);
  };
  const params = lockImg.params.parse({ upload_img: 'p' });
  const refused = await run('lockImg', params);
  expect(refused).toMatchObject({ fault: 'unsuitable picture', sentence: expect.stringContaining('一种颜色') });
  const sha256 = 'e'.repeat(64);
  const suitabilityOf = () => engine.suitabilityOf!({ tool: 'lockImg', params, pictures: { p: { sha256 } } });
  engine.expect!('lockImg', { ...pictures.p, sha256 });
  await vi.waitFor(async () => expect(await suitabilityOf()).toHaveProperty('misfit'), { timeout: 20_000 });
  expect(await suitabilityOf()).toEqual({ misfit: { imageId: 'p', sentence: (refused as RenderRefused).sentence } });
  const painted = materialChange.params.parse({ upload_img: 'p', mask: 'm', classifyId2: '801' });
  expect(await run('materialChange', painted)).toHaveProperty('outputs.length', 1);
});

it('refuses a page of text before it works on it, for plans, rooms and streets, but for runs with something painted on it', async () => {
  const cacheFolder = await mkdtemp(path.join(folder, 'cache-'));
  const engine = openEngine({ threads: 1, cacheFolder });
  const letters = [
    'M0 0V12M0 0H7M0 6H5',
    'M0 0V12H6',
    'M0 12V0L8 12V0',
    'M0 0H9M4 0V12',
    'M0 0V12',
    'M0 12L4 0L8 12M2 8H6',
  ];
  const words = Array.from({ length: 24 * 36 }, (_, i) => {
    const [x, y] = [50 + (i % 36) * 14, 60 + Math.floor(i / 36) * 26];
    return `<path transform="translate(${x} ${y})" d="${letters[((i * i + 3 * i) % 7) % 6]}"/>`;
  });
  const file = path.join(folder, 'page.png');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#fff"/><g fill="none" stroke="#111" stroke-width="2">${words.join('')}</g></svg>`;
  await sharp(Buffer.from(svg)).flatten().png().toFile(file);
  const mask = path.join(folder, 'protected.png');
  await sharp({ create: { width: 600, height: 800, channels: 3, background: '#000' } })
    .composite([{ input: { create: { width: 90, height: 90, channels: 3, background: '#fff' } }, left: 80, top: 60 }])
    .toColourspace('b-w')
    .png()
    .toFile(mask);
  const size = { width: 600, height: 800, format: 'png' } as const;
  const pictures = { p: { file, ...size }, m: { file: mask, ...size } };
  const sha256 = 'd'.repeat(64);
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  for (const [form, given, way] of [
    [allPlan, completeParams(allPlan, 'p'), '平面图'],
    [lockImg, { upload_img: 'p' }, '室内照片'],
    [lockImgOut, { upload_img: 'p' }, '街景'],
  ] as const) {
    const params = form.params.parse(given);
    engine.expect!(form.id, { ...pictures.p, sha256 });
    const suitabilityOf = () => engine.suitabilityOf!({ tool: form.id, params, pictures: { p: { sha256 } } });
    await vi.waitFor(async () => expect(await suitabilityOf()).toHaveProperty('misfit'), { timeout: 20_000 });
    const request = { key: form.id, tool: form.id, params, pictures, seed: 1, outputDir: folder };
    const refused = await engine.watch(await engine.start(request), listener, request).catch((error: unknown) => error);
    expect(refused).toMatchObject({ fault: 'unsuitable picture', sentence: expect.stringContaining('一页文字') });
    expect(refused).toMatchObject({ sentence: expect.stringContaining(way) });
    expect(await suitabilityOf()).toEqual({ misfit: { imageId: 'p', sentence: (refused as RenderRefused).sentence } });
  }
  const params = lockImg.params.parse({ upload_img: 'p', protect_mask: 'm' });
  const request = { key: 'painted', tool: 'lockImg', params, pictures, seed: 1, outputDir: folder };
  expect(await engine.watch(await engine.start(request), listener, request)).toHaveProperty('outputs.length', 1);
});

it('tells choices that do nothing with a photograph once it was looked at, and before that those no picture changes', async () => {
  const engine = openEngine({ threads: 1, cacheFolder: await mkdtemp(path.join(folder, 'cache-')) });
  const file = path.join(folder, 'street.png');
  const size = { width: 320, height: 240 } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  await sharp({ create: { ...size, channels: 3, background: '#000', noise } })
    .png()
    .toFile(file);
  const params = architecturalRender.params.parse({
    ...completeParams(architecturalRender, 'p'),
    ...{ classifyId2: '101', people: 'many', vehicles: 'few', view: 'auto' },
  });
  const sha256 = 'c'.repeat(64);
  const idleFields = async (changes = {}) => {
    const request = { tool: 'architecturalRender', params: { ...params, ...changes }, pictures: { p: { sha256 } } };
    return Object.keys(await engine.idleChoicesOf!(request));
  };
  expect([await idleFields(), await idleFields({ view: 'aerial' })]).toEqual([[], ['people', 'vehicles']]);
  engine.expect!('architecturalRender', { file, ...size, format: 'png', sha256 });
  await vi.waitFor(async () => expect(await idleFields()).toEqual(['people', 'vehicles']), { timeout: 20_000 });
  expect(await idleFields({ people: 'none' })).toEqual(['vehicles']);
});

it('traces the same picture with one thread and with the help of others, and a task that comes meanwhile is done', async () => {
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  const params = text2Img.params.parse({ promptTxt: '别墅，花园，黄昏' });
  const paint = async (threads: number, meanwhile = async (_: RenderEngine) => {}) => {
    const outputDir = await mkdtemp(path.join(folder, 'out-'));
    const engine = openEngine({ threads });
    const request = { key: `film-${threads}`, tool: 'text2Img', params, pictures: {}, seed: 3, outputDir };
    const running = engine.watch(await engine.start(request), listener, request);
    await meanwhile(engine);
    return readFile((await running).outputs[0]!.file);
  };
  const shared = await paint(2, async (engine) => {
    const request = await lineRequest('meanwhile');
    expect((await engine.watch(await engine.start(request), listener, request)).outputs).toHaveLength(1);
  });
  expect(shared).toEqual(await paint(1));
});

it('is unavailable once it is closed', async () => {
  const engine = openEngine({ threads: 1 });
  await engine.close();
  expect((await engine.describe()).unavailable).toBe('内置引擎已停止。');
  await expect(engine.start(await lineRequest('late'))).rejects.toThrow('closed');
});
