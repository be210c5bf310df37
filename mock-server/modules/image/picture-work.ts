import { availableParallelism, totalmem } from 'node:os';
import { ProductError } from '#shared/errors';
import { checkDimensions } from './image.rules.ts';
import type { PictureFacts } from './picture.ts';
import type { PictureJob, PictureResults } from './picture-job.ts';
import { PictureLane } from './picture-lane.ts';
import { PictureProcessLost } from './picture-worker.ts';
import type { CopyPlan } from './view.rules.ts';

export type PictureWork = ReturnType<typeof createPictureWork>;

/** What a job may take to be done among the short ones, estimated milliseconds on one core. */
const shortMs = 400;
/** Nanoseconds a pixel. */
const cost = { decode: 12, encode: { webp: 150, png: 120, jpg: 30 } } as const;
/** Memory of the largest copy, bytes. */
const largestCopy = 1.5 * 1024 ** 3;

/**
 * Everything that decodes pictures for requests. It is done in processes of their own: a crash costs one picture, and
 * neither the event loop nor the threads that read files and check passwords wait for it. Short and long work have
 * lanes of their own, so that a thumbnail never waits for a poster. `owner` names who takes turns: an account, or an
 * address of somebody without one.
 */
export function createPictureWork() {
  const cores = availableParallelism();
  const quick = new PictureLane({
    processes: Math.max(2, Math.ceil(cores / 2)),
    niceness: 5,
    isStoppable: false,
    isKeptReady: true,
  });
  const long = new PictureLane({
    processes: Math.max(2, Math.min(Math.floor(cores / 2), Math.floor(totalmem() / 2 / largestCopy))),
    niceness: 15,
    isStoppable: true,
    isKeptReady: false,
  });

  async function run<K extends PictureJob['kind']>(
    owner: string,
    job: PictureJob & { kind: K },
    estimatedMs: number,
    signal?: AbortSignal,
  ): Promise<PictureResults[K]> {
    const lane = estimatedMs <= shortMs ? quick : long;
    const answer = await lane.run(owner, job, signal);
    if ('result' in answer) return answer.result as PictureResults[K];
    if ('refusal' in answer) {
      const { reason, fill } = answer.refusal;
      throw new ProductError(reason, fill && { fill });
    }
    throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
  }

  return {
    /** Checks an uploaded file and turns it upright, in place. Throws `upload.*`. */
    async takeIn(owner: string, file: string): Promise<PictureFacts> {
      try {
        const header = await run(owner, { kind: 'header', file }, 0);
        checkDimensions(header.width, header.height);
        return await run(owner, { kind: 'take in', file, header }, decodeMs(header));
      } catch (cause) {
        throw cause instanceof PictureProcessLost ? new ProductError('upload.broken', { cause }) : cause;
      }
    },

    /** Measures a picture the product made. */
    measure(owner: string, file: string, size: { width: number; height: number }) {
      return run(owner, { kind: 'measure', file }, decodeMs(size));
    },

    /**
     * Writes a copy of a stored file to `target`; ends when `signal` says that nobody wants it any more. Throws
     * `image.not_made`, `request.too_often`.
     */
    async copy(
      owner: string,
      stored: { file: string; width: number; height: number },
      target: string,
      plan: CopyPlan,
      signal: AbortSignal,
    ): Promise<void> {
      const job = { kind: 'copy', file: stored.file, target, plan } as const;
      const encodeMs = (plan.pixels * cost.encode[plan.format]) / 1e6;
      await run(owner, job, decodeMs(stored) + encodeMs, signal).catch((cause: unknown) => {
        throw cause instanceof PictureProcessLost ? new ProductError('image.not_made', { cause }) : cause;
      });
    },

    /** Starts the first process ahead. */
    warm: () => quick.warm(),

    /** Process ids of those that run. */
    pids: () => [...quick.pids, ...long.pids],

    async close(): Promise<void> {
      await Promise.all([quick.close(), long.close()]);
    },
  };
}

function decodeMs({ width, height }: { width: number; height: number }): number {
  return (width * height * cost.decode) / 1e6;
}
