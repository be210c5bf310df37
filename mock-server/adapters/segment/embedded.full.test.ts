import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createVariantCache } from '../../modules/studio/image/variant-cache.ts';
import { drawHouse } from './conformance.ts';
import { createEmbeddedSegmenter } from './embedded.ts';

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
