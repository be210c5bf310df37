import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeSlotModel } from '../../tests/support/slot-models.ts';
import type { Size } from '../base/blur.ts';
import type { JobPicture, KeptReading, ToolJob } from '../base/job.ts';
import { makeRandom } from '../base/random.ts';
import { createDirectRunner } from '../models/direct-runner.ts';
import { packReading } from './reading-file.ts';
import { askSlotForPlane } from './slot-plane.ts';

const folder = mkdtempSync(join(tmpdir(), 'slot-planes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const size = { width: 900, height: 600 };
const large = { width: 2400, height: 2000 };
const random = makeRandom(1);
const noiseOf = ({ width, height }: Size) => new Float32Array(width * height).map(() => random());
const noise = noiseOf(size);
const slope = noise.map((_, i) => Math.floor(i / size.width) / size.height);

/** Asks for a plane that is `answer`, of a picture with what an earlier run kept. */
async function ask(slot: 'depth' | 'matte', answer: Float32Array | undefined, former?: KeptReading, at: Size = size) {
  const readings: NonNullable<ToolJob['readings']> = new Map();
  const model = writeSlotModel(folder, slot === 'depth' ? 'depth-anything' : 'modnet');
  const reading = join(folder, 'reading');
  if (former) writeFileSync(reading, packReading(former));
  const photo: JobPicture = { file: 'photo', ...at, format: 'png', ...(former && { reading }) };
  const job: ToolJob = {
    ...{ params: {}, pictures: { photo }, seed: 1, outputDir: folder, onProgress: () => {}, readings },
    models: { runner: createDirectRunner('native'), slots: { [slot]: model } },
  };
  const asked = await askSlotForPlane(job, slot, 'photo', at, () => Promise.resolve(answer));
  return { asked, kept: readings.get('photo') };
}

const most = (one: Float32Array, other: Float32Array) =>
  one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0);

it.each([
  ['depth', 1e-3, 100_000],
  ['matte', 1 / 500, 100_000],
] as const)(
  'a %s is kept near to what the network said, in few bytes, and given as it is kept',
  async (slot, near, few) => {
    const { asked, kept } = await ask(slot, slope);
    expect(most(asked.answer!, slope)).toBeLessThan(near);
    expect(kept!.parts[slot]!.length).toBeLessThan(few);
    const again = await ask(slot, noise, kept);
    expect(again.asked).toEqual(asked);
    expect(again.kept).toEqual(kept);
  },
);

it('that a network found nothing is kept too', async () => {
  const { asked, kept } = await ask('matte', undefined);
  expect(asked).toEqual({ told: {} });
  expect((await ask('matte', slope, kept)).asked).toEqual(asked);
});

it('an answer of too many bytes is not kept, and one that is cut off is not gone by', async () => {
  const leaves = noiseOf(large);
  const { asked, kept } = await ask('matte', leaves, undefined, large);
  expect(asked.answer).toBe(leaves);
  expect(kept).toBeUndefined();
  const depth = await ask('depth', leaves, undefined, large);
  expect(depth.kept!.parts.depth!.length).toBeLessThan(1024 * 1024);
  const whole = (await ask('matte', slope)).kept!.parts.matte!;
  const { answer } = (await ask('matte', noise, { parts: { matte: whole.subarray(0, -9) } })).asked;
  expect(most(answer!, noise)).toBeLessThan(1 / 500);
});
