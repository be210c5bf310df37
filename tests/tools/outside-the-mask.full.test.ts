import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DefinedTool } from '#shared/tools/define-tool';
import { tools } from '#shared/tools/registry';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import type { RenderEngine } from '../../mock-server/adapters/render/port.ts';
import { pictureOfOutcome, runSample } from '../../scripts/samples/sample-runs.ts';
import { sampleSize, type ToolSample, toolSamples } from '../../scripts/samples/tool-samples.ts';

// Limit of a run on machines under load.
vi.setConfig({ testTimeout: 120_000 });

// What a mask leaves alone does not depend on how large its picture is.
const scale = 0.25;
const [width, height] = [sampleSize.width * scale, sampleSize.height * scale];

/** Tools that change a painted region of a picture; 抠图 keeps one instead. */
const local = tools.filter(({ id, fields }) => (fields as DefinedTool['fields']).mask && id !== 'matting');
const runs = [
  ...local.map(({ id }) => [id, {}] as const),
  ['clean', { targets: ['people', 'vehicles', 'clutter'] }],
  ['lama', { mode: 'redraw', promptTxt: '红砖', feather: 50 }],
  ['localRenderingPro', { promptTxt: '更高级一点', feather: 50 }],
] as const;

let folder: string;
let engine: RenderEngine;
let samples: Map<string, ToolSample>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outside-'));
  samples = new Map((await toolSamples(folder, scale)).map((sample) => [sample.tool, sample]));
  engine = createEmbeddedEngine({ threads: 1 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const pixelsOf = (file: string) => sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer();

/** Runs a tool and says, of every pixel, whether the result differs from the picture. */
async function changesOf(id: string, params: Record<string, unknown> = {}, pictures: ToolSample['pictures'] = {}) {
  const sample = samples.get(id)!;
  const asked = { ...sample.params, ...params };
  const given = { ...sample.pictures, ...pictures };
  const outcome = await runSample(engine, { ...sample, params: asked, pictures: given }, folder);
  const result = pictureOfOutcome(outcome);
  expect(result).toMatchObject({ format: 'png', width, height });
  const [before, after] = await Promise.all([pixelsOf(given[String(asked.upload_img)]!.file), pixelsOf(result.file)]);
  const isChanged = (_: number, i: number) =>
    [0, 1, 2].some((channel) => before[i * 3 + channel] !== after[i * 3 + channel]);
  return { isChanged: Array.from({ length: width * height }, isChanged), facts: outcome.facts };
}

/** The sample's mask with a soft rim, as a feathered selection has one. */
async function softMask(id: string) {
  const { file } = samples.get(id)!.pictures[`${id}-mask`]!;
  const soft = path.join(folder, `${id}-soft.png`);
  await sharp(file).blur(3).toColourspace('b-w').png().toFile(soft);
  const levels = await sharp(soft).toColourspace('b-w').raw().toBuffer();
  return { picture: { file: soft, width, height, format: 'png' as const }, levels };
}

it.each(runs)('%s leaves every pixel with mask 0 as it was, whatever is asked: %j', async (id, params) => {
  const mask = await softMask(id);
  const { isChanged, facts } = await changesOf(id, { ...params, mask: 'soft' }, { soft: mask.picture });
  expect(isChanged.filter((is, i) => is && mask.levels[i] === 0)).toHaveLength(0);
  expect(isChanged.filter((is, i) => is && mask.levels[i]! > 0).length).toBeGreaterThan(100);
  expect(facts).toMatchObject({ changedPixelsOutside: 0 });
});

it.each(['lockImg', 'lockImgOut'])('%s leaves every pixel as it was that must not change', async (id) => {
  const { picture, levels } = await softMask('clean');
  const { isChanged } = await changesOf(id, { protect_mask: 'soft' }, { soft: picture });
  expect(isChanged.filter((is, i) => is && levels[i] === 255)).toHaveLength(0);
  expect(isChanged.filter(Boolean).length).toBeGreaterThan(width * height * 0.1);
});

it('architecturalPart leaves every pixel outside its frame as it was when it is put back', async () => {
  const { isChanged, facts } = await changesOf('architecturalPart', { isPastedBack: true });
  const [from, to] = samples.get('architecturalPart')!.params.crop as { x: number; y: number }[];
  const isOutside = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x < from!.x || x >= to!.x || y < from!.y || y >= to!.y;
  };
  expect(isChanged.filter((is, i) => is && isOutside(i))).toHaveLength(0);
  expect(isChanged.filter(Boolean).length).toBeGreaterThan(1000);
  expect(facts).toMatchObject({ changedPixelsOutside: 0 });
});

it('extendImg leaves every pixel of the picture as it was', async () => {
  const sample = samples.get('extendImg')!;
  const sides = { mode: 'sides', top: 8, right: 20, bottom: 0, left: 12 };
  const outcome = await runSample(engine, { ...sample, params: { ...sample.params, ...sides } }, folder);
  const inner = { left: sides.left, top: sides.top, width, height };
  const [before, after] = await Promise.all([
    pixelsOf(sample.pictures[String(sample.params.upload_img)]!.file),
    sharp(pictureOfOutcome(outcome).file).extract(inner).removeAlpha().raw().toBuffer(),
  ]);
  expect(Buffer.compare(before, after)).toBe(0);
});
