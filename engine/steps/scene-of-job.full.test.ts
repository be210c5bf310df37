import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JobRefused, type ToolJob } from '../base/job.ts';
import { type JobModels, type ModelRunner, ModelUnavailable } from '../base/models.ts';
import { createDirectRunner } from '../models/direct-runner.ts';
import { packSceneLayers, unpackSceneLayers } from './scene-file.ts';
import { findSceneLayers, type SceneLayers, sceneLayersOf } from './scene-layers.ts';
import { sceneOfJob } from './scene-of-job.ts';

const size = { width: 480, height: 320 };
const street = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4f8fd6"/><stop offset="1" stop-color="#a9cdee"/></linearGradient></defs>
  <rect width="480" height="320" fill="url(#sky)"/><rect y="240" width="480" height="80" fill="#8f8d89"/>
  <rect x="120" y="90" width="240" height="160" fill="#cdbfae"/><circle cx="420" cy="215" r="38" fill="#5d8a37"/>
  <rect x="150" y="130" width="40" height="50" fill="#2b333b"/><rect x="290" y="130" width="40" height="50" fill="#2b333b"/></svg>`;

let folder: string;
let cacheFolder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scene-'));
  cacheFolder = await mkdtemp(path.join(folder, 'cache-'));
  file = path.join(folder, 'street.png');
  await sharp(Buffer.from(street)).png().toFile(file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function jobWith(masks: Record<string, string> = {}): ToolJob {
  const picture = { ...size, format: 'png' } as const;
  const pictures: ToolJob['pictures'] = Object.fromEntries(
    Object.entries({ street: file, ...masks }).map(([id, file]) => [id, { ...picture, file }]),
  );
  return { params: {}, pictures, seed: 1, outputDir: folder, cacheFolder, onProgress: () => undefined };
}

async function writeMask(name: string, mask: Uint8Array, { width, height } = size): Promise<string> {
  const target = path.join(folder, `${name}.png`);
  await sharp(mask, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toFile(target);
  return target;
}

const hard = (mask: Uint8Array) => mask.map((level) => (level >= 128 ? 255 : 0));
const at = (mask: Uint8Array, x: number, y: number) => mask[y * size.width + x]!;

describe('what is found in a picture', () => {
  it('are its sky, its ground and its windows', async () => {
    const { layers } = await findSceneLayers(file);
    expect([at(layers.sky, 20, 20), at(layers.ground, 20, 300), at(layers.window, 170, 155)]).toEqual([255, 255, 255]);
    expect([at(layers.sky, 240, 200), at(layers.ground, 240, 100), at(layers.window, 240, 155)]).toEqual([0, 0, 0]);
  });

  it('is the same fresh, kept, read back and from two that ask at once', async () => {
    const fresh = await findSceneLayers(file);
    expect(isDeepStrictEqual(unpackSceneLayers(packSceneLayers(fresh)), fresh)).toBe(true);
    expect(
      await Promise.all([sceneLayersOf({ file }, { cacheFolder }), sceneLayersOf({ file }, { cacheFolder })]),
    ).toEqual([fresh, fresh]);
    const names = await readdir(cacheFolder);
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}-scene-6-classical\.bin$/)]);
    expect(isDeepStrictEqual(await sceneLayersOf({ file }, { cacheFolder }), fresh)).toBe(true);
  });

  it('comes from the kept file when there is one, and is found anew when that is broken', async () => {
    const fresh = await sceneLayersOf({ file }, { cacheFolder });
    const kept = path.join(cacheFolder, (await readdir(cacheFolder))[0]!);
    const other = { ...fresh, layers: { ...fresh.layers, sky: new Uint8Array(fresh.layers.sky.length).fill(7) } };
    await writeFile(kept, packSceneLayers(other));
    expect(isDeepStrictEqual(await sceneLayersOf({ file }, { cacheFolder }), other)).toBe(true);
    await writeFile(kept, packSceneLayers(fresh).subarray(0, 60));
    expect(isDeepStrictEqual(await sceneLayersOf({ file }, { cacheFolder }), fresh)).toBe(true);
    expect(await readFile(kept)).toEqual(packSceneLayers(fresh));
  });

  it('is what an earlier run of the job read, if that can be read still', async () => {
    const fresh = await sceneLayersOf({ file }, { cacheFolder });
    const other = { ...fresh, layers: { ...fresh.layers, sky: new Uint8Array(fresh.layers.sky.length).fill(7) } };
    const reading = path.join(folder, 'reading.bin');
    await writeFile(reading, packSceneLayers(other));
    const readings: ToolJob['readings'] = new Map();
    expect(isDeepStrictEqual(await sceneLayersOf({ file, reading }, { cacheFolder, readings }), other)).toBe(true);
    expect(readings.get(file)?.parts.scene).toEqual(await readFile(reading));
    await writeFile(reading, 'cut off');
    expect(isDeepStrictEqual(await sceneLayersOf({ file, reading }, { cacheFolder, readings }), fresh)).toBe(true);
    expect(readings.get(file)?.parts.scene).toEqual(packSceneLayers(fresh));
  });

  it('does not need a folder that can be written to', async () => {
    expect(
      isDeepStrictEqual(
        await sceneLayersOf({ file }, { cacheFolder: path.join(folder, 'nowhere') }),
        await findSceneLayers(file),
      ),
    ).toBe(true);
  });
});

describe('a picture read by the network', () => {
  const models: JobModels = { runner: createDirectRunner(), slots: {} };

  it('is kept whole under the mark of the weights, beside what the classical masks say', async () => {
    const read = await sceneLayersOf({ file }, { cacheFolder, models });
    const { reading, layers } = read;
    expect(reading).toMatchObject({ readBy: 'network', place: 'outdoor' });
    expect([at(layers.sky, 20, 20), at(layers.sky, 240, 200)]).toEqual([255, 0]);
    expect(at(layers.ground, 60, 310)).toBeGreaterThan(127);
    expect(reading.depth!.every((metres) => metres >= 0.5 && metres <= 15_000)).toBe(true);
    const names = await readdir(cacheFolder);
    expect(names).toContainEqual(expect.stringMatching(/^[0-9a-f]{64}-scene-6-[0-9a-f]{12}\.bin$/));
    const unused: JobModels = { runner: failing, slots: {} };
    expect(isDeepStrictEqual(await sceneLayersOf({ file }, { cacheFolder, models: unused }), read)).toBe(true);
  });

  it('is read classically where the network cannot be used', async () => {
    const given = await sceneLayersOf({ file }, { models: { runner: failing, slots: {} } });
    expect(isDeepStrictEqual(given, await findSceneLayers(file))).toBe(true);
    expect(given.reading.readBy).toBe('classical');
  });
});

/** Stands for a machine without a runtime. */
const failing: ModelRunner = {
  describe: () => Promise.reject(new ModelUnavailable('no runtime', '没有')),
  run: () => Promise.reject(new ModelUnavailable('no runtime', '没有')),
};

describe('masks that the user corrected', () => {
  it('change nothing when they are given back as they were shown', async () => {
    const found = await sceneOfJob(jobWith(), 'street', size);
    const masks: Record<string, string> = {};
    for (const layer of ['sky', 'ground', 'window'] as const) masks[layer] = await writeMask(layer, hard(found[layer]));
    const given = { sky: 'sky', ground: 'ground', window: 'window' };
    expect(isDeepStrictEqual(await sceneOfJob(jobWith(masks), 'street', size, given), found)).toBe(true);
  });

  it('win over what was found', async () => {
    const found = await sceneOfJob(jobWith(), 'street', size);
    const sky = hard(found.sky);
    // The left half of the ground is water that mirrors the sky, says the user.
    for (let y = 250; y < 320; y++) sky.fill(255, y * size.width, y * size.width + 240);
    const layers = await sceneOfJob(jobWith({ sky: await writeMask('more-sky', sky) }), 'street', size, { sky: 'sky' });
    expect([at(layers.sky, 100, 300), at(layers.ground, 100, 300), at(layers.ground, 400, 300)]).toEqual([255, 0, 255]);
    const ground = hard(found.ground);
    for (let y = 0; y < 40; y++) ground.fill(255, y * size.width, (y + 1) * size.width);
    const masks = { ground: await writeMask('more-ground', ground) };
    const turned = await sceneOfJob(jobWith(masks), 'street', size, { ground: 'ground' });
    expect([at(turned.sky, 100, 20), at(turned.ground, 100, 20), at(turned.sky, 100, 80)]).toEqual([0, 255, 255]);
  });

  it('may be empty, which says that there is none', async () => {
    const masks = { none: await writeMask('none', new Uint8Array(size.width * size.height)) };
    const isEmpty = (mask: Uint8Array) => mask.every((level) => level === 0);
    for (const layer of ['sky', 'ground', 'window'] satisfies Array<keyof SceneLayers>) {
      const layers = await sceneOfJob(jobWith(masks), 'street', size, { [layer]: 'none' });
      expect(isEmpty(layers[layer])).toBe(true);
    }
  });

  it('keep a soft edge of their own', async () => {
    const soft = new Uint8Array(size.width * size.height);
    for (let i = 0; i < soft.length; i++) soft[i] = Math.max(0, 200 - 2 * Math.floor(i / size.width));
    const masks = { soft: await writeMask('soft', soft) };
    const { sky } = await sceneOfJob(jobWith(masks), 'street', size, { sky: 'soft' });
    expect([at(sky, 10, 0), at(sky, 10, 50), at(sky, 10, 90)]).toEqual([200, 100, 20]);
  });

  it('are refused in another size than the picture', async () => {
    const masks = { small: await writeMask('small', new Uint8Array(240 * 160), { width: 240, height: 160 }) };
    const refusal = await sceneOfJob(jobWith(masks), 'street', size, { window: 'small' }).catch((error) => error);
    expect(refusal).toBeInstanceOf(JobRefused);
    expect(refusal.sentence).toBe('蒙版尺寸与底图不一致，请重新涂抹');
  });
});
