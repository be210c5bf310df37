import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultsOf } from '#shared/tools/define-tool';
import { styleTransferIndoor as indoorDefinition } from '#shared/tools/indoor';
import { styleTransferOutdoor as definition } from '#shared/tools/outdoor';
import { labPlanes } from '../base/colour.ts';
import { makeRandom } from '../base/random.ts';
import { styleTransfer, styleTransferIndoor } from './style-transfer.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'style-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 320;
const height = 240;

/** A sky, a street and a wall with a dark door, with a little grain as in a photo. */
async function street(name: string, sky: string, ground: string, wall: string) {
  const file = path.join(folder, `${name}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="320" height="240" fill="${sky}"/>
    <rect y="180" width="320" height="60" fill="${ground}"/><rect x="60" y="60" width="200" height="125" fill="${wall}"/>
    <rect x="140" y="120" width="40" height="65" fill="#2a2a2a"/></svg>`;
  const rgb = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const random = makeRandom(9);
  for (let i = 0; i < rgb.length; i++) rgb[i] = Math.max(0, Math.min(255, rgb[i]! + Math.round((random() - 0.5) * 10)));
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' as const };
}
const pictures = {
  base: await street('base', '#6aa5e0', '#7d7c79', '#c9bca8'),
  warm: await street('warm', '#e8925a', '#6b4a3a', '#d8955e'),
};

async function read(file: string): Promise<Uint8Array> {
  return sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();
}
const before = labPlanes(await read(pictures.base.file));
const wanted = labPlanes(await read(pictures.warm.file));

async function run(params: Record<string, unknown>, tool = styleTransfer) {
  const defaults = defaultsOf(tool === styleTransfer ? definition : indoorDefinition);
  return tool.run({
    params: { ...defaults, upload_img: 'base', style_img: 'warm', num: 1, strength: 100, ...params },
    pictures,
    seed: 4,
    outputDir: await mkdtemp(path.join(folder, 'out-')),
    onProgress: () => undefined,
  });
}

async function transfer(params: Record<string, unknown>, tool = styleTransfer) {
  const { outputs } = await run(params, tool);
  return Promise.all(outputs.map((output) => read(output.file)));
}

function meanOf(plane: Float32Array, [left, top, right, bottom]: readonly [number, number, number, number]): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += plane[y * width + x]!;
  return sum / ((right - left) * (bottom - top));
}
const wall = [70, 70, 130, 110] as const;
const sky = [10, 5, 310, 40] as const;

describe('carrying the style of a picture over', () => {
  it('brings wall and sky close to the colours of the reference', async () => {
    const [picture] = await transfer({});
    const after = labPlanes(picture!);
    for (const place of [wall, sky]) {
      const distance = (one: typeof after) => Math.abs(meanOf(one.b, place) - meanOf(wanted.b, place));
      expect(distance(after)).toBeLessThan(distance(before) * 0.5);
    }
  });

  it('carries only what was chosen', async () => {
    const [light] = await transfer({ aspects: ['light'] });
    const [colour] = await transfer({ aspects: ['color'] });
    expect(meanOf(labPlanes(light!).b, wall)).toBeCloseTo(meanOf(before.b, wall), 2);
    expect(meanOf(labPlanes(colour!).lightness, wall)).toBeCloseTo(meanOf(before.lightness, wall), 2);
    expect(meanOf(labPlanes(colour!).b, wall)).toBeGreaterThan(meanOf(before.b, wall) + 0.05);
  });

  it('makes outputs of different strength', async () => {
    const [first, second] = await transfer({ num: 2, strength: 60 });
    const change = (picture: Uint8Array) => meanOf(labPlanes(picture).b, wall) - meanOf(before.b, wall);
    expect(change(first!)).toBeGreaterThan(change(second!) * 1.1);
  });

  it('changes only the chosen part of a room', async () => {
    const [picture] = await transfer({ regions: ['ceiling'] }, styleTransferIndoor);
    const after = labPlanes(picture!);
    const change = (place: readonly [number, number, number, number]) =>
      Math.abs(meanOf(after.b, place) - meanOf(before.b, place));
    expect(change([10, 2, 310, 20])).toBeGreaterThan(0.05);
    expect(change([10, 215, 310, 235])).toBeLessThan(0.02);
  });

  it('says so where no room was read', async () => {
    const whole = await run({}, styleTransferIndoor);
    expect(whole.facts).toMatchObject({
      regionCount: 1,
      note: '没有从底图和参考图中读出房间的墙、地、顶，按整张图迁移色调',
    });
    const parts = await run({ regions: ['wall'] }, styleTransferIndoor);
    expect(parts.facts?.note).toBe('没有从底图和参考图中读出房间的墙、地、顶，各区域按位置估计');
  });
});
