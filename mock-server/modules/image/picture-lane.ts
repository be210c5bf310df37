import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { PictureAnswer, PictureJob } from './picture-job.ts';
import { PictureWorker } from './picture-worker.ts';

export interface LaneOptions {
  /** Processes at work at the same time, at least 2. */
  processes: number;
  /** 0–19. */
  niceness: number;
  /** Whether work under way is ended when nobody wants it any more; else it runs to its end. */
  isStoppable: boolean;
  /** Whether a process is started ahead, so that nobody waits for one to start. */
  isKeptReady: boolean;
}

/** The work took longer than it may. */
export class PictureTooSlow extends Error {
  override readonly name = 'PictureTooSlow';
}

export interface RunOptions {
  /** Fires when nobody wants the result any more. */
  signal?: AbortSignal | undefined;
  /** How long the work may take once it has begun, milliseconds. */
  limitMs?: number | undefined;
}

interface Waiting extends RunOptions {
  job: PictureJob;
  resolve: (answer: PictureAnswer) => void;
  reject: (error: unknown) => void;
}

/** Jobs that may wait for one owner; more are refused. */
const waitingPerOwner = 200;
/** A process that holds more memory after its job is replaced, bytes. */
const largestRss = 400 * 1024 * 1024;
/** Processes beyond the first end after this long without a job, milliseconds. */
const idleMs = minute;

/**
 * Processes that do picture jobs. Owners take turns, and none has more than half of the processes, so that whoever
 * asks for much waits for himself.
 */
export class PictureLane {
  readonly #options: LaneOptions;
  readonly #perOwner: number;
  /** In the order of turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  readonly #workers = new Set<PictureWorker>();
  readonly #idle: PictureWorker[] = [];
  #isClosed = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#perOwner = Math.max(1, Math.floor(options.processes / 2));
  }

  /** Process ids of those that run, for tests and measurements. */
  get pids(): number[] {
    return [...this.#workers].flatMap((worker) => worker.pid ?? []);
  }

  /** Starts the first process. */
  warm(): void {
    if (this.#idle.length === 0 && this.#workers.size < this.#options.processes) this.#idle.push(this.#start());
  }

  /**
   * Does a job when it is its owner's turn. Throws `request.too_often` when too much waits, {@link PictureTooSlow},
   * PictureProcessLost, and the signal's reason.
   */
  run(owner: string, job: PictureJob, { signal, limitMs }: RunOptions = {}): Promise<PictureAnswer> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const queue = this.#waiting.get(owner) ?? [];
      if (queue.length >= waitingPerOwner)
        throw new ProductError('request.too_often', { fill: { seconds: 5 }, retryAfter: 5 });
      const waiting: Waiting = { job, signal, limitMs, resolve, reject };
      queue.push(waiting);
      this.#waiting.set(owner, queue);
      signal?.addEventListener('abort', () => this.#withdraw(owner, waiting), { once: true });
      this.#advance();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const queue of this.#waiting.values())
      for (const { reject } of queue) reject(new ProductError('server.not_ready'));
    this.#waiting.clear();
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  #withdraw(owner: string, waiting: Waiting): void {
    const queue = this.#waiting.get(owner);
    const place = queue?.indexOf(waiting) ?? -1;
    if (!queue || place < 0) return;
    queue.splice(place, 1);
    if (queue.length === 0) this.#waiting.delete(owner);
    waiting.reject(waiting.signal?.reason);
  }

  #advance(): void {
    while (!this.#isClosed && this.#workers.size - this.#idle.length < this.#options.processes) {
      const next = this.#takeNext();
      if (!next) return;
      void this.#serve(...next);
    }
  }

  #takeNext(): [string, Waiting] | undefined {
    for (const [owner, queue] of this.#waiting) {
      if ((this.#running.get(owner) ?? 0) >= this.#perOwner) continue;
      const waiting = queue.shift() as Waiting;
      this.#waiting.delete(owner);
      // The next turn is somebody else's.
      if (queue.length > 0) this.#waiting.set(owner, queue);
      return [owner, waiting];
    }
    return undefined;
  }

  async #serve(owner: string, { job, signal, limitMs, resolve, reject }: Waiting): Promise<void> {
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    const worker = this.#idle.pop() ?? this.#start();
    if (this.#options.isKeptReady) this.warm();
    const stop = () => void worker.end();
    if (this.#options.isStoppable) signal?.addEventListener('abort', stop, { once: true });
    let isLate = false;
    const timer =
      limitMs &&
      setTimeout(() => {
        isLate = true;
        stop();
      }, limitMs);
    try {
      const answer = await worker.do(job);
      if (answer.rss > largestRss) void worker.end();
      resolve(answer);
    } catch (error) {
      await worker.end();
      reject(signal?.aborted ? signal.reason : isLate ? new PictureTooSlow('the work took too long') : error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      this.#settle(owner, worker);
    }
  }

  #settle(owner: string, worker: PictureWorker): void {
    const others = (this.#running.get(owner) ?? 1) - 1;
    if (others > 0) this.#running.set(owner, others);
    else this.#running.delete(owner);
    if (worker.isAlive && !this.#isClosed) this.#rest(worker);
    else this.#workers.delete(worker);
    this.#advance();
  }

  #rest(worker: PictureWorker): void {
    this.#idle.push(worker);
    setTimeout(() => {
      const place = this.#idle.indexOf(worker);
      if (place < 0 || (this.#options.isKeptReady && this.#idle.length === 1)) return;
      this.#idle.splice(place, 1);
      this.#workers.delete(worker);
      void worker.end();
    }, idleMs).unref();
  }

  #start(): PictureWorker {
    const worker = new PictureWorker(this.#options.niceness);
    this.#workers.add(worker);
    return worker;
  }
}
