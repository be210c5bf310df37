import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createEmbeddedSegmenter } from '../../mock-server/adapters/segment/embedded.ts';
import { createVariantCache } from '../../mock-server/modules/studio/image/variant-cache.ts';
import { drawKnownScene } from '../support/known-scenes.ts';
import { measureAccuracy } from '../support/segment-accuracy.ts';
import { type Measurement, say } from './measurement.ts';

const size = { width: 2048, height: 1536 };
const rounds = 5;

/** Measures the embedded segmenter: the first click on a picture, later ones, and how well the answers fit. */
export async function benchSegment(): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-segment-'));
  const segmenter = createEmbeddedSegmenter({ cache: await createVariantCache(path.join(folder, 'cache')) });
  try {
    const scene = await drawKnownScene('room', 1, size.width);
    const file = path.join(folder, 'room.jpg');
    await sharp(scene.rgb, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 92 })
      .toFile(file);
    const click = async (sha256: string, x: number, y: number): Promise<number> => {
      const startedAt = performance.now();
      await segmenter.segment({ sha256, file, ...size }, { points: [{ x, y, label: 1 }] });
      return performance.now() - startedAt;
    };
    say('first clicks and later ones');
    // The first picture also starts the thread.
    await click('0', 1000, 800);
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 1; round <= rounds; round++) cold.push(await click(String(round), 1000, 800));
    for (let round = 0; round < rounds * 4; round++) warm.push(await click('1', 300 + round * 70, 700));
    say('how well the answers fit on known scenes');
    const accuracy = await measureAccuracy([1, 2, 3], 1);
    return [
      { name: 'first click on a picture 2048x1536', ours: Math.min(...cold), unit: 'ms' },
      { name: 'click 2048x1536, median', ours: median(warm), unit: 'ms', target: 'below 50 ms' },
      { name: 'click, percent overlap of the first answer', ours: accuracy.first * 100, unit: '%', target: '60' },
      {
        name: 'click, percent overlap of the best of three',
        ours: accuracy.bestOfThree * 100,
        unit: '%',
        target: '75',
      },
      { name: 'five clicks, percent overlap', ours: accuracy.corrected * 100, unit: '%', target: '80' },
    ];
  } finally {
    await segmenter.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
