import { rm } from 'node:fs/promises';
import { Piscina } from 'piscina';
import { type SegmentAnswer, type Segmenter, type SegmentPicture, SegmentRefused } from './port.ts';
import type { SegmentResult, SegmentTask } from './worker.ts';

/** Where files that can be made again are kept; the product's variant cache is one. */
export interface FileCache {
  /** The file called `name`, made by `make` when it is not there. Callers that ask at once share one making. */
  get(name: string, make: (target: string) => Promise<void>): Promise<string>;
}

export interface EmbeddedSegmenterOptions {
  cache: FileCache;
  /** Called when a picture is divided into regions, which is the long part. */
  onBuild?: (sha256: string) => void;
}

/** Names the format of the kept files: another number makes them all anew. */
const formatMark = 'regions-1';

/**
 * Segmentation on this machine's CPU: superpixels and merge trees, made once a picture and kept by its hash on disk
 * and, for the pictures used last, in memory. All work happens in one thread of its own.
 */
export function createEmbeddedSegmenter({ cache, onBuild }: EmbeddedSegmenterOptions): Segmenter {
  const pool = new Piscina<SegmentTask, SegmentResult>({
    filename: new URL('./worker.ts', import.meta.url).href,
    // One thread, so that every question finds the pictures that are kept ready.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 120_000,
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // Flags of the parent (test runners, debuggers) are not the worker's.
    execArgv: [],
  });
  // A worker that dies while idle is replaced by the pool; without a listener the event would end the process.
  pool.on('error', () => undefined);

  function modelOf(picture: SegmentPicture): Promise<string> {
    return cache.get(`${picture.sha256}-${formatMark}.bin`, async (target) => {
      onBuild?.(picture.sha256);
      const result = await pool.run({ kind: 'build', picture, target });
      if (result.kind === 'unreadable picture') throw refusal();
    });
  }

  return {
    name: 'embedded',
    async segment(picture, prompt): Promise<SegmentAnswer> {
      for (let attempt = 0; ; attempt++) {
        const model = await modelOf(picture);
        const result = await pool.run({ kind: 'answer', picture, model, prompt });
        if (result.kind === 'unreadable picture') throw refusal();
        if (result.kind === 'answer') {
          const masks = result.masks.map(({ png, ...mask }) => ({
            ...mask,
            png: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
          }));
          return { masks, chosen: result.chosen };
        }
        // A file that was cut off or trimmed meanwhile: once more.
        if (attempt > 0) throw new Error(`the regions of ${picture.sha256} cannot be read back`);
        await rm(model, { force: true });
      }
    },
    async close() {
      await pool.destroy();
    },
  };
}

function refusal(): SegmentRefused {
  return new SegmentRefused('图片无法读取，文件可能已损坏，请重新上传一张图片。');
}
