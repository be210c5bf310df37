import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '#shared/tools/registry';
import { engineTools } from '../../engine/tools/index.ts';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import type { RenderEngine, RenderListener, RenderOutcome } from '../../mock-server/adapters/render/port.ts';
import { pictureOfOutcome, runSample, sampleSeed } from '../../scripts/samples/sample-runs.ts';
import { type ToolSample, toolSamples } from '../../scripts/samples/tool-samples.ts';
import { factRows } from '../../user-app/features/tool-workbench/facts.ts';
import { structuralSimilarity } from '../support/similarity.ts';

/**
 * What every tool made of its sample when somebody last looked at it and found it right. A change that is meant is
 * looked at first (`npm run contact-sheet`) and then kept by running this suite with `GOLDEN=keep`.
 */
const goldenFolder = path.join(import.meta.dirname, '..', 'fixtures', 'golden');
const isKeeping = process.env.GOLDEN === 'keep';
const goldenWidth = 256;
/** Sample pictures of 512×384: small enough for every run of the tests, large enough for structure. */
const scale = 0.5;
/** Other processors round differently in the last bit; a changed algorithm falls far below. */
const leastSimilarity = 0.97;

let folder: string;
let engine: RenderEngine;
let samples: Map<string, ToolSample>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'golden-'));
  samples = new Map((await toolSamples(folder, scale)).map((sample) => [sample.tool, sample]));
  engine = createEmbeddedEngine({ threads: 1 });
  if (isKeeping) await mkdir(goldenFolder, { recursive: true });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the picture of every tool', () => {
  it.each(tools.map(({ id }) => id))(
    '%s is the one that was looked at, and its facts have names',
    async (id) => {
      const isDraft = id === 'text2Img' || tools.some((tool) => tool.id === id && tool.group === 'video');
      const steps: string[] = [];
      const outcome = await (isDraft ? draftOf : pictureOf)(samples.get(id)!, (fraction, step) => {
        if (!step) return;
        if (steps.at(-1) !== step.words) steps.push(step.words);
        expect(step.words).toMatch(/^\p{Script=Han}+( \d+\/\d+)?$/u);
        expect(step.ends).toBeGreaterThanOrEqual(fraction);
      });
      expect(steps.length).toBeGreaterThan(1);
      expect(steps).toEqual([...new Set(steps)]);
      for (const [label] of factRows(outcome.facts ?? {})) expect(label).toMatch(/\p{Script=Han}/u);
      const { file } = pictureOfOutcome(outcome);
      const small = await sharp(file)
        .flatten({ background: '#ffffff' })
        .resize({ width: goldenWidth })
        .webp({ quality: 92 })
        .toBuffer();
      const golden = path.join(goldenFolder, `${id}.webp`);
      if (isKeeping) await writeFile(golden, small);
      const similarity = await structuralSimilarity(small, await readFile(golden));
      expect(similarity).toBeGreaterThan(leastSimilarity);
    },
    120_000,
  );
});

function pictureOf(
  sample: ToolSample,
  onProgress: RenderListener['onProgress'],
): Promise<Pick<RenderOutcome, 'outputs' | 'facts'>> {
  return runSample(engine, sample, folder, onProgress);
}

/**
 * Runs a tool in this thread, where less of its work can be asked for: the first frame of a film, and light for as many
 * points as a golden picture can show. A camera that stands still needs one traced still instead of two, and its first
 * frame is the same.
 */
function draftOf(
  { tool, params, pictures }: ToolSample,
  onProgress: RenderListener['onProgress'],
): Promise<Pick<RenderOutcome, 'outputs' | 'facts'>> {
  const given = 'cameraMove' in params ? { ...params, cameraMove: 'still' } : params;
  const job = {
    params: given,
    pictures,
    seed: sampleSeed,
    outputDir: folder,
    mostFrames: 1,
    mostPoints: 120_000,
    onProgress,
  };
  return engineTools[tool]!.run(job);
}
