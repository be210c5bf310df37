import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { JudgedPixels } from '../../engine/judgement/judged-picture.ts';
import type { RenderEngine, RenderOutput, RenderRequest } from '../../mock-server/adapters/render/port.ts';
import { createTestEngine } from './server-engine.ts';

/** PNG of pixels. */
export function pngOf({ rgb, width, height }: JudgedPixels): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/**
 * An engine whose results are pictures that a test has planted: one output for each, whatever was asked.
 * @param isConnected true for one outside of this server
 */
export function createPlantedEngine(tools: readonly string[], { isConnected = false } = {}) {
  const usual = createTestEngine(tools);
  let planted: readonly Buffer[] = [];
  let coming: Array<readonly Buffer[]> = [];
  const requests: RenderRequest[] = [];
  const byKey = new Map<string, readonly Buffer[]>();
  const engine: RenderEngine = {
    ...usual,
    ...(isConnected && { name: 'card', isConnected: true }),
    async start(request) {
      requests.push(request);
      byKey.set(request.key, coming.shift() ?? planted);
      return usual.start(request);
    },
    async watch(operation, listener, request) {
      const { outputs: _, ...outcome } = await usual.watch(operation, listener, request);
      const outputs = (byKey.get(request.key) ?? planted).map(async (bytes, place): Promise<RenderOutput> => {
        const file = path.join(request.outputDir, `planted-${place}.png`);
        await writeFile(file, bytes);
        const { width, height } = await sharp(bytes).metadata();
        return { file, width, height, format: 'png' };
      });
      return { ...outcome, outputs: await Promise.all(outputs) };
    },
  };
  return {
    engine,
    hold: usual.hold,
    waiting: usual.waiting,
    release: usual.release,
    /** Requests that were started, in order. */
    requests,
    /** Results of the next runs, one list for each; after them come those of `plant`. */
    async plantRuns(...runs: JudgedPixels[][]) {
      coming = await Promise.all(runs.map((pictures) => Promise.all(pictures.map(pngOf))));
    },
    /** Results of the next runs. */
    async plant(...pictures: JudgedPixels[]) {
      planted = await Promise.all(pictures.map(pngOf));
    },
  };
}
