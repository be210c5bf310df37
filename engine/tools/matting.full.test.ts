import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { matting as definition } from '#shared/tools/edit';
import { type ModelRunner, ModelUnavailable } from '../base/models.ts';
import { createDirectRunner } from '../models/direct-runner.ts';
import { matting } from './matting.ts';

// Runs write to the same path, and the cache would return the picture of an earlier run.
sharp.cache(false);

const folder = await mkdtemp(path.join(tmpdir(), 'matting-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const samples = fileURLToPath(new URL('../../user-app/public/samples/', import.meta.url));

const width = 320;
const height = 240;
const disc = { x: 166, y: 114, radius: 60, softness: 4 };
const thing = [200, 90, 40];
const behind = [190, 205, 215];

/** Share of a pixel that the disc covers, 0–1. */
function truthAt(x: number, y: number): number {
  const distance = Math.hypot(x - disc.x, y - disc.y);
  return Math.max(0, Math.min(1, 0.5 + (disc.radius - distance) / disc.softness));
}

type Picture = { file: string; width: number; height: number; format: 'png' | 'jpg' };

async function save(name: string, levels: (x: number, y: number) => readonly number[]): Promise<Picture> {
  const channels = levels(0, 0).length as 1 | 3;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) data.set(levels(x, y).map(Math.round), i * channels);
  }
  const file = path.join(folder, `${name}.png`);
  await sharp(data, { raw: { width, height, channels } }).png().toFile(file);
  return { file, width, height, format: 'png' };
}

const discOnWall = await save('disc', (x, y) => {
  const share = truthAt(x, y);
  return thing.map((level, i) => level * share + (behind[i]! + y / 30) * (1 - share));
});

async function cut(params: Record<string, unknown>, pictures: Record<string, Picture> = {}, runner?: ModelRunner) {
  const result = await matting.run({
    params: definition.params.parse({ upload_img: 'p', subject: 'furniture', edge: 0, ...params }),
    pictures: { p: discOnWall, ...pictures },
    seed: 1,
    outputDir: folder,
    ...(runner && { models: { runner, slots: {} } }),
    onProgress: () => undefined,
  });
  const { data, info } = await sharp(result.outputs[0]!.file).raw().toBuffer({ resolveWithObject: true });
  return { data, info, facts: result.facts, algorithm: result.algorithm };
}

function alphaError(rgba: Buffer, truth: (x: number, y: number) => number = truthAt): number {
  let error = 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) error += Math.abs(rgba[i * 4 + 3]! / 255 - truth(x, y));
  }
  return error / (width * height);
}

describe('a cut-out', () => {
  it('finds a soft disc by itself and knows how opaque its rim is', async () => {
    const { data, info, facts } = await cut({});
    expect(info).toMatchObject({ width, height, channels: 4 });
    expect(alphaError(data)).toBeLessThan(0.004);
    expect(facts?.boxWidth).toBeGreaterThan(116);
    expect(facts?.boxWidth).toBeLessThan(124);
  });

  it.each([
    ['click', (x: number, y: number) => Math.hypot(x - disc.x, y - disc.y) < disc.radius + 3],
    ['box', (x: number, y: number) => Math.abs(x - disc.x) < 76 && Math.abs(y - disc.y) < 72],
    ['brush', (x: number, y: number) => Math.abs(y - disc.y) < 8 && Math.abs(x - disc.x) < 50],
  ] as const)('takes a mark: %s', async (mode, isMarked) => {
    const mask = await save(`mark-${mode}`, (x, y) => [isMarked(x, y) ? 255 : 0]);
    // A stroke says nothing beyond its surroundings: there only its neighbourhood must be right.
    const { data } = await cut({ mode, mask: 'm' }, { m: mask });
    expect(data[(disc.y * width + disc.x) * 4 + 3]).toBe(255);
    expect(data[(12 * width + 12) * 4 + 3]).toBe(0);
    if (mode !== 'brush') expect(alphaError(data)).toBeLessThan(0.004);
  });

  it('takes the background out of the rim when asked', async () => {
    const rimError = async (isFringeRemoved: boolean) => {
      const { data } = await cut({ isFringeRemoved });
      let error = 0;
      let count = 0;
      for (let i = 0; i < width * height; i++) {
        const level = data[i * 4 + 3]!;
        if (level < 60 || level > 200) continue;
        error += thing.reduce((sum, value, channel) => sum + Math.abs(data[i * 4 + channel]! - value), 0);
        count++;
      }
      expect(count).toBeGreaterThan(100);
      return error / count;
    };
    expect(await rimError(true)).toBeLessThan(0.4 * (await rimError(false)));
  });

  it('takes a rim off for a wider edge', async () => {
    const opaque = async (edge: number) => {
      const { data } = await cut({ edge });
      return data.reduce((sum, level, i) => sum + (i % 4 === 3 ? level : 0), 0);
    };
    expect(await opaque(12)).toBeLessThan(0.95 * (await opaque(0)));
  });

  it('lays the thing on a colour and on a picture, on a canvas of its own', async () => {
    const onColour = await cut({ background: 'color', backgroundColor: '#10f020' });
    expect(onColour.info.channels).toBe(3);
    expect([...onColour.data.subarray(0, 3)]).toEqual([0x10, 0xf0, 0x20]);
    const sky = await save('sky', () => [20, 40, 200]);
    const placed = await cut(
      { background: 'picture', background_img: 'b', width: 160, height: 160, x: 20, y: -14 },
      { b: sky },
    );
    expect(placed.info).toMatchObject({ width: 160, height: 160 });
    expect([...placed.data.subarray(0, 3)]).toEqual([20, 40, 200]);
    // Fitted to half its size, 20 pixels lower in the square, then moved.
    const centre = ((disc.y / 2 + 20 - 14) * 160 + disc.x / 2 + 20) * 3;
    expect(Math.abs(placed.data[centre]! - thing[0]!)).toBeLessThan(3);
    const scaled = await cut({ width: 640 });
    expect(scaled.info).toMatchObject({ width: 640, height: 480, channels: 4 });
  });

  it('keeps the six pixel legs of a drawn chair and leaves its shadow', async () => {
    const size = { width: 960, height: 720 };
    const isIn = (at: number, from: number, length: number) => at >= from && at < from + length;
    const isLeg = (x: number, y: number) => isIn(y, 360, 290) && [270, 390, 560, 680].some((at) => isIn(x, at, 6));
    const isPost = (x: number, y: number) => isIn(y, 180, 120) && (isIn(x, 270, 6) || isIn(x, 680, 6));
    const isSeat = (x: number, y: number) => isIn(x, 255, 450) && (isIn(y, 300, 60) || isIn(y, 120, 60));
    const data = new Uint8Array(size.width * size.height * 3);
    for (let y = 0, i = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++, i++) {
        // Soft at its edge, cast over the ground to the right.
        const shadow = Math.max(0, Math.min(1, (138 - Math.hypot((x - 705) / 1.6, (y - 615) * 1.6)) / 42));
        const light = (1 - 0.28 * shadow) * (1 - 0.0002 * Math.hypot(x - 480, y - 360));
        const ground = [226 * light, 224 * light, 219 * light];
        const wood = isLeg(x, y) || isPost(x, y) ? [212, 200, 178] : ground;
        data.set((isSeat(x, y) ? [150, 95, 60] : wood).map(Math.round), i * 3);
      }
    }
    const file = path.join(folder, 'drawn-chair.png');
    await sharp(data, { raw: { ...size, channels: 3 } })
      .png()
      .toFile(file);
    const result = await cut({}, { p: { file, ...size, format: 'png' } });
    let [legs, found, shadowed, taken] = [0, 0, 0, 0];
    for (let y = 0, i = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++, i++) {
        const isKept = result.data[i * 4 + 3]! >= 128;
        if (isLeg(x, y)) {
          legs++;
          if (isKept) found++;
        } else if (x > 700 && y > 540) {
          shadowed++;
          if (isKept) taken++;
        }
      }
    }
    expect(found / legs).toBeGreaterThan(0.9);
    expect(taken / shadowed).toBeLessThan(0.01);
  });

  it('cuts a chair out of a photo with its thin legs', async () => {
    const [chair, truth] = await Promise.all([
      sharp(path.join(samples, 'chair-cutout.jpg')).resize(1024, 768).png().toFile(path.join(folder, 'chair.png')),
      sharp(path.join(samples, 'chair-cutout-alpha.png'))
        .ensureAlpha()
        .extractChannel(3)
        .resize(1024, 768)
        .raw()
        .toBuffer(),
    ]);
    const picture = {
      file: path.join(folder, 'chair.png'),
      width: chair.width,
      height: chair.height,
      format: 'png' as const,
    };
    const { data } = await cut({}, { p: picture });
    let error = 0;
    for (let i = 0; i < truth.length; i++) error += Math.abs(data[i * 4 + 3]! - truth[i]!);
    expect(error / truth.length / 255).toBeLessThan(0.006);
  });

  it('gives the same bytes again and refuses an even wall', async () => {
    const [one, other] = [await cut({}), await cut({})];
    expect(one.data.equals(other.data)).toBe(true);
    const wall = await save('wall', () => [200, 200, 200]);
    await expect(cut({}, { p: wall })).rejects.toThrow('没有找到可以抠出的主体');
  });
});

/** A network that says how likely points are the subject's, given in shares of the picture. */
function telling(likelihoodAt: (x: number, y: number) => number): ModelRunner {
  return {
    describe: () => Promise.reject(new Error('nobody asks')),
    async run(_file, { image }) {
      const [, , rows, columns] = image!.dims as [number, number, number, number];
      const data = Float32Array.from({ length: rows * columns }, (_, i) =>
        likelihoodAt(((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows),
      );
      return { subject: { dims: [1, 1, rows, columns], data } };
    },
  };
}

describe('a cut-out in a busy picture', () => {
  const isBall = (x: number, y: number, at: number) => Math.hypot(x - at * width, y - 0.55 * height) < 45;
  const tiled = (x: number, y: number) => ((x >> 4) + (y >> 4)) % 2 === 0;
  /** Brown balls and a bright window before tiles. */
  const scene = save('busy', (x, y) => {
    if (isBall(x, y, 0.25) || isBall(x, y, 0.7)) return [150, 90, 50];
    if (x > 120 && x < 190 && y < 60) return [255, 250, 190];
    return tiled(x, y) ? [120, 150, 130] : [90, 110, 120];
  });
  const near = (...middles: number[]) =>
    // As the network sees it, also from right to left.
    telling((x, y) => {
      const away = Math.min(...middles.map((middle) => Math.hypot((x - middle) * width, (y - 0.55) * height)));
      return Math.max(0.002, Math.min(0.99, 0.5 + (40 - away) / 40));
    });
  const isKept = (data: Buffer, at: number) => data[(Math.round(0.55 * height) * width + at * width) * 4 + 3]! >= 128;

  it('holds the subjects that the network saw, and says how many they are', async () => {
    const { data, facts, algorithm } = await cut({}, { p: await scene }, near(0.25, 0.7, 0.3, 0.75));
    expect([0.25, 0.7, 0.48].map((at) => isKept(data, at))).toEqual([true, true, false]);
    expect(data[(20 * width + 150) * 4 + 3]).toBe(0);
    expect(algorithm).toContain('主体识别网络');
    expect(facts).toMatchObject({ subjects: 2 });
    expect(facts?.note).toContain('请用点选');
  });

  it('is made the classical way, without the name of a network, when none runs or none finds anything', async () => {
    const broken: ModelRunner = {
      describe: () => Promise.reject(new Error('nobody asks')),
      run: () => Promise.reject(new ModelUnavailable('no runtime', '没有可用的运行环境。')),
    };
    const [unable, blind] = [
      await cut({}, { p: await scene }, broken),
      await cut(
        {},
        { p: await scene },
        telling(() => 0.01),
      ),
    ];
    expect([unable.algorithm, blind.algorithm]).toEqual([undefined, undefined]);
    expect(blind.data.equals(unable.data)).toBe(true);
    expect(unable.facts?.coveredPercent).toBeGreaterThan(1);
  });

  it('finds a chair in a room with the network that comes with the product', async () => {
    const size = { width: 400, height: 300 };
    const chair = await sharp(path.join(samples, 'chair-cutout-alpha.png'))
      .trim()
      .resize({ height: 220 })
      .png()
      .toBuffer();
    const place = { input: chair, left: 60, top: 60 };
    const behind = sharp(path.join(samples, 'living-room-empty.jpg')).resize(size.width, size.height);
    const file = path.join(folder, 'chair-in-room.png');
    await behind.composite([place]).png().toFile(file);
    const empty = { create: { ...size, channels: 4, background: '#0000' } } as const;
    const truth = await sharp(await sharp(empty).composite([place]).png().toBuffer())
      .extractChannel(3)
      .raw()
      .toBuffer();
    const picture = { file, ...size, format: 'png' } as const;
    const { data, algorithm } = await cut({}, { p: picture }, createDirectRunner());
    expect(algorithm).toContain('主体识别网络');
    let [both, either] = [0, 0];
    truth.forEach((level, i) => {
      const [isThere, isFound] = [level >= 128, data[i * 4 + 3]! >= 128];
      if (isThere && isFound) both++;
      if (isThere || isFound) either++;
    });
    expect(both / either).toBeGreaterThan(0.9);
    // With the subject left at buildings the subject that is there is cut out, and a note says so.
    const asked = await cut({ subject: 'building' }, { p: picture }, createDirectRunner());
    expect(asked.data.equals(data)).toBe(true);
    expect(asked.facts?.note).toContain('没有认出建筑');
  });
});
