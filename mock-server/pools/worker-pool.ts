import type { Transferable } from 'node:worker_threads';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { DeadlyJob, WorkerLost, WorkTooLarge, WorkTooSlow } from './failures.ts';

/** A process or a thread that does one job at a time. */
export interface PoolWorker<Job, Answer> {
  readonly pid?: number | undefined;
  /** Bytes it holds; absent for threads, whose memory is the server's. */
  memory?(): number;
  /** Whether it can be given a job, as far as is known. */
  readonly isAlive: boolean;
  /**
   * Rejects with {@link WorkerLost}, and with what the job throws.
   * @param onBegun called when the worker begins the job
   */
  do(handed: Handed<Job>, onBegun: () => void): Promise<Answer>;
  /** Ends it with what it does. Resolves once it holds nothing of the job's any more that others wait for. */
  end(): Promise<void>;
  /** Resolves when it has ended, however that came about. */
  readonly gone: Promise<void>;
}

/** The job a worker has. */
export interface UnderWay<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  hasBegun: boolean;
  onBegun(): void;
}

/** Notes that a worker has begun its job. */
export function begin(job: Pick<UnderWay<unknown>, 'hasBegun' | 'onBegun'> | undefined): void {
  if (!job || job.hasBegun) return;
  job.hasBegun = true;
  job.onBegun();
}

export interface PoolOptions<Job, Answer> {
  start(): PoolWorker<Job, Answer>;
  /** Workers at work at the same time, at least 1. */
  size: number;
  /** How long a job may take once a worker has begun it, milliseconds; its worker is ended then. */
  longestMs: number;
  /** Workers one owner may have at once; all when absent. */
  perOwner?: number;
  /** Jobs that may wait for one owner; more are refused. Any number when absent. */
  mostWaiting?: number;
  /** Whether work under way is ended when nobody wants it any more; else it runs to its end. */
  isStoppable?: boolean;
  /** Whether one worker is started ahead and kept, so that nobody waits for one to start. */
  isKeptReady?: boolean;
  /** Further idle workers end after this long, milliseconds; a minute when absent. */
  idleMs?: number;
  /** Whether a worker is to be replaced after this answer. */
  isSpent?(answer: Answer): boolean;
}

export interface RunOptions {
  /** Who takes turns with others; everybody is one when absent. */
  owner?: string;
  /** Fires when nobody wants the result any more. */
  signal?: AbortSignal | undefined;
  /** In the place of the pool's own, milliseconds. */
  longestMs?: number | undefined;
  /** What a process may hold while it does it, bytes; it is ended then. Any amount when absent; on Linux only. */
  mostMemory?: number | undefined;
}

/** A job and what goes over to the worker with it. */
export interface Handed<Job> {
  job: Job;
  transfer?: readonly Transferable[];
}

/** A worker that has not begun its job after so long never will, milliseconds. */
const startMs = minute;
/** How often memory is looked at, milliseconds. */
const watchMs = 100;

interface Waiting<Job, Answer> extends RunOptions {
  owner: string;
  make(): Handed<Job>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Processes or threads that do jobs, the one way in which the server keeps any. One that ended while it was idle is
 * noticed and replaced. A job whose worker ends is tried again once on a fresh one; a job that ends two workers is at
 * fault itself. Owners take turns.
 */
export class WorkerPool<Job, Answer> {
  readonly #options: PoolOptions<Job, Answer>;
  /** In the order of turns. */
  readonly #waiting = new Map<string, Array<Waiting<Job, Answer>>>();
  readonly #running = new Map<string, number>();
  readonly #workers = new Set<PoolWorker<Job, Answer>>();
  readonly #idle: Array<PoolWorker<Job, Answer>> = [];
  #busy = 0;
  #isClosed = false;

  constructor(options: PoolOptions<Job, Answer>) {
    this.#options = options;
  }

  /** Process ids of those that run, for tests and measurements. */
  get pids(): number[] {
    return [...this.#workers].flatMap((worker) => worker.pid ?? []);
  }

  /** Whether a job would begin at once. */
  get isFree(): boolean {
    return !this.#isClosed && this.#busy < this.#options.size;
  }

  /** Starts a worker ahead unless one is idle. */
  warm(): void {
    this.#discardDead();
    if (this.#isClosed || this.#idle.length > 0 || this.#workers.size >= this.#options.size) return;
    try {
      this.#rest(this.#start());
    } catch {
      // Whoever needs it tries again, and is told.
    }
  }

  /**
   * Does a job when it is its owner's turn.
   * @param make gives the job; asked again for each worker that tries it
   * Throws `request.too_often` when too much waits, {@link WorkerLost} (not the job's fault), {@link DeadlyJob},
   * {@link WorkTooSlow}, `server.not_ready`, the signal's reason, and what the job throws.
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
      // The next turn is somebody else's.
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

  /** Once, and after a lost worker again on a fresh one. */
  async #perform(waiting: Waiting<Job, Answer>): Promise<Answer> {
    let ended = 0;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#attempt(waiting, tries > 1);
      } catch (error) {
        if (!(error instanceof WorkerLost) || waiting.signal?.aborted || this.#isClosed) throw error;
        if (error.hasBegun) ended++;
        if (ended === 2) throw new DeadlyJob('two workers ended under this job', { cause: error });
        // One that never began the job says nothing about it.
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
    const look = () => {
      if ((worker.memory?.() ?? 0) <= (mostMemory ?? Number.POSITIVE_INFINITY)) return;
      isLarge = true;
      stop();
    };
    const watch = mostMemory === undefined ? undefined : setInterval(look, watchMs);
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
      // Out of memory, or of processes.
      throw new WorkerLost(false, cause);
    }
  }
}
