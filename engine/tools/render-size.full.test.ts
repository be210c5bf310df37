import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { JobPicture, ToolJob } from '../base/job.ts';
import { readPixels } from '../base/picture-file.ts';
import { writeRender } from './render-size.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'render-size-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const size = { width: 1200, height: 300 };
const file = path.join(folder, 'grain.png');
await sharp({
  create: { ...size, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
}).toFile(file);
const picture: JobPicture = { file, ...size, format: 'png' };
const job: ToolJob = { params: {}, pictures: {}, seed: 1, outputDir: folder, onProgress: () => undefined };

/** Contrast of the finest grain in a middle part of the same size. */
async function grainOf(picture: string): Promise<number> {
  const middle = await sharp(picture).extract({ left: 500, top: 150, width: 200, height: 200 }).png().toBuffer();
  return (await sharp(middle).stats()).channels[1]!.stdev;
}

it('gives a picture that was worked on smaller its size and its grain back', async () => {
  const base = await readPixels(picture, { maxSide: 600, alpha: 'onWhite' });
  const changed = base.rgb.map((level) => Math.round(level * 0.8));
  const output = await writeRender(job, 'restored', changed, base, '2k', { picture, base });
  const plain = await writeRender(job, 'plain', changed, base, '2k');
  const wanted = { width: 2048, height: 512 };
  expect(output).toMatchObject(wanted);
  expect(plain).toMatchObject(wanted);
  expect(await grainOf(output.file)).toBeGreaterThan(1.3 * (await grainOf(plain.file)));
});

it('never enlarges a standard result', async () => {
  const base = await readPixels(picture, { maxSide: 600, alpha: 'onWhite' });
  expect(await writeRender(job, 'standard', base.rgb, base, 'standard', { picture, base })).toMatchObject({
    width: 600,
    height: 150,
  });
});
