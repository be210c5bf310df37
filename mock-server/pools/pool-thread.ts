import { type ResourceLimits, Worker } from 'node:worker_threads';
import { WorkerLost } from './failures.ts';
import type { ThreadAnswer, ThreadCall, ThreadStart } from './thread-entry.ts';
import { begin, type Handed, type PoolOptions, type PoolWorker, type UnderWay, WorkerPool } from './worker-pool.ts';

export interface ThreadOptions {
  /** Module whose exported functions the thread calls, each with one argument. */
  file: URL;
  /** Niceness of the thread, 0–19; applied on Linux only. */
  niceness?: number;
  resourceLimits?: ResourceLimits;
}

/** A worker thread that runs one call at a time. */
class PoolThread<Answer> implements PoolWorker<ThreadCall, Answer> {
  readonly #worker: Worker;
  readonly gone: Promise<void>;
  #underWay: UnderWay<Answer> | undefined;
  isAlive = true;

  constructor({ file, niceness = 0, resourceLimits = {} }: ThreadOptions) {
    this.#worker = new Worker(new URL('./thread-entry.ts', import.meta.url), {
      workerData: { file: file.href, niceness } satisfies ThreadStart,
      resourceLimits,
      // The thread does not inherit the parent's flags (test runners, debuggers).
      execArgv: [],
    });
    this.#worker.unref();
    let cause: unknown;
    this.#worker.on('message', (answer: ThreadAnswer<Answer>) => this.#hear(answer));
    this.#worker.on('error', (error) => {
      cause = error;
    });
    // Messages sent before the exit are delivered before `exit` is emitted.
    this.gone = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#lose(cause ?? new Error(`the thread ended with ${code}`));
        resolve();
      });
    });
  }

  do({ job: call, transfer = [] }: Handed<ThreadCall>, onBegun: () => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!this.isAlive) throw new WorkerLost(false);
      this.#underWay = { resolve, reject, hasBegun: false, onBegun };
      this.#worker.ref();
      try {
        this.#worker.postMessage(call, [...transfer]);
      } catch (error) {
        this.#settle((job) => job.reject(error));
      }
    });
  }

  /** Resolves at once: the thread may still read and write files until it has ended (`gone`). */
  async end(): Promise<void> {
    void this.#worker.terminate();
    this.#lose(undefined);
    // Closing the pool waits for `gone`; without this reference the process could exit before.
    this.#worker.ref();
  }

  #lose(cause: unknown): void {
    this.isAlive = false;
    this.#settle((job) => job.reject(new WorkerLost(job.hasBegun, cause)));
  }

  /** Ignores messages of others: Node itself reports imports from a thread while it watches files. */
  #hear(answer: ThreadAnswer<Answer>): void {
    if (answer === 'begun') {
      begin(this.#underWay);
    } else if ('error' in answer) this.#settle((job) => job.reject(answer.error));
    else if ('result' in answer) this.#settle((job) => job.resolve(answer.result));
  }

  #settle(how: (job: UnderWay<Answer>) => void): void {
    const job = this.#underWay;
    this.#underWay = undefined;
    this.#worker.unref();
    if (job) how(job);
  }
}

/** Pool of threads that call the exported functions of one module. */
export function createThreadPool<Answer>(
  thread: ThreadOptions,
  options: Omit<PoolOptions<ThreadCall, Answer>, 'start'>,
): WorkerPool<ThreadCall, Answer> {
  return new WorkerPool({ ...options, start: () => new PoolThread<Answer>(thread) });
}
