import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { materialChange as definition } from '#shared/tools/edit';
import { JobRefused } from '../base/job.ts';
import { materialChange } from './material-change.ts';

// Runs write to the same path, and the cache would return the picture of an earlier run.
sharp.cache(false);

const folder = await mkdtemp(path.join(tmpdir(), 'material-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 200;
const height = 150;
const wallBox = { left: 30, top: 20, right: 170, bottom: 115 };
/** Side of the blocks whose means are compared. */
const block = 10;

async function save(name: string, svg: string) {
  const file = path.join(folder, `${name}.png`);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">${svg}</svg>`;
  await sharp(Buffer.from(picture)).removeAlpha().png().toFile(file);
  return { file, width, height, format: 'png' as const };
}

const box = (fill: string) =>
  `<rect x="${wallBox.left}" y="${wallBox.top}" width="${wallBox.right - wallBox.left}" height="${wallBox.bottom - wallBox.top}" fill="${fill}"/>`;

/** A wall that gets darker to the right, with a hard shadow over its lower half. */
const wall = await save(
  'wall',
  `<defs><linearGradient id="g"><stop offset="0" stop-color="#f0ece2"/><stop offset="1" stop-color="#8f8b82"/></linearGradient></defs>
  <rect width="${width}" height="${height}" fill="#6f7a86"/>${box('url(#g)')}
  <rect x="30" y="75" width="140" height="40" fill="#000" opacity="0.5"/>`,
);
const mask = await save('mask', `<rect width="${width}" height="${height}" fill="#000"/>${box('#fff')}`);

const runs = new Map<string, ReturnType<typeof changeAfresh>>();

/** A run of these parameters; stories that ask for the same share it. */
function change(params: Record<string, unknown>, pictures: Record<string, typeof wall> = {}, seed = 5) {
  const key = JSON.stringify([params, pictures, seed]);
  const run = runs.get(key) ?? changeAfresh(params, pictures, seed);
  runs.set(key, run);
  return run;
}

async function changeAfresh(params: Record<string, unknown>, pictures: Record<string, typeof wall> = {}, seed = 5) {
  const result = await materialChange.run({
    params: definition.params.parse({ upload_img: 'p', mask: 'm', classifyId2: '804', ...params }),
    pictures: { p: wall, m: mask, ...pictures },
    seed,
    outputDir: folder,
    onProgress: () => undefined,
  });
  const pixels = await Promise.all(result.outputs.map(({ file }) => sharp(file).removeAlpha().raw().toBuffer()));
  return { ...result, pixels };
}

const lightnessAt = (rgb: Buffer, i: number) =>
  0.2126 * rgb[i * 3]! + 0.7152 * rgb[i * 3 + 1]! + 0.0722 * rgb[i * 3 + 2]!;

/** Means of blocks of the wall, so that the pattern does not count. */
function blockMeans(rgb: Buffer): number[] {
  const means: number[] = [];
  for (let y = wallBox.top + 5; y + block < wallBox.bottom; y += block) {
    if (Math.abs(y - 72.5) < block) continue;
    for (let x = wallBox.left + 4; x + block < wallBox.right; x += block) {
      let sum = 0;
      for (let dy = 0; dy < block; dy++)
        for (let dx = 0; dx < block; dx++) sum += lightnessAt(rgb, (y + dy) * width + x + dx);
      means.push(sum / block ** 2);
    }
  }
  return means;
}

/** Rank correlation of two lists (Spearman), ties by place. */
function rankCorrelation(one: number[], other: number[]): number {
  const ranksOf = (values: number[]) => {
    const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
    const ranks = new Array<number>(values.length);
    order.forEach((place, rank) => {
      ranks[place] = rank;
    });
    return ranks;
  };
  const [a, b] = [ranksOf(one), ranksOf(other)];
  const squares = a.reduce((sum, rank, i) => sum + (rank - b[i]!) ** 2, 0);
  return 1 - (6 * squares) / (a.length * (a.length ** 2 - 1));
}

describe('another material', { timeout: 120_000 }, () => {
  it('leaves every pixel outside the mask as it was', async () => {
    const { pixels, facts } = await change({});
    const [before, chosen] = await Promise.all(
      [wall, mask].map(({ file }) => sharp(file).removeAlpha().raw().toBuffer()),
    );
    let [changedInside, changedOutside] = [0, 0];
    for (let i = 0; i < width * height; i++) {
      const isSame = [0, 1, 2].every((channel) => before![i * 3 + channel] === pixels[0]![i * 3 + channel]);
      if (isSame) continue;
      if (chosen![i * 3] === 0) changedOutside++;
      else changedInside++;
    }
    expect(changedOutside).toBe(0);
    expect(changedInside).toBeGreaterThan(0.9 * 140 * 95);
    expect(facts).toMatchObject({ changedPixelsOutside: 0, surface: '墙面' });
    expect(facts?.deltaE).toBeGreaterThan(10);
  });

  it.each(['801', '802', '803', '804', '805', '807', '808', '809', '810', '811', '812'])(
    'keeps the order of light and shade in material %s',
    async (classifyId2) => {
      const before = await sharp(wall.file).removeAlpha().raw().toBuffer();
      const { pixels } = await change({ classifyId2, lightKept: 100, reflection: 0, textureScale: 0.25 });
      expect(rankCorrelation(blockMeans(before), blockMeans(pixels[0]!))).toBeGreaterThan(0.9);
    },
  );

  it('lays less of the old light on the new surface when asked', async () => {
    const contrast = async (lightKept: number) => {
      const means = blockMeans((await change({ classifyId2: '807', lightKept, reflection: 0 })).pixels[0]!);
      return Math.max(...means) / Math.min(...means);
    };
    expect(await contrast(0)).toBeLessThan(1.15);
    expect(await contrast(100)).toBeGreaterThan(1.6);
  });

  it('gives two different results and the same ones again', async () => {
    const first = await change({ num: 2 });
    expect(first.pixels[0]!.equals(first.pixels[1]!)).toBe(false);
    const again = await changeAfresh({ num: 2 });
    expect(again.pixels[0]!.equals(first.pixels[0]!)).toBe(true);
    expect(again.pixels[1]!.equals(first.pixels[1]!)).toBe(true);
    const other = await change({}, {}, 6);
    expect(other.pixels[0]!.equals(first.pixels[0]!)).toBe(false);
  });

  it('turns the texture, and mirrors the surroundings on a polished one', async () => {
    const plain = await change({ classifyId2: '808', reflection: 0 });
    const turned = await change({ classifyId2: '808', reflection: 0, textureAngle: 45 });
    expect(turned.pixels[0]!.equals(plain.pixels[0]!)).toBe(false);
    const blueness = (rgb: Buffer) => {
      let sum = 0;
      for (let y = 80; y < 110; y++)
        for (let x = 40; x < 160; x++) sum += rgb[(y * width + x) * 3 + 2]! - rgb[(y * width + x) * 3]!;
      return sum;
    };
    const polished = await change({ classifyId2: '808', reflection: 100 });
    expect(blueness(polished.pixels[0]!)).toBeGreaterThan(blueness(plain.pixels[0]!));
  });

  it('prefers an uploaded picture to the library', async () => {
    const green = await save('green', `<rect width="${width}" height="${height}" fill="#2f8f3f"/>`);
    const { pixels } = await change({ texture_img: 't', num: 1 }, { t: green });
    const at = (50 * width + 60) * 3;
    expect(pixels[0]![at + 1]).toBeGreaterThan(pixels[0]![at]! * 1.4);
  });

  it('follows four corners and refuses those that are no quadrilateral', async () => {
    const corners = [
      { x: 30, y: 20 },
      { x: 170, y: 40 },
      { x: 170, y: 95 },
      { x: 30, y: 115 },
    ];
    const slanted = await change({ perspective: 'corners', corners });
    expect(slanted.pixels[0]!.equals((await change({})).pixels[0]!)).toBe(false);
    const crooked = [corners[0]!, corners[1]!, corners[2]!, { x: 165, y: 50 }];
    await expect(change({ perspective: 'corners', corners: crooked })).rejects.toThrow(JobRefused);
  });

  it('refuses a mask without a region', async () => {
    const empty = await save('empty', `<rect width="${width}" height="${height}" fill="#000"/>`);
    await expect(change({}, { m: empty })).rejects.toThrow('请先涂抹');
  });
});
