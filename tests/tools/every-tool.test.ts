import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tools } from '#shared/tools/registry';
import { pictureOfOutcome } from '../../scripts/samples/sample-runs.ts';
import { factRows } from '../../user-app/features/tool-workbench/facts.ts';
import { openSampleDrafts, type SampleDrafts } from '../support/sample-drafts.ts';

/** The smallest samples on which the tools find what they are for: 256 pixels wide, and 512 for the lines of plans. */
let small: SampleDrafts;
let ofPlans: SampleDrafts;
beforeAll(async () => {
  [small, ofPlans] = await Promise.all([openSampleDrafts(0.25), openSampleDrafts(0.5)]);
});
afterAll(() => Promise.all([small.close(), ofPlans.close()]));

it.each(tools.map(({ id, group }) => [id, group] as const))(
  '%s makes a picture and tells its steps',
  async (id, group) => {
    const steps: string[] = [];
    const outcome = await (group === 'plan' ? ofPlans : small).run(id, (fraction, step) => {
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
  },
);
