import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { clean as definition } from '#shared/tools/edit';
import { growMask } from '../base/mask.ts';
import { clean } from './clean.ts';
import { lama } from './lama.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'clean-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 320;
const height = 240;

/** A sky that gets lighter downwards, over a lawn of fine stripes. */
function truthAt(x: number, y: number): [number, number, number] {
  if (y < 160) return [100 + y * 0.5, 150 + y * 0.3, 215];
  const stripe = ((x * 7 + y * 3) % 5) * 6;
  return [80 + stripe, 130 + stripe, 60];
}

function draw(colourAt: (x: number, y: number) => readonly number[]): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.set(colourAt(i % width, Math.floor(i / width)).map(Math.round), i * 3);
  return rgb;
}

const truth = draw(truthAt);
const wireRow = (x: number) => Math.round(60 + 0.1 * x);
const isWire = (x: number, y: number) => Math.abs(y - wireRow(x)) <= 1;
const isPerson = (x: number, y: number) => x >= 150 && x < 170 && y >= 170 && y < 210;
const isShadow = (x: number, y: number) => x >= 148 && x < 172 && y >= 210 && y < 212;

async function store(name: string, bytes: Uint8Array, channels: 1 | 3 | 4) {
  const file = path.join(folder, `${name}.png`);
  await sharp(bytes, { raw: { width, height, channels } }).png().toFile(file);
  return { file, width, height, format: 'png' as const };
}

/** Mask as the editor sends it: expanded by the `grow` of its field. */
function maskOf(isChosen: (x: number, y: number) => boolean) {
  const painted = Uint8Array.from({ length: width * height }, (_, i) =>
    isChosen(i % width, Math.floor(i / width)) ? 255 : 0,
  );
  return growMask(painted, { width, height }, definition.fields.mask.grow!);
}

async function erase(
  rgb: Uint8Array,
  isChosen: (x: number, y: number) => boolean,
  params: Record<string, unknown> = {},
  tool = clean,
) {
  const mask = maskOf(isChosen);
  const pictures = {
    p: await store('picture', rgb, rgb.length === width * height * 4 ? 4 : 3),
    m: await store('mask', mask, 1),
  };
  const result = await tool.run({
    params: { upload_img: 'p', mask: 'm', targets: [], ...params },
    pictures,
    seed: 3,
    outputDir: folder,
    onProgress: () => undefined,
  });
  const { data } = await sharp(result.outputs[0]!.file).raw().toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), facts: result.facts!, mask };
}

function largestError(result: Uint8Array, isCounted: (x: number, y: number) => boolean): number {
  let largest = 0;
  for (let i = 0; i < result.length; i++) {
    const pixel = Math.floor(i / 3);
    if (!isCounted(pixel % width, Math.floor(pixel / width))) continue;
    largest = Math.max(largest, Math.abs(result[i]! - truth[i]!));
  }
  return largest;
}

describe('removal', () => {
  it.each([[[]], [['wires']]])('takes a wire out of the sky without a trace, hints: %j', async (targets) => {
    const wired = draw((x, y) => (isWire(x, y) ? [20, 20, 20] : truthAt(x, y)));
    const { rgb, facts } = await erase(wired, isWire, { targets });
    expect(largestError(rgb, isWire)).toBeLessThanOrEqual(8);
    expect(facts).toMatchObject({ changedPixelsOutside: 0 });
    expect(facts.holePixels).toBeGreaterThan(width * 3);
  });

  it.each([
    ['clean', clean, {}],
    ['clean, of people and cars', clean, { targets: ['people', 'vehicles', 'clutter'] }],
    ['lama', lama, { mode: 'erase' }],
  ])('%s leaves every pixel outside the mask as it was', async (_name, tool, params) => {
    const crowded = draw((x, y) => (isPerson(x, y) ? [200, 60, 20] : truthAt(x, y)));
    const { rgb, facts, mask } = await erase(crowded, isPerson, params, tool);
    expect(largestError(rgb, (x, y) => mask[y * width + x] === 0)).toBe(0);
    expect(largestError(rgb, isPerson)).toBeLessThan(40);
    expect(facts).toMatchObject({ holePixels: mask.filter((level) => level > 0).length, changedPixelsOutside: 0 });
  });

  it('takes the shadow at the feet of a person with it, within the growth of the mask', async () => {
    const scene = draw((x, y) => (isPerson(x, y) ? [200, 60, 20] : isShadow(x, y) ? [20, 30, 15] : truthAt(x, y)));
    const { rgb } = await erase(scene, isPerson, { targets: ['people'] });
    expect(largestError(rgb, (x, y) => isShadow(x, y) && x > 150 && x < 169)).toBeLessThan(60);
  });

  it('gives the same picture for the same seed, and keeps transparency', async () => {
    const scene = new Uint8Array(width * height * 4);
    for (let i = 0; i < width * height; i++)
      scene.set([...truth.subarray(i * 3, i * 3 + 3), i % width < 20 ? 0 : 255], i * 4);
    const one = await erase(scene, isPerson);
    const other = await erase(scene, isPerson);
    expect(Buffer.compare(other.rgb, one.rgb)).toBe(0);
    const alphaOf = (rgba: Uint8Array) => rgba.filter((_, i) => i % 4 === 3);
    expect(Buffer.compare(alphaOf(one.rgb), alphaOf(scene))).toBe(0);
  });

  it('refuses an empty and a huge region', async () => {
    await expect(erase(truth, () => false)).rejects.toThrow('请先涂抹要修改的区域');
    await expect(erase(truth, (x) => x < 300)).rejects.toThrow('选区过大');
  });
});
