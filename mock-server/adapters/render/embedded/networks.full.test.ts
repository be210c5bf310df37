import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { matting } from '#shared/tools/edit';
import { atmosphereChange } from '#shared/tools/outdoor';
import type { ModelAccess } from '../../../../engine/models/client.ts';
import { createModelHost, type ModelHost } from '../../../../engine/models/host.ts';
import { sceneWeightsMark } from '../../../../engine/models/scene-weights.ts';
import { sceneFileName } from '../../../../engine/steps/scene-file-name.ts';
import { writeSlotModel } from '../../../../tests/support/slot-models.ts';
import { completeParams } from '../../../../tests/support/tool-params.ts';
import { createVariantCache } from '../../../modules/studio/image/variant-cache.ts';
import { createEmbeddedSegmenter } from '../../segment/embedded.ts';
import { createEmbeddedEngine } from './index.ts';

let folder: string;
let cacheFolder: string;
let host: ModelHost;
const open: Array<{ close(): Promise<void> }> = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'networks-'));
  cacheFolder = path.join(folder, 'cache');
  await createVariantCache(cacheFolder);
  host = await createModelHost({ passMs: 20_000 });
  open.push(host);
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await rm(folder, { recursive: true, force: true });
});

async function drawStreet() {
  const content = `<rect width="240" height="200" fill="#7fb2e5"/><rect y="150" width="240" height="50" fill="#8f8d89"/>
    <rect x="60" y="60" width="90" height="100" fill="#b4402f"/><circle cx="190" cy="130" r="30" fill="#4f8a37"/>`;
  const file = path.join(folder, 'street.png');
  await sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="240" height="200">${content}</svg>`)).toFile(
    file,
  );
  return { file, width: 240, height: 200, format: 'png' } as const;
}

async function kept() {
  return (await readdir(cacheFolder)).filter((name) => name.includes('-scene-'));
}

/** The tool that asks for the depth, or for a matte. */
type Asking = 'atmosphereChange' | 'matting';

/** @param reading what an earlier run kept */
async function run(slots: ModelAccess['slots'] = {}, reading?: string, tool: Asking = 'atmosphereChange') {
  const { address } = host;
  const engine = createEmbeddedEngine({ threads: 1, cacheFolder, models: () => ({ address, slots }) });
  open.push(engine);
  const picture = await drawStreet();
  // Masks that are drawn would speak instead of what is read.
  const { skyMask: _sky, windowMask: _window, ...given } = completeParams(atmosphereChange, 'p');
  const params =
    tool === 'matting'
      ? matting.params.parse({ upload_img: 'p' })
      : atmosphereChange.params.parse({ ...given, time: 'dusk' });
  const request = {
    key: 'one',
    tool,
    params,
    pictures: { p: { ...picture, ...(reading && { reading }) } },
    seed: 1,
    outputDir: folder,
  };
  const operation = await engine.start(request);
  const listener = { signal: new AbortController().signal, onProgress: () => undefined };
  const outcome = await engine.watch(operation, listener, request);
  const sha256 = createHash('sha256')
    .update(await readFile(picture.file))
    .digest('hex');
  return { outcome, picture: { ...picture, sha256 } };
}

it('reads the scene with the network, and the mask editor finds what the tool has read', async () => {
  const { picture, outcome } = await run();
  expect(outcome.facts).not.toHaveProperty('sceneModel');
  const name = sceneFileName(picture.sha256, await sceneWeightsMark());
  expect(await kept()).toEqual([name]);
  const before = await readFile(path.join(cacheFolder, name));
  const cache = await createVariantCache(cacheFolder);
  const segmenter = createEmbeddedSegmenter({ cache, models: () => ({ address: host.address, slots: {} }) });
  open.push(segmenter);
  await segmenter.scene(picture, 'sky');
  expect(await kept()).toEqual([name]);
  await rm(path.join(cacheFolder, name));
  await segmenter.scene(picture, 'ground');
  expect(await readFile(path.join(cacheFolder, name))).toEqual(before);
});

it('reads it the classical way where networks cannot be run, in the tool and in the mask editor', async () => {
  await host.close();
  const { outcome, picture } = await run();
  expect(outcome.outputs).toHaveLength(1);
  expect(await kept()).toEqual([sceneFileName(picture.sha256)]);
  await rm(path.join(cacheFolder, sceneFileName(picture.sha256)));
  const models = () => ({ address: host.address, slots: {} });
  const segmenter = createEmbeddedSegmenter({ cache: await createVariantCache(cacheFolder), models });
  open.push(segmenter);
  expect((await segmenter.scene(picture, 'sky')).score).toBeGreaterThanOrEqual(0);
  expect(await kept()).toEqual([sceneFileName(picture.sha256)]);
});

it('reads the scene with the network an operator has put into the slot, and with its own when that breaks', async () => {
  const model = { ...writeSlotModel(folder, 'ade20k'), sha256: 'a'.repeat(64) };
  const { picture, outcome } = await run({ semantic: model });
  expect(outcome.facts?.sceneModel).toBe(model.label);
  const theirs = sceneFileName(picture.sha256, 'a'.repeat(12));
  expect(await kept()).toEqual([theirs]);
  const cache = await createVariantCache(cacheFolder);
  const segmenter = createEmbeddedSegmenter({
    cache,
    models: () => ({ address: host.address, slots: { semantic: model } }),
  });
  open.push(segmenter);
  await segmenter.scene(picture, 'sky');
  expect(await kept()).toEqual([theirs]);
  await rm(path.join(cacheFolder, theirs));
  await rm(model.file);
  host.end();
  await segmenter.scene(picture, 'sky');
  expect(await kept()).toEqual([sceneFileName(picture.sha256, await sceneWeightsMark())]);
});

it('gives the same bytes again by what a run kept, whoever reads scenes by then', async () => {
  const bytesOf = ({ outcome }: Awaited<ReturnType<typeof run>>) => readFile(outcome.outputs[0]!.file);
  const slots = { semantic: { ...writeSlotModel(folder, 'ade20k'), sha256: 'a'.repeat(64) } };
  const first = await run(slots);
  const before = await bytesOf(first);
  const reading = path.join(folder, 'reading');
  await rename(first.outcome.readings!.p!, reading);
  const fresh = await bytesOf(await run());
  expect(fresh.equals(before)).toBe(false);
  const replayed = await run({}, reading);
  expect((await bytesOf(replayed)).equals(before)).toBe(true);
  expect(replayed.outcome.facts?.sceneModel).toBe(slots.semantic.label);
  expect(await readFile(replayed.outcome.readings!.p!)).toEqual(await readFile(reading));
});

it.each([
  ['atmosphereChange', 'depth-anything'],
  ['matting', 'modnet'],
] as const)(
  '%s goes by what %s answered a run, though the network is gone, and by none where there was none',
  async (tool, adapter) => {
    const bytesOf = ({ outcome }: Awaited<ReturnType<typeof run>>) => readFile(outcome.outputs[0]!.file);
    const model = writeSlotModel(folder, adapter);
    const slots = { [model.slot]: model };
    const first = await run(slots, undefined, tool);
    const before = await bytesOf(first);
    const reading = path.join(folder, 'reading');
    await rename(first.outcome.readings!.p!, reading);
    const plain = await run({}, undefined, tool);
    const without = await bytesOf(plain);
    expect(without.equals(before)).toBe(false);
    const plainReading = path.join(folder, 'plain-reading');
    await rename(plain.outcome.readings!.p!, plainReading);
    const replayed = await run({}, reading, tool);
    expect((await bytesOf(replayed)).equals(before)).toBe(true);
    expect(replayed.outcome).toMatchObject({ algorithm: first.outcome.algorithm, facts: first.outcome.facts });
    expect(await readFile(replayed.outcome.readings!.p!)).toEqual(await readFile(reading));
    expect((await bytesOf(await run(slots, plainReading, tool))).equals(without)).toBe(true);
  },
);

it('answers clicks with the network an operator has put into the slot, and with regions when it breaks', async () => {
  const model = writeSlotModel(folder, 'sam-raw');
  const { picture } = await run();
  const cache = await createVariantCache(cacheFolder);
  const slots = { segment: model };
  const segmenter = createEmbeddedSegmenter({ cache, models: () => ({ address: host.address, slots }) });
  open.push(segmenter);
  const point = { x: picture.width / 2, y: picture.height / 2, label: 1 } as const;
  const { masks, chosen } = await segmenter.segment(picture, { points: [point] });
  // The stand-in finds a disc round the first point, whatever the picture shows.
  const radius = (200 / 1024) * Math.max(picture.width, picture.height);
  expect(masks[chosen]!.area / (Math.PI * radius * radius)).toBeCloseTo(1, 1);
  await rm(model.file);
  host.end();
  const regions = await segmenter.segment({ ...picture, sha256: 'f'.repeat(64) }, { points: [point] });
  expect(regions.masks.length).toBeGreaterThan(0);
  expect(regions.masks.some(({ area }) => area === masks[chosen]!.area)).toBe(false);
});
