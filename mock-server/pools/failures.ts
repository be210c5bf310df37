import { ProductError } from '#shared/errors';

/** A worker (process or thread) ended before it answered, or could not be started. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  /** True when the worker had begun the job: the job may then be the cause. */
  readonly hasBegun: boolean;
  constructor(hasBegun: boolean, cause?: unknown) {
    super(hasBegun ? 'the worker ended before it answered' : 'the worker ended before it began', { cause });
    this.hasBegun = hasBegun;
  }
}

/** Two workers ended while they ran this job and no other: the job itself is the cause. */
export class DeadlyJob extends Error {
  override readonly name = 'DeadlyJob';
}

/** The job exceeded its time limit. */
export class WorkTooSlow extends Error {
  override readonly name = 'WorkTooSlow';
}

/** The job exceeded its memory limit. */
export class WorkTooLarge extends Error {
  override readonly name = 'WorkTooLarge';
}

/** Failures caused by the job itself, or by a machine too slow or too small for it. */
export type JobFault = DeadlyJob | WorkTooSlow | WorkTooLarge;

export function isJobFault(error: unknown): error is JobFault {
  return error instanceof DeadlyJob || error instanceof WorkTooSlow || error instanceof WorkTooLarge;
}

/** Seconds after which a worker is likely to be available again. */
const retrySeconds = 5;

/**
 * Maps a worker failure to the error sent to the client; undefined for other errors. A caller that can give better
 * advice about a {@link DeadlyJob} catches it itself.
 */
export function workerFault(error: unknown): ProductError | undefined {
  if (error instanceof WorkerLost)
    return new ProductError('server.worker_lost', { cause: error, retryAfter: retrySeconds });
  if (error instanceof WorkTooSlow)
    return new ProductError('server.too_slow', { cause: error, retryAfter: 6 * retrySeconds });
  if (error instanceof DeadlyJob || error instanceof WorkTooLarge)
    return new ProductError('request.deadly', { cause: error });
  return undefined;
}
