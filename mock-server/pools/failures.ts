import { ProductError } from '#shared/errors';

/** A process or thread of ours ended before it answered, or could not be started. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  /** Whether it had begun the job, which may then be what ended it. */
  readonly hasBegun: boolean;
  constructor(hasBegun: boolean, cause?: unknown) {
    super(hasBegun ? 'the worker ended before it answered' : 'the worker ended before it began', { cause });
    this.hasBegun = hasBegun;
  }
}

/** A job under which two workers ended that had nothing else to do: it is at fault. */
export class DeadlyJob extends Error {
  override readonly name = 'DeadlyJob';
}

/** The work took longer than it may. */
export class WorkTooSlow extends Error {
  override readonly name = 'WorkTooSlow';
}

/** The work took more memory than it may. */
export class WorkTooLarge extends Error {
  override readonly name = 'WorkTooLarge';
}

/** What the job is at fault for, or the machine that is too slow or small for it. */
export type JobFault = DeadlyJob | WorkTooSlow | WorkTooLarge;

export function isJobFault(error: unknown): error is JobFault {
  return error instanceof DeadlyJob || error instanceof WorkTooSlow || error instanceof WorkTooLarge;
}

/** Seconds after which a worker is likely to be there again. */
const soon = 5;

/**
 * What people are told of these failures. A job is blamed only when it ended two workers; what asked for the job can
 * say better what to do, and catches {@link DeadlyJob} itself.
 */
export function workerFault(error: unknown): ProductError | undefined {
  if (error instanceof WorkerLost) return new ProductError('server.worker_lost', { cause: error, retryAfter: soon });
  if (error instanceof WorkTooSlow) return new ProductError('server.too_slow', { cause: error, retryAfter: 6 * soon });
  if (error instanceof DeadlyJob || error instanceof WorkTooLarge)
    return new ProductError('request.deadly', { cause: error });
  return undefined;
}
