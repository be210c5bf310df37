import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { atmosphereChange } from '#shared/tools/outdoor';
import type { ModelAccess } from '../../../../engine/models/client.ts';
import { createModelHost, type ModelHost } from '../../../../engine/models/host.ts';
import { sceneWeightsMark } from '../../../../engine/models/scene-weights.ts';
import { sceneFileName } from '../../../../engine/steps/scene-file-name.ts';
import { writeSlotModel } from '../../../../tests/support/slot-models.ts';
import { completeParams } from '../../../../tests/support/tool-params.ts';
import { createVariantCache } from '../../../modules/image/variant-cache.ts';
import { createEmbeddedSegmenter } from '../../segment/embedded.ts';
import { drawHouse } from '../conformance.ts';
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

async function kept() {
  return (await readdir(cacheFolder)).filter((name) => name.includes('-scene-'));
}

async function run(slots: ModelAccess['slots'] = {}, address = host.address) {
  const engine = createEmbeddedEngine({ threads: 1, cacheFolder, models: () => ({ address, slots }) });
  open.push(engine);
  const picture = await drawHouse(folder, 200);
  const params = atmosphereChange.params.parse(completeParams(atmosphereChange, 'p'));
  const request = {
    key: 'one',
    tool: 'atmosphereChange',
    params,
    pictures: { p: picture },
    seed: 1,
    outputDir: folder,
  };
  const operation = await engine.start(request);
  const outcome = await engine.watch(operation, { signal: new AbortController().signal, onProgress: () => undefined });
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
