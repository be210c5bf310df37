import { rename } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { minute } from '#shared/domain/time';
import { type ConvertedFormat, uploadFormatNames } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import {
  DeadlyJob,
  isJobFault,
  type JobFault,
  WorkTooLarge,
  WorkTooSlow,
  workerFault,
} from '../../../pools/failures.ts';
import { PoolProcess } from '../../../pools/pool-process.ts';
import { type RunOptions, WorkerPool } from '../../../pools/worker-pool.ts';
import { withDeps } from '../../../with-deps.ts';
import { type ConversionLimit, conversionLimits, tooHard, tooHeavy } from './conversion-limits.ts';
import { convertedBeside, type Origin } from './convert.ts';
import { checkDimensions } from './image.rules.ts';
import { isRewritten, type PictureFacts } from './picture.ts';
import type { PictureAnswer, PictureJob, PictureResults } from './picture-job.ts';
import type { Crop, PictureLikeness } from './picture-likeness.ts';
import type { CopyPlan } from './view.rules.ts';

export type PictureWork = ReturnType<typeof createPictureWork>;

/** Longest job among the short ones, estimated milliseconds on one core. */
const shortMs = 400;
/** Nanoseconds a pixel. */
const cost = { decode: 12, encode: { webp: 150, png: 120, jpg: 30 } } as const;
/** Of two small copies. */
const comparingMs = 20;
/** Memory of the largest copy, bytes. */
const largestCopy = 1.5 * 1024 ** 3;

/** Maximum number of queued jobs per owner. */
const mostWaiting = 200;
/** A process whose resident memory exceeds this after a job is replaced, in bytes. */
const largestRss = 400 * 1024 ** 2;

export interface PictureWorkOptions {
  /** Overrides of the default conversion limits. */
  limits?: Partial<Record<ConvertedFormat, Partial<ConversionLimit>>>;
}

/** Options for the intake of an upload. */
export interface Intake {
  /** Page of a PDF, counted from 1. */
  page?: number | undefined;
  /** Fires when nobody wants the result any more. */
  signal?: AbortSignal | undefined;
}

interface PictureWorkParts extends PictureWorkOptions {
  quick: ReturnType<typeof openLane>;
  long: ReturnType<typeof openLane>;
}

/**
 * Everything that decodes pictures for requests. It is done in processes of their own: a crash costs one picture, and
 * neither the event loop nor the threads that read files and check passwords wait for it. Short and long work have
 * lanes of their own, so that a thumbnail never waits for a poster. `owner` names who takes turns: an account, or an
 * address of somebody without one.
 */
export function createPictureWork(deps: PictureWorkOptions = {}) {
  const cores = availableParallelism();
  const quick = openLane({
    size: Math.max(2, Math.ceil(cores / 2)),
    niceness: 5,
    isKeptReady: true,
    longestMs: 2 * minute,
  });
  const long = openLane({
    size: Math.max(2, Math.min(Math.floor(cores / 2), Math.floor(totalmem() / 2 / largestCopy))),
    niceness: 15,
    isStoppable: true,
    longestMs: 5 * minute,
  });
  const parts: PictureWorkParts = { ...deps, quick, long };
  return {
    ...withDeps(parts, { takeIn, measure, doubles, likeness, copy, close }),
    /** Starts the first process ahead. */
    warm: () => quick.warm(),
    /** Process ids of those that run. */
    pids: () => [...quick.pids, ...long.pids],
  };
}

/**
 * Validates an uploaded file and turns it into a picture, in place: converted if necessary, upright, in sRGB.
 * Throws `upload.*`, `server.worker_lost`, `request.too_often` and the signal's reason.
 */
async function takeIn(
  deps: PictureWorkParts,
  owner: string,
  file: string,
  intake: Intake = {},
): Promise<PictureFacts & { origin?: Origin }> {
  const { signal } = intake;
  let header = await run(deps, owner, { kind: 'header', file }, 0, ofUpload, { signal });
  let origin: Origin | undefined;
  if (!('width' in header)) {
    origin = await convert(deps, owner, file, header.format, intake);
    header = await run(deps, owner, { kind: 'header', file }, 0, ofUpload, { signal });
  }
  if (!('width' in header)) throw new ProductError('upload.broken');
  checkDimensions(header.width, header.height);
  const encodeMs = isRewritten(header) ? (header.width * header.height * cost.encode[header.format]) / 1e6 : 0;
  const estimatedMs = decodeMs(header) + encodeMs;
  const facts = await run(deps, owner, { kind: 'take in', file, header }, estimatedMs, ofUpload, { signal });
  return { ...facts, ...(origin && { origin }) };
}

/** Measures a picture the product made. */
function measure(deps: PictureWorkParts, owner: string, file: string, size: { width: number; height: number }) {
  return run(deps, owner, { kind: 'measure', file }, decodeMs(size), ofStored);
}

/** Which of some pictures the product made repeat an earlier one; see `findDoubles`. */
function doubles(
  deps: PictureWorkParts,
  owner: string,
  pictures: ReadonlyArray<{ file: string; width: number; height: number }>,
  maskFile?: string,
): Promise<number[]> {
  const decoding = pictures.reduce((sum, picture) => sum + 2 * decodeMs(picture), 0);
  const files = pictures.map(({ file }) => file);
  const estimatedMs = decoding + comparingMs * pictures.length ** 2;
  return run(deps, owner, { kind: 'doubles', files, maskFile }, estimatedMs, ofStored);
}

/**
 * Computes the features of a picture, or of a part of it, for the similarity search. Throws `image.not_made`,
 * `image.deadly`, `server.worker_lost`, `request.too_often`.
 */
async function likeness(
  deps: PictureWorkParts,
  owner: string,
  stored: { file: string; width: number; height: number },
  crop?: Crop,
): Promise<PictureLikeness> {
  const job = { kind: 'likeness', file: stored.file, crop } as const;
  return run(deps, owner, job, decodeMs(stored) + comparingMs, ofStored);
}

/**
 * Writes a copy of a stored file to `target`; stops when `signal` is aborted. Throws `image.not_made`,
 * `image.deadly`, `server.worker_lost`, `request.too_often`.
 */
async function copy(
  deps: PictureWorkParts,
  owner: string,
  stored: { file: string; width: number; height: number },
  target: string,
  plan: CopyPlan,
  signal: AbortSignal,
): Promise<void> {
  const job = { kind: 'copy', file: stored.file, target, plan } as const;
  const encodeMs = (plan.pixels * cost.encode[plan.format]) / 1e6;
  await run(deps, owner, job, decodeMs(stored) + encodeMs, ofStored, { signal });
}

async function close({ quick, long }: PictureWorkParts): Promise<void> {
  await Promise.all([quick.close(), long.close()]);
}

/**
 * @param fault maps a crash of two processes, a timeout or too much memory to an error; undefined for the general one
 */
async function run<K extends PictureJob['kind']>(
  deps: PictureWorkParts,
  owner: string,
  job: PictureJob & { kind: K },
  estimatedMs: number,
  fault: (cause: JobFault) => ProductError | undefined,
  options: RunOptions = {},
): Promise<PictureResults[K]> {
  const lane = estimatedMs <= shortMs ? deps.quick : deps.long;
  const answer = await lane
    .run(() => ({ job }), { ...options, owner })
    .catch((cause: unknown) => {
      throw (isJobFault(cause) && fault(cause)) || (workerFault(cause) ?? cause);
    });
  if ('result' in answer) return answer.result as PictureResults[K];
  if ('refusal' in answer) {
    const { reason, fill } = answer.refusal;
    throw new ProductError(reason, fill && { fill });
  }
  throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
}

/** Makes a picture of a file in another format, in place. Nobody knows before how long that takes. */
async function convert(
  deps: PictureWorkParts,
  owner: string,
  file: string,
  format: ConvertedFormat,
  { page, signal }: Intake,
): Promise<Origin> {
  const job = { kind: 'convert', file, format, page } as const;
  const { mostMemory, longestMs } = { ...conversionLimits[format], ...deps.limits?.[format] };
  const fault = (cause: JobFault) => {
    if (cause instanceof WorkTooLarge) return tooHeavy(format, cause);
    if (cause instanceof WorkTooSlow) return tooHard(format, longestMs, cause);
    return new ProductError('upload.deadly', { fill: { format: uploadFormatNames[format] }, cause });
  };
  const options = { signal, longestMs, mostMemory };
  const origin = await run(deps, owner, job, Number.POSITIVE_INFINITY, fault, options);
  await rename(convertedBeside(file), file);
  return origin;
}

function decodeMs({ width, height }: { width: number; height: number }): number {
  return (width * height * cost.decode) / 1e6;
}

interface LaneOptions {
  size: number;
  niceness: number;
  longestMs: number;
  isStoppable?: boolean;
  isKeptReady?: boolean;
}

/** Limits each owner to half of the processes, so that one owner's many jobs do not block the others. */
function openLane({ niceness, ...options }: LaneOptions): WorkerPool<PictureJob, PictureAnswer> {
  const program = new URL('./picture-process.ts', import.meta.url);
  const env = { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2', VIPS_WARNING: '1' };
  return new WorkerPool({
    ...options,
    ...{ perOwner: Math.max(1, Math.floor(options.size / 2)), mostWaiting },
    start: () => new PoolProcess({ program, niceness, env }),
    isSpent: ({ rss }) => rss > largestRss,
  });
}

/** Error of a job fault on an upload; undefined for the general error. */
function ofUpload(cause: JobFault): ProductError | undefined {
  return cause instanceof DeadlyJob
    ? new ProductError('upload.deadly', { fill: { format: '图片' }, cause })
    : undefined;
}

/** Error of a job fault on a stored picture. */
function ofStored(cause: JobFault): ProductError {
  return cause instanceof DeadlyJob
    ? new ProductError('image.deadly', { cause })
    : new ProductError('image.not_made', { cause, retryAfter: 30 });
}
