import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { WorkerLost } from '../pools/failures.ts';
import { type ReadingAnswer, type ReadingQuestion, serveReading } from './serve-reading.ts';

interface Waiting {
  take(rows: unknown[], isLast: boolean, ms: number): void;
  fail(error: Error): void;
}

/** Milliseconds without a query after which a reader is closed. */
const idleMs = 30_000;

/** Options of the readers of one database. */
export interface ReaderOptions {
  /** Niceness of the threads, 0–19; on Linux only. */
  niceness?: number;
  /** False when queries run in the calling thread, which suits many small databases. */
  isThreaded: boolean;
  /** Told of every query and the milliseconds that reading its rows took. */
  onStatement?: StatementWatch | undefined;
}

/** @param ms duration in milliseconds */
export type StatementWatch = (sql: string, ms: number) => void;

/** A read-only connection, by default in its own worker thread. */
export class ReadingThread {
  readonly #worker: Worker | MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  readonly #onStatement: StatementWatch | undefined;
  #lastId = 0;
  isGone = false;

  constructor(file: string, options: ReaderOptions) {
    this.#worker = options.isThreaded ? startThread(file, options) : startHere(file);
    this.#onStatement = options.onStatement;
    let cause: unknown;
    this.#worker.on('message', (answer: ReadingAnswer) => this.#receive(answer));
    this.#worker.on('error', (error: unknown) => {
      cause = error;
    });
    this.#ended = new Promise((resolve) => {
      this.#worker.once(options.isThreaded ? 'exit' : 'close', () => {
        this.#end(new WorkerLost(true, cause));
        resolve();
      });
    });
    this.#worker.unref();
  }

  /** All rows of a query. */
  all(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const found: unknown[] = [];
    let total = 0;
    return new Promise((resolve, reject) => {
      this.#ask(
        { id: ++this.#lastId, kind: 'all', sql, parameters },
        {
          take: (rows, isLast, ms) => {
            for (const row of rows) found.push(row);
            total += ms;
            if (!isLast) return;
            this.#onStatement?.(sql, total);
            resolve(found);
          },
          fail: reject,
        },
      );
    });
  }

  /** Yields the rows of a query in batches, read on demand; other queries can run in between. */
  async *walk(sql: string, parameters: readonly unknown[]): AsyncGenerator<unknown[], void> {
    const id = ++this.#lastId;
    let isOver = false;
    let total = 0;
    const batch = (question: ReadingQuestion) =>
      new Promise<unknown[]>((resolve, reject) => {
        const take = (rows: unknown[], isLast: boolean, ms: number) => {
          isOver = isLast;
          total += ms;
          resolve(rows);
        };
        this.#ask(question, { take, fail: reject }, true);
      });
    try {
      yield await batch({ id, kind: 'walk', sql, parameters });
      while (!isOver) yield await batch({ id, kind: 'next' });
    } finally {
      this.#onStatement?.(sql, total);
      if (!isOver && !this.isGone) this.#worker.postMessage({ id, kind: 'leave' } satisfies ReadingQuestion);
    }
  }

  /** Closes the connection after the running query; queued queries are rejected. */
  async close(): Promise<void> {
    if (!this.isGone) {
      this.#worker.ref();
      this.#worker.postMessage({ id: 0, kind: 'close' } satisfies ReadingQuestion);
    }
    await this.#ended;
  }

  #ask(question: ReadingQuestion, waiting: Waiting, isOneBatch = false): void {
    if (this.isGone) {
      waiting.fail(new WorkerLost(false));
      return;
    }
    const { id } = question;
    const done = () => {
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#worker.unref();
    };
    this.#waiting.set(id, {
      take: (rows, isLast, ms) => {
        if (isLast || isOneBatch) done();
        waiting.take(rows, isLast, ms);
      },
      fail: (error) => {
        done();
        waiting.fail(error);
      },
    });
    // Only a busy reader keeps the process alive.
    this.#worker.ref();
    this.#worker.postMessage(question);
  }

  #receive(answer: ReadingAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if ('error' in answer) {
      const { message, code } = answer.error;
      waiting?.fail(Object.assign(new Error(message), code === undefined ? {} : { code }));
    } else waiting?.take(answer.rows, answer.isLast, answer.ms);
  }

  #end(error: Error): void {
    this.isGone = true;
    for (const waiting of [...this.#waiting.values()]) waiting.fail(error);
  }
}

function startThread(file: string, { niceness = 0 }: ReaderOptions): Worker {
  return new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: { file, niceness },
    execArgv: [],
    // Rows live for one message; a larger young generation would only be returned to the system late.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
}

function startHere(file: string): MessagePort {
  const { port1, port2 } = new MessageChannel();
  serveReading(file, port2);
  port2.unref();
  return port1;
}

const closed = () => new Error('the database is closed');

/** Pool of readers of one database: started on demand, closed when idle. */
export class ReadingPool {
  readonly #start: () => ReadingThread;
  readonly #size: number;
  readonly #threads = new Set<ReadingThread>();
  readonly #free: ReadingThread[] = [];
  readonly #queue: Array<{ resolve(thread: ReadingThread): void; reject(error: unknown): void }> = [];
  readonly #idle = new Map<ReadingThread, NodeJS.Timeout>();
  #isClosed = false;

  constructor(file: string, { size, ...options }: ReaderOptions & { size: number }) {
    this.#start = () => new ReadingThread(file, options);
    this.#size = size;
  }

  /** Returns a reader for exclusive use until {@link giveBack}; callers are served in order of arrival. */
  async take(): Promise<ReadingThread> {
    if (this.#isClosed) throw closed();
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      clearTimeout(this.#idle.get(free));
      this.#idle.delete(free);
      if (!free.isGone) return free;
      this.#threads.delete(free);
    }
    if (this.#threads.size < this.#size) return this.#added();
    return new Promise((resolve, reject) => this.#queue.push({ resolve, reject }));
  }

  /** Replaces a lost thread with a fresh one. */
  replace(lost: ReadingThread): ReadingThread {
    if (this.#isClosed) throw closed();
    this.#threads.delete(lost);
    return this.#added();
  }

  giveBack(thread: ReadingThread): void {
    if (thread.isGone) this.#threads.delete(thread);
    const next = this.#queue.shift();
    if (next) {
      try {
        next.resolve(thread.isGone ? this.#added() : thread);
      } catch (error) {
        next.reject(error);
      }
      return;
    }
    if (thread.isGone || this.#isClosed) return;
    this.#free.push(thread);
    this.#idle.set(thread, setTimeout(() => this.#retire(thread), idleMs).unref());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(closed());
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #added(): ReadingThread {
    try {
      const thread = this.#start();
      this.#threads.add(thread);
      return thread;
    } catch (cause) {
      throw new WorkerLost(false, cause);
    }
  }

  #retire(thread: ReadingThread): void {
    this.#idle.delete(thread);
    const place = this.#free.indexOf(thread);
    if (place < 0) return;
    this.#free.splice(place, 1);
    this.#threads.delete(thread);
    void thread.close();
  }
}
