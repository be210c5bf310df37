import type { Transferable } from 'node:worker_threads';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { DeadlyJob, WorkerLost, WorkTooLarge, WorkTooSlow } from './failures.ts';

/** A process or thread that runs one job at a time. */
export interface PoolWorker<Job, Answer> {
  readonly pid?: number | undefined;
  /** Resident memory in bytes; absent for threads, which share the server's memory. */
  memory?(): number;
  /** False once the worker is known to have ended. */
  readonly isAlive: boolean;
  /**
   * Runs a job. Rejects with {@link WorkerLost}, or with the error that the job throws.
   * @param onBegun called when the worker begins the job
   */
  do(handed: Handed<Job>, onBegun: () => void): Promise<Answer>;
  /**
   * Ends the worker and its current job. For a process, resolves when it has exited and writes no files any more; for a
   * thread, at once.
   */
  end(): Promise<void>;
  /** Resolves when the worker has ended for any reason. */
  readonly gone: Promise<void>;
}

/** The job that a worker is running. */
export interface UnderWay<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  hasBegun: boolean;
  onBegun(): void;
}

/** Marks the job as begun and calls its `onBegun`, at most once. */
export function begin(job: Pick<UnderWay<unknown>, 'hasBegun' | 'onBegun'> | undefined): void {
  if (!job || job.hasBegun) return;
  job.hasBegun = true;
  job.onBegun();
}

export interface PoolOptions<Job, Answer> {
  start(): PoolWorker<Job, Answer>;
  /** Maximum number of jobs that run at the same time, at least 1. */
  size: number;
  /** Timeout of a job in milliseconds, from the moment a worker begins it; its worker is then ended. */
  longestMs: number;
  /** Maximum number of running jobs per owner; `size` when absent. */
  perOwner?: number;
  /** Maximum number of queued jobs per owner; further ones are refused. Unlimited when absent. */
  mostWaiting?: number;
  /** True when an aborted `signal` ends the running job and its worker; otherwise the job runs to its end. */
  isStoppable?: boolean;
  /** True when one idle worker is started in advance and kept, so that a job does not wait for a start. */
  isKeptReady?: boolean;
  /** Milliseconds after which other idle workers are ended; one minute when absent. */
  idleMs?: number;
  /** True when the worker must be ended after this answer. */
  isSpent?(answer: Answer): boolean;
}

export interface RunOptions {
  /** Key of the queue: owners take turns. All jobs without an owner share one queue. */
  owner?: string;
  /** Aborted when the result is no longer needed: a queued job is removed from its queue. */
  signal?: AbortSignal | undefined;
  /** Timeout in milliseconds that replaces the pool's {@link PoolOptions.longestMs}. */
  longestMs?: number | undefined;
  /**
   * Memory limit of a process in bytes; above it the process is ended. Unlimited when absent; measured on Linux only.
   */
  mostMemory?: number | undefined;
}

/** A job and the objects whose ownership is transferred to the worker. */
export interface Handed<Job> {
  job: Job;
  transfer?: readonly Transferable[];
}

/** Milliseconds within which a worker must begin its job, else it counts as lost. */
const startMs = minute;
/** Interval of the memory check in milliseconds. */
const watchMs = 100;

interface Waiting<Job, Answer> extends RunOptions {
  owner: string;
  make(): Handed<Job>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Pool of worker processes or threads; the server starts them in no other way. A worker that ended while idle is
 * replaced. A job whose worker ends is retried on a fresh one. It fails with {@link DeadlyJob} when two workers ended
 * after they had begun it, and with {@link WorkerLost} when two ended before. Owners are served round robin.
 */
export class WorkerPool<Job, Answer> {
  readonly #options: PoolOptions<Job, Answer>;
  /** Queues by owner, in the order in which owners get their next turn. */
  readonly #waiting = new Map<string, Array<Waiting<Job, Answer>>>();
  readonly #running = new Map<string, number>();
  readonly #workers = new Set<PoolWorker<Job, Answer>>();
  readonly #idle: Array<PoolWorker<Job, Answer>> = [];
  #busy = 0;
  #isClosed = false;

  constructor(options: PoolOptions<Job, Answer>) {
    this.#options = options;
  }

  /** Process ids of the workers, for tests and measurements. */
  get pids(): number[] {
    return [...this.#workers].flatMap((worker) => worker.pid ?? []);
  }

  /** True when a job would begin at once. */
  get isFree(): boolean {
    return !this.#isClosed && this.#busy < this.#options.size;
  }

  /** Starts a worker in advance unless one is idle or all are busy. */
  warm(): void {
    this.#discardDead();
    if (this.#isClosed || this.#idle.length > 0 || this.#workers.size >= this.#options.size) return;
    try {
      this.#rest(this.#start());
    } catch {
      // The next job starts a worker again and reports the failure.
    }
  }

  /**
   * Runs a job when it is its owner's turn. Throws `request.too_often` when the owner's queue is full,
   * `server.not_ready` when the pool is closed, {@link WorkerLost} (not caused by the job), {@link DeadlyJob}, {@link
   * WorkTooSlow}, {@link WorkTooLarge}, the signal's reason, and the error that the job throws.
   * @param make creates the job; called again for each retry
   */
  run(make: () => Handed<Job>, options: RunOptions = {}): Promise<Answer> {
    const { owner = '', signal } = options;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#isClosed) throw new ProductError('server.not_ready', { retryAfter: 5 });
      const queue = this.#waiting.get(owner) ?? [];
      if (queue.length >= (this.#options.mostWaiting ?? Number.POSITIVE_INFINITY))
        throw new ProductError('request.too_often', { fill: { seconds: 5 }, retryAfter: 5 });
      const leave = () => this.#withdraw(waiting);
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', leave);
          settle(value);
        };
      const waiting = { ...options, owner, make, resolve: settled(resolve), reject: settled(reject) };
      queue.push(waiting);
      this.#waiting.set(owner, queue);
      signal?.addEventListener('abort', leave, { once: true });
      this.#advance();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const left = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const { reject } of left) reject(new ProductError('server.not_ready', { retryAfter: 5 }));
    const workers = [...this.#workers];
    await Promise.all(workers.map((worker) => worker.end()));
    await Promise.all(workers.map((worker) => worker.gone));
  }

  #withdraw(waiting: Waiting<Job, Answer>): void {
    const queue = this.#waiting.get(waiting.owner);
    const place = queue?.indexOf(waiting) ?? -1;
    if (!queue || place < 0) return;
    queue.splice(place, 1);
    if (queue.length === 0) this.#waiting.delete(waiting.owner);
    waiting.reject(waiting.signal?.reason);
  }

  #advance(): void {
    while (this.isFree) {
      const next = this.#takeNext();
      if (!next) return;
      void this.#serve(next);
    }
  }

  #takeNext(): Waiting<Job, Answer> | undefined {
    for (const [owner, queue] of this.#waiting) {
      if ((this.#running.get(owner) ?? 0) >= (this.#options.perOwner ?? this.#options.size)) continue;
      const waiting = queue.shift();
      this.#waiting.delete(owner);
      // An owner with jobs left goes to the end of the order.
      if (queue.length > 0) this.#waiting.set(owner, queue);
      return waiting;
    }
    return undefined;
  }

  async #serve(waiting: Waiting<Job, Answer>): Promise<void> {
    const { owner, signal } = waiting;
    this.#busy++;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    try {
      waiting.resolve(await this.#perform(waiting));
    } catch (error) {
      const isOurEnd = this.#isClosed && error instanceof WorkerLost;
      waiting.reject(signal?.aborted ? signal.reason : isOurEnd ? new ProductError('server.not_ready') : error);
    } finally {
      this.#busy--;
      const others = (this.#running.get(owner) ?? 1) - 1;
      if (others > 0) this.#running.set(owner, others);
      else this.#running.delete(owner);
      this.#advance();
    }
  }

  /** Attempts a job and retries it on a fresh worker when its worker was lost. */
  async #perform(waiting: Waiting<Job, Answer>): Promise<Answer> {
    let ended = 0;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#attempt(waiting, tries > 1);
      } catch (error) {
        if (!(error instanceof WorkerLost) || waiting.signal?.aborted || this.#isClosed) throw error;
        if (error.hasBegun) ended++;
        if (ended === 2) throw new DeadlyJob('two workers ended under this job', { cause: error });
        // A worker that ended before it began the job is no evidence against the job.
        if (tries - ended === 2) throw error;
      }
    }
  }

  async #attempt({ make, signal, longestMs, mostMemory }: Waiting<Job, Answer>, isFresh: boolean): Promise<Answer> {
    this.#discardDead();
    const worker = (isFresh ? undefined : this.#idle.pop()) ?? this.#start();
    if (this.#options.isKeptReady) this.warm();
    const stop = () => void worker.end();
    if (this.#options.isStoppable) signal?.addEventListener('abort', stop, { once: true });
    let isLate = false;
    let isLarge = false;
    const checkMemory = () => {
      if ((worker.memory?.() ?? 0) <= (mostMemory ?? Number.POSITIVE_INFINITY)) return;
      isLarge = true;
      stop();
    };
    const watch = mostMemory === undefined ? undefined : setInterval(checkMemory, watchMs);
    let timer = setTimeout(stop, startMs);
    const onBegun = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isLate = true;
        stop();
      }, longestMs ?? this.#options.longestMs);
    };
    try {
      const answer = await worker.do(make(), onBegun);
      if (this.#options.isSpent?.(answer)) void worker.end();
      return answer;
    } catch (error) {
      if (error instanceof WorkerLost) await worker.end();
      if (isLarge && error instanceof WorkerLost) throw new WorkTooLarge('the work took too much memory');
      if (isLate && error instanceof WorkerLost) throw new WorkTooSlow('the work took too long');
      throw error;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', stop);
      if (worker.isAlive && !this.#isClosed) this.#rest(worker);
    }
  }

  #rest(worker: PoolWorker<Job, Answer>): void {
    this.#idle.push(worker);
    setTimeout(() => {
      const place = this.#idle.indexOf(worker);
      if (place < 0 || (this.#options.isKeptReady && this.#idle.length === 1)) return;
      this.#idle.splice(place, 1);
      void worker.end();
    }, this.#options.idleMs ?? minute).unref();
  }

  #discardDead(): void {
    for (const worker of this.#idle.filter(({ isAlive }) => !isAlive)) this.#forget(worker);
  }

  #forget(worker: PoolWorker<Job, Answer>): void {
    this.#workers.delete(worker);
    const place = this.#idle.indexOf(worker);
    if (place >= 0) this.#idle.splice(place, 1);
  }

  #start(): PoolWorker<Job, Answer> {
    try {
      const worker = this.#options.start();
      this.#workers.add(worker);
      void worker.gone.then(() => this.#forget(worker));
      return worker;
    } catch (cause) {
      // The system is out of memory or of process slots.
      throw new WorkerLost(false, cause);
    }
  }
}
