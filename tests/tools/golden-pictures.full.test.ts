import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tools } from '#shared/tools/registry';
import { pictureOfOutcome } from '../../scripts/samples/sample-runs.ts';
import { openSampleDrafts, type SampleDrafts } from '../support/sample-drafts.ts';
import { structuralSimilarity } from '../support/similarity.ts';

/**
 * Results of every tool's sample that were last looked at and found right. An intended change is looked at first (`npm
 * run contact-sheet`) and then kept by running this suite with `GOLDEN=keep`.
 */
const goldenFolder = path.join(import.meta.dirname, '..', 'fixtures', 'golden');
const isKeeping = process.env.GOLDEN === 'keep';
const goldenWidth = 256;
/** Sample pictures of 512×384: small enough for every full run, large enough for structure. */
const scale = 0.5;
/** Other processors round differently in the last bit; a changed algorithm falls far below. */
const leastSimilarity = 0.97;

let drafts: SampleDrafts;
beforeAll(async () => {
  drafts = await openSampleDrafts(scale);
  if (isKeeping) await mkdir(goldenFolder, { recursive: true });
});
afterAll(() => drafts.close());

it.each(tools.map(({ id }) => id))('the picture of %s is the one that was looked at', async (id) => {
  const { file } = pictureOfOutcome(await drafts.run(id, () => undefined));
  const small = await sharp(file)
    .flatten({ background: '#ffffff' })
    .resize({ width: goldenWidth })
    .webp({ quality: 92 })
    .toBuffer();
  const golden = path.join(goldenFolder, `${id}.webp`);
  if (isKeeping) await writeFile(golden, small);
  const similarity = await structuralSimilarity(small, await readFile(golden));
  expect(similarity).toBeGreaterThan(leastSimilarity);
});
