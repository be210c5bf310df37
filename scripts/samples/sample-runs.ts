import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type {
  RenderEngine,
  RenderListener,
  RenderOutcome,
  RenderOutput,
} from '../../mock-server/adapters/render/port.ts';
import type { ToolSample } from './tool-samples.ts';

/** Seed of every sample run, so that it gives the same picture again. */
export const sampleSeed = 11;

/** Runs a sample on an engine, into a folder of the tool's name below `folder`. */
export async function runSample(
  engine: RenderEngine,
  sample: ToolSample,
  folder: string,
  onProgress: RenderListener['onProgress'] = () => undefined,
): Promise<RenderOutcome> {
  const outputDir = path.join(folder, sample.tool);
  await mkdir(outputDir, { recursive: true });
  const { tool, params, pictures } = sample;
  const request = { key: outputDir, tool, params, pictures, seed: sampleSeed, outputDir };
  return engine.watch(await engine.start(request), { signal: new AbortController().signal, onProgress }, request);
}

/** The output a person looks at: the picture, a film's cover, the drawing that goes with a vector file. */
export function pictureOfOutcome({ outputs }: Pick<RenderOutcome, 'outputs'>): RenderOutput {
  const picture = outputs.find(({ format }) => format !== 'mp4' && format !== 'svg' && format !== 'dxf');
  if (!picture) throw new Error('the run gave no picture');
  return picture;
}
