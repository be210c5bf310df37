import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
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

async function maskOf(isChosen: (x: number, y: number) => boolean) {
  const mask = Uint8Array.from({ length: width * height }, (_, i) =>
    isChosen(i % width, Math.floor(i / width)) ? 255 : 0,
  );
  return store('mask', mask, 1);
}

async function erase(
  rgb: Uint8Array,
  isChosen: (x: number, y: number) => boolean,
  params: Record<string, unknown> = {},
  tool = clean,
) {
  const pictures = {
    p: await store('picture', rgb, rgb.length === width * height * 4 ? 4 : 3),
    m: await maskOf(isChosen),
  };
  const result = await tool.run({
    params: { upload_img: 'p', mask: 'm', targets: [], ...params },
    pictures,
    seed: 3,
    outputDir: folder,
    onProgress: () => undefined,
  });
  const { data } = await sharp(result.outputs[0]!.file).raw().toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), facts: result.facts! };
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

  it('leaves every pixel away from the region as it was', async () => {
    const crowded = draw((x, y) => (isPerson(x, y) ? [200, 60, 20] : truthAt(x, y)));
    const { rgb } = await erase(crowded, isPerson, { targets: ['people'] });
    expect(largestError(rgb, (x, y) => x < 140 || x >= 180 || y < 160 || y >= 220)).toBe(0);
    expect(largestError(rgb, isPerson)).toBeLessThan(40);
  });

  it('takes the shadow at the feet of a person with it', async () => {
    const scene = draw((x, y) => (isPerson(x, y) ? [200, 60, 20] : isShadow(x, y) ? [20, 30, 15] : truthAt(x, y)));
    const { rgb } = await erase(scene, isPerson, { targets: ['people'] });
    expect(largestError(rgb, (x, y) => isShadow(x, y) && x > 150 && x < 169)).toBeLessThan(60);
  });

  it('keeps to the painted pixels in the editor, unless told otherwise', async () => {
    const scene = draw((x, y) => (isPerson(x, y) ? [200, 60, 20] : truthAt(x, y)));
    const kept = await erase(scene, isPerson, { mode: 'erase', isOutsideKept: true }, lama);
    expect(largestError(kept.rgb, (x, y) => !isPerson(x, y))).toBe(0);
    expect(kept.facts).toMatchObject({ holePixels: 800, changedPixelsOutside: 0 });
    const grown = await erase(scene, isPerson, { mode: 'erase', isOutsideKept: false }, lama);
    expect(grown.facts.holePixels).toBeGreaterThan(800);
  });

  it('gives the same picture for the same seed, and keeps transparency', async () => {
    const scene = new Uint8Array(width * height * 4);
    for (let i = 0; i < width * height; i++)
      scene.set([...truth.subarray(i * 3, i * 3 + 3), i % width < 20 ? 0 : 255], i * 4);
    const one = await erase(scene, isPerson);
    const other = await erase(scene, isPerson);
    expect(other.rgb).toEqual(one.rgb);
    expect(one.rgb.filter((_, i) => i % 4 === 3)).toEqual(scene.filter((_, i) => i % 4 === 3));
  });

  it('refuses an empty and a huge region', async () => {
    await expect(erase(truth, () => false)).rejects.toThrow('请先涂抹要修改的区域');
    await expect(erase(truth, (x) => x < 300)).rejects.toThrow('选区过大');
  });
});
