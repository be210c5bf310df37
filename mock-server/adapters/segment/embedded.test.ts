import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVariantCache } from '../../modules/studio/image/variant-cache.ts';
import { describeSegmenter, drawHouse } from './conformance.ts';
import { createEmbeddedSegmenter } from './embedded.ts';

describeSegmenter('the embedded segmenter', async (folder) => {
  return createEmbeddedSegmenter({ cache: await createVariantCache(path.join(folder, 'cache')) });
});

describe('sky, ground and windows', () => {
  it('are found once a picture, kept, and found anew when the kept file is broken', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'scene-'));
    const cache = path.join(folder, 'cache');
    const segmenter = createEmbeddedSegmenter({ cache: await createVariantCache(cache) });
    try {
      const house = await drawHouse(folder);
      const first = await segmenter.scene(house, 'sky');
      const names = await readdir(cache);
      expect(names).toEqual([`${house.sha256}-scene-6-classical.bin`]);
      const kept = path.join(cache, names[0]!);
      const { ino } = await stat(kept);
      await segmenter.scene(house, 'ground');
      expect((await stat(kept)).ino).toBe(ino);
      await writeFile(kept, 'scene-3\n but cut off');
      expect(await segmenter.scene(house, 'sky')).toEqual(first);
    } finally {
      await segmenter.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
