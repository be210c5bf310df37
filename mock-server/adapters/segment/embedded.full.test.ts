import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVariantCache } from '../../modules/studio/image/variant-cache.ts';
import { drawHouse } from './conformance.ts';
import { createEmbeddedSegmenter } from './embedded.ts';
import type { Segmenter } from './port.ts';

describe('sky, ground and windows', () => {
  it('are enlarged to a picture larger than they are looked for', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'scene-'));
    const segmenter = createEmbeddedSegmenter({ cache: await createVariantCache(path.join(folder, 'cache')) });
    try {
      const house = await drawHouse(folder);
      const file = path.join(folder, 'large.png');
      const { width, height } = await sharp(house.file).resize(2600, 1950).png().toFile(file);
      const { png } = await segmenter.scene({ sha256: 'e'.repeat(64), file, width, height }, 'sky');
      expect(await sharp(png).metadata()).toMatchObject({ width, height, channels: 1 });
      const values = await sharp(png).toColourspace('b-w').raw().toBuffer();
      expect([values[200 * width + 200], values[1300 * width + 1000]]).toEqual([255, 0]);
    } finally {
      await segmenter.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the regions of a picture', () => {
  let folder: string;
  let builds: string[];
  let segmenter: Segmenter;
  const prompt = { points: [{ x: 160, y: 165, label: 1 }] } as const;

  async function open(): Promise<Segmenter> {
    const cache = await createVariantCache(path.join(folder, 'cache'));
    return createEmbeddedSegmenter({ cache, onBuild: (sha256) => builds.push(sha256) });
  }

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'regions-'));
    builds = [];
    segmenter = await open();
  });
  afterEach(async () => {
    await segmenter.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are made once, also when several ask at once and after a restart', async () => {
    const house = await drawHouse(folder);
    const answers = await Promise.all([1, 2, 3].map(() => segmenter.segment(house, prompt)));
    await segmenter.segment(house, { points: [{ x: 20, y: 20, label: 1 }] });
    expect(builds).toEqual([house.sha256]);
    await segmenter.close();
    segmenter = await open();
    expect(await segmenter.segment(house, prompt)).toEqual(answers[0]);
    expect(builds).toEqual([house.sha256]);
  });

  it('are made for every picture and stay small', async () => {
    const house = await drawHouse(folder);
    await segmenter.segment(house, prompt);
    await segmenter.segment({ ...house, sha256: 'c'.repeat(64) }, prompt);
    expect(builds).toEqual([house.sha256, 'c'.repeat(64)]);
    const names = await readdir(path.join(folder, 'cache'));
    expect(names).toHaveLength(2);
    for (const name of names) expect((await stat(path.join(folder, 'cache', name))).size).toBeLessThan(1_500_000);
  });

  it('are made anew when the kept file is broken', async () => {
    const house = await drawHouse(folder);
    const first = await segmenter.segment(house, prompt);
    await segmenter.close();
    const [name] = await readdir(path.join(folder, 'cache'));
    await writeFile(path.join(folder, 'cache', name!), 'regions1 but cut off');
    segmenter = await open();
    expect(await segmenter.segment(house, prompt)).toEqual(first);
    expect(builds).toHaveLength(2);
  });

  it('serve pictures without colour and with transparency', async () => {
    const house = await drawHouse(folder);
    const kinds = [
      ['grey', sharp(house.file).greyscale()],
      ['clear', sharp(house.file).ensureAlpha(0.5)],
    ] as const;
    for (const [kind, picture] of kinds) {
      const file = path.join(folder, `${kind}.png`);
      const { width, height } = await picture.png().toFile(file);
      const question = { points: [{ x: width / 2, y: height * 0.7, label: 1 }] } as const;
      const { masks, chosen } = await segmenter.segment({ sha256: kind, file, width, height }, question);
      expect(await sharp(masks[chosen]!.png).metadata()).toMatchObject({ width, height, channels: 1 });
      expect(masks[chosen]!.area / (width * height)).toBeLessThan(0.3);
    }
  });
});
