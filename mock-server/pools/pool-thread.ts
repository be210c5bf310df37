import { type ResourceLimits, Worker } from 'node:worker_threads';
import { WorkerLost } from './failures.ts';
import type { ThreadAnswer, ThreadCall, ThreadStart } from './thread-entry.ts';
import { begin, type Handed, type PoolOptions, type PoolWorker, type UnderWay, WorkerPool } from './worker-pool.ts';

export interface ThreadOptions {
  /** Exports what the thread can be asked to do: functions of one argument. */
  file: URL;
  /** 0–19: how far it steps back when the machine is busy; on Linux only. */
  niceness?: number;
  resourceLimits?: ResourceLimits;
}

/** A thread of its own; one call at a time. */
class PoolThread<Answer> implements PoolWorker<ThreadCall, Answer> {
  readonly #worker: Worker;
  readonly gone: Promise<void>;
  #underWay: UnderWay<Answer> | undefined;
  isAlive = true;

  constructor({ file, niceness = 0, resourceLimits = {} }: ThreadOptions) {
    this.#worker = new Worker(new URL('./thread-entry.ts', import.meta.url), {
      workerData: { file: file.href, niceness } satisfies ThreadStart,
      resourceLimits,
      // Flags of the parent (test runners, debuggers) are not the thread's.
      execArgv: [],
    });
    this.#worker.unref();
    let cause: unknown;
    this.#worker.on('message', (answer: ThreadAnswer<Answer>) => this.#hear(answer));
    this.#worker.on('error', (error) => {
      cause = error;
    });
    // What it had said is heard before.
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

  /** Its files may be read and written until it is gone; nobody waits for that. */
  async end(): Promise<void> {
    void this.#worker.terminate();
    this.#lose(undefined);
    // Who closes the pool waits for it to be gone, and a program without anything else to do would end before.
    this.#worker.ref();
  }

  #lose(cause: unknown): void {
    this.isAlive = false;
    this.#settle((job) => job.reject(new WorkerLost(job.hasBegun, cause)));
  }

  #hear(answer: ThreadAnswer<Answer>): void {
    if (answer === 'begun') {
      begin(this.#underWay);
    } else if ('error' in answer) this.#settle((job) => job.reject(answer.error));
    else this.#settle((job) => job.resolve(answer.result));
  }

  #settle(how: (job: UnderWay<Answer>) => void): void {
    const job = this.#underWay;
    this.#underWay = undefined;
    this.#worker.unref();
    if (job) how(job);
  }
}

/** Threads that make calls of a file's functions. */
export function createThreadPool<Answer>(
  thread: ThreadOptions,
  options: Omit<PoolOptions<ThreadCall, Answer>, 'start'>,
): WorkerPool<ThreadCall, Answer> {
  return new WorkerPool({ ...options, start: () => new PoolThread<Answer>(thread) });
}
