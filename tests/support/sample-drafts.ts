import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tools } from '#shared/tools/registry';
import { engineTools } from '../../engine/tools/index.ts';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import type { RenderListener, RenderOutcome } from '../../mock-server/adapters/render/port.ts';
import { runSample, sampleSeed } from '../../scripts/samples/sample-runs.ts';
import { type ToolSample, toolSamples } from '../../scripts/samples/tool-samples.ts';

export type SampleDrafts = Awaited<ReturnType<typeof openSampleDrafts>>;

/**
 * Runs of every tool on its sample picture, with as little work as shows what the tool does.
 * @param scale of the sample pictures, of which 1 is 1024 pixels wide
 * @param mostPoints that light is followed for in pictures and films made of words
 */
export async function openSampleDrafts(scale: number, mostPoints = 120_000) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sample-drafts-'));
  const samples = new Map((await toolSamples(folder, scale)).map((sample) => [sample.tool, sample]));
  const engine = createEmbeddedEngine({ threads: 1 });

  /**
   * Runs a tool in this thread, where less of its work can be asked for: the first frame of a film, and light for as many
   * points as a small picture can show. A camera that stands still needs one traced still instead of two, and its first
   * frame is the same.
   */
  function draftOf({ tool, params, pictures }: ToolSample, onProgress: RenderListener['onProgress']) {
    const given = 'cameraMove' in params ? { ...params, cameraMove: 'still' } : params;
    const job = {
      params: given,
      pictures,
      seed: sampleSeed,
      outputDir: folder,
      mostFrames: 1,
      mostPoints,
      onProgress,
    };
    return engineTools[tool]!.run(job);
  }

  return {
    run(id: string, onProgress: RenderListener['onProgress']): Promise<Pick<RenderOutcome, 'outputs' | 'facts'>> {
      const sample = samples.get(id);
      if (!sample) throw new Error(`${id} has no sample in scripts/samples`);
      const isDraft = id === 'text2Img' || tools.some((tool) => tool.id === id && tool.group === 'video');
      return isDraft ? draftOf(sample, onProgress) : runSample(engine, sample, folder, onProgress);
    },
    async close(): Promise<void> {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
