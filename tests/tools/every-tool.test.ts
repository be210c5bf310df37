import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tools } from '#shared/tools/registry';
import { type RenderOutcome, RenderRefused } from '../../mock-server/adapters/render/port.ts';
import { pictureOfOutcome } from '../../scripts/samples/sample-runs.ts';
import { factRows } from '../../user-app/features/tool-workbench/facts.ts';
import { openSampleDrafts, type SampleDrafts } from '../support/sample-drafts.ts';

/** Samples 128, 256 and 512 pixels wide. */
let sizes: SampleDrafts[];
beforeAll(async () => {
  sizes = await Promise.all([0.125, 0.25, 0.5].map((scale) => openSampleDrafts(scale, 20_000)));
});
afterAll(() => Promise.all(sizes.map((drafts) => drafts.close())));

type Listener = Parameters<SampleDrafts['run']>[1];

/** The run on the smallest sample that the tool does not refuse. */
async function runOnSmallest(id: string, listener: Listener): Promise<Pick<RenderOutcome, 'outputs' | 'facts'>> {
  let refused: unknown;
  for (const drafts of sizes)
    try {
      return await drafts.run(id, listener);
    } catch (error) {
      if (!(error instanceof RenderRefused)) throw error;
      refused = error;
    }
  throw refused;
}

it.each(tools.map(({ id }) => id))('%s makes a picture and tells its steps', async (id) => {
  const steps: string[] = [];
  const outcome = await runOnSmallest(id, (fraction, step) => {
    if (!step) return;
    if (steps.at(-1) !== step.words) steps.push(step.words);
    expect(step.words).toMatch(/^\p{Script=Han}+( \d+\/\d+)?$/u);
    expect(step.ends).toBeGreaterThanOrEqual(fraction);
  });
  expect(steps.length).toBeGreaterThan(1);
  expect(steps).toEqual([...new Set(steps)]);
  for (const [label] of factRows(outcome.facts ?? {})) expect(label).toMatch(/\p{Script=Han}/u);
  const { channels } = await sharp(pictureOfOutcome(outcome).file).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5);
});
