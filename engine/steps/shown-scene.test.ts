import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { ModelRunner } from '../base/models.ts';
import { latticeRandom } from '../base/random.ts';
import { refuseUnshown } from './shown-scene.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'shown-scene-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const size = { width: 400, height: 300 };
const isInDisc = (x: number, y: number) => Math.hypot(x - 0.5, (y - 0.5) * 0.75) < 0.26;

/** A fruit on soft ground, with a camera's grain; with windows it hangs before a front. */
async function draw(name: string, { windows = 0, grain = 24 }: { windows?: number; grain?: number } = {}) {
  const rgb = Buffer.alloc(size.width * size.height * 3);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const isFruit = isInDisc(x / size.width, y / size.height);
      const isPane = !isFruit && x % 40 < windows && y % 60 < 2 * windows;
      const colour = isFruit ? [205, 90, 40] : isPane ? [40, 50, 70] : [140, 150 + y / 8, 110];
      for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round(colour[c]! + grain * (latticeRandom(x, y, 3) - 0.5));
    }
  }
  const file = path.join(folder, `${name}.png`);
  await sharp(rgb, { raw: { ...size, channels: 3 } })
    .png()
    .toFile(file);
  return { file };
}

/** A network that finds the disc, or as much of it as is told. */
function finding(share: number) {
  const asked: number[] = [];
  const run: ModelRunner['run'] = async (_, { image }) => {
    const [, , height, width] = image!.dims as readonly [number, number, number, number];
    asked.push(width);
    const data = new Float32Array(width * height);
    for (let i = 0; i < data.length; i++) {
      if (isInDisc((i % width) / width, Math.floor(i / width) / height)) data[i] = share;
    }
    return { subject: { dims: [1, 1, height, width], data } };
  };
  return {
    asked,
    models: { runner: { describe: () => Promise.reject(new Error('nobody asks')), run }, slots: {} },
  };
}

describe('a picture of one thing from near', () => {
  it('is told by a large sure subject with nothing straight around it; outdoors and rooms name what they are for', async () => {
    const fruit = await draw('fruit');
    const { models } = finding(1);
    await expect(refuseUnshown(fruit, 'outdoors', models)).rejects.toThrow(/特写.*没有看到建筑.*街景/);
    await expect(refuseUnshown(fruit, 'room', models)).rejects.toThrow(/特写.*没有看到室内空间.*地面/);
    await refuseUnshown(fruit, 'plan', models);
  });

  it('is not told without networks, nor where the subject is unsure or on plain ground, as a model cut out is', async () => {
    const fruit = await draw('unsure');
    const unsure = finding(0.7);
    await refuseUnshown(fruit, 'outdoors', undefined);
    await refuseUnshown(fruit, 'outdoors', unsure.models);
    expect(unsure.asked).not.toEqual([]);
    await refuseUnshown(await draw('plain', { grain: 0 }), 'outdoors', finding(1).models);
  });

  it('is no front, for which no network is asked', async () => {
    const { asked, models } = finding(1);
    await refuseUnshown(await draw('front', { windows: 22 }), 'outdoors', models);
    expect(asked).toEqual([]);
  });
});
