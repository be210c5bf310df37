import { availableParallelism, totalmem } from 'node:os';
import { minute, second } from '#shared/domain/time';
import { type ConvertedFormat, uploadFormatNames } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import type { Origin } from './convert.ts';
import { checkDimensions } from './image.rules.ts';
import { isRewritten, type PictureFacts } from './picture.ts';
import type { PictureJob, PictureResults } from './picture-job.ts';
import { PictureLane, PictureTooSlow, type RunOptions } from './picture-lane.ts';
import type { Crop, PictureLikeness } from './picture-likeness.ts';
import { PictureProcessLost } from './picture-worker.ts';
import type { CopyPlan } from './view.rules.ts';

export type PictureWork = ReturnType<typeof createPictureWork>;

/** What a job may take to be done among the short ones, estimated milliseconds on one core. */
const shortMs = 400;
/** Nanoseconds a pixel. */
const cost = { decode: 12, encode: { webp: 150, png: 120, jpg: 30 } } as const;
/** What making a picture of a file in another format may take, milliseconds. */
const conversionMs = 2 * minute;
/** Of two small copies. */
const comparingMs = 20;
/** Memory of the largest copy, bytes. */
const largestCopy = 1.5 * 1024 ** 3;

/** How an upload is taken in. */
export interface Intake {
  /** Page of a PDF, counted from 1. */
  page?: number | undefined;
  /** Fires when nobody wants the result any more. */
  signal?: AbortSignal | undefined;
}

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
    options: RunOptions = {},
  ): Promise<PictureResults[K]> {
    const lane = estimatedMs <= shortMs ? quick : long;
    const answer = await lane.run(owner, job, options);
    if ('result' in answer) return answer.result as PictureResults[K];
    if ('refusal' in answer) {
      const { reason, fill } = answer.refusal;
      throw new ProductError(reason, fill && { fill });
    }
    throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
  }

  /** Makes a picture of a file in another format, in place. Nobody knows before how long that takes. */
  function convert(owner: string, file: string, format: ConvertedFormat, { page, signal }: Intake): Promise<Origin> {
    const job = { kind: 'convert', file, format, page } as const;
    return run(owner, job, Number.POSITIVE_INFINITY, { signal, limitMs: conversionMs }).catch((cause: unknown) => {
      const fill = { format: uploadFormatNames[format], seconds: conversionMs / second };
      if (cause instanceof PictureTooSlow) throw new ProductError('upload.too_hard', { fill, cause });
      throw cause instanceof PictureProcessLost ? new ProductError('upload.not_converted', { fill, cause }) : cause;
    });
  }

  return {
    /**
     * Checks an uploaded file and makes a picture of it, in place: converted where it is none, upright, in sRGB. Throws
     * `upload.*`, `request.too_often` and the signal's reason.
     */
    async takeIn(owner: string, file: string, intake: Intake = {}): Promise<PictureFacts & { origin?: Origin }> {
      const { signal } = intake;
      try {
        let header = await run(owner, { kind: 'header', file }, 0, { signal });
        let origin: Origin | undefined;
        if (!('width' in header)) {
          origin = await convert(owner, file, header.format, intake);
          header = await run(owner, { kind: 'header', file }, 0, { signal });
        }
        if (!('width' in header)) throw new ProductError('upload.broken');
        checkDimensions(header.width, header.height);
        const encodeMs = isRewritten(header) ? (header.width * header.height * cost.encode[header.format]) / 1e6 : 0;
        const facts = await run(owner, { kind: 'take in', file, header }, decodeMs(header) + encodeMs, { signal });
        return { ...facts, ...(origin && { origin }) };
      } catch (cause) {
        throw cause instanceof PictureProcessLost ? new ProductError('upload.broken', { cause }) : cause;
      }
    },

    /** Measures a picture the product made. */
    measure(owner: string, file: string, size: { width: number; height: number }) {
      return run(owner, { kind: 'measure', file }, decodeMs(size));
    },

    /** Which of some pictures the product made repeat an earlier one; see `findDoubles`. */
    doubles(
      owner: string,
      pictures: ReadonlyArray<{ file: string; width: number; height: number }>,
      maskFile?: string,
    ): Promise<number[]> {
      const decoding = pictures.reduce((sum, picture) => sum + 2 * decodeMs(picture), 0);
      const files = pictures.map(({ file }) => file);
      return run(owner, { kind: 'doubles', files, maskFile }, decoding + comparingMs * pictures.length ** 2);
    },

    /**
     * Measures what a picture, or a part of it, is found by. Throws `image.not_made`, `request.too_often`.
     */
    async likeness(
      owner: string,
      stored: { file: string; width: number; height: number },
      crop?: Crop,
    ): Promise<PictureLikeness> {
      const job = { kind: 'likeness', file: stored.file, crop } as const;
      return run(owner, job, decodeMs(stored) + comparingMs).catch((cause: unknown) => {
        throw cause instanceof PictureProcessLost ? new ProductError('image.not_made', { cause }) : cause;
      });
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
      await run(owner, job, decodeMs(stored) + encodeMs, { signal }).catch((cause: unknown) => {
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
