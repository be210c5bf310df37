import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeadlyJob, WorkerLost, WorkTooSlow, workerFault } from './failures.ts';
import { type Handed, type PoolWorker, WorkerPool } from './worker-pool.ts';

/** A worker whose begin, answer and end are triggered by the test. */
class FakeWorker implements PoolWorker<string, string> {
  isAlive = true;
  jobs: string[] = [];
  #leave = () => {};
  readonly gone = new Promise<void>((resolve) => {
    this.#leave = resolve;
  });
  #underWay: { resolve(answer: string): void; reject(error: unknown): void; onBegun(): void } | undefined;
  #hasBegun = false;

  do({ job }: Handed<string>, onBegun: () => void): Promise<string> {
    this.jobs.push(job);
    return new Promise((resolve, reject) => {
      this.#underWay = { resolve, reject, onBegun };
    });
  }
  begin() {
    this.#hasBegun = true;
    this.#underWay?.onBegun();
  }
  answer(words: string) {
    this.#underWay?.resolve(words);
  }
  /** Ends unexpectedly, as a crashed worker does. */
  die() {
    this.isAlive = false;
    this.#underWay?.reject(new WorkerLost(this.#hasBegun));
    this.#leave();
  }
  async end() {
    this.die();
  }
}

let started: FakeWorker[];
let refuse: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  refuse = false;
});
afterEach(() => {
  vi.useRealTimers();
});

function open(options: { longestMs?: number; size?: number } = {}) {
  const start = () => {
    if (refuse) throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
    const worker = new FakeWorker();
    started.push(worker);
    return worker;
  };
  return new WorkerPool<string, string>({ start, size: 1, longestMs: 1000, ...options });
}

const ask = (pool: WorkerPool<string, string>, job = 'job') => {
  const outcome = pool.run(() => ({ job })).catch((error: unknown) => error);
  return { outcome };
};
const turn = () => vi.advanceTimersByTimeAsync(0);

describe('a pool of workers', () => {
  it('keeps one for the next job, and takes another where that one has died meanwhile', async () => {
    const pool = open();
    const first = ask(pool);
    started[0]?.answer('one');
    expect(await first.outcome).toBe('one');
    const second = ask(pool);
    started[0]?.answer('two');
    expect(await second.outcome).toBe('two');
    started[0]?.die();
    const third = ask(pool);
    expect(started).toHaveLength(2);
    started[1]?.answer('three');
    expect(await third.outcome).toBe('three');
  });

  it('asks a fresh one where the kept one dies as it is given the job', async () => {
    const pool = open();
    const first = ask(pool);
    started[0]?.answer('one');
    await first.outcome;
    const second = ask(pool);
    started[0]?.die();
    await turn();
    started[1]?.answer('two');
    expect(await second.outcome).toBe('two');
  });

  it('blames a job that ends two workers, and gives it to no third', async () => {
    const pool = open();
    const { outcome } = ask(pool);
    for (const place of [0, 1]) {
      started[place]?.begin();
      started[place]?.die();
      await turn();
    }
    expect(await outcome).toBeInstanceOf(DeadlyJob);
    expect(started).toHaveLength(2);
    expect(workerFault(await outcome)).toMatchObject({ status: 422 });
  });

  it('blames nobody’s job where workers end before they begin', async () => {
    const pool = open();
    const { outcome } = ask(pool);
    for (const place of [0, 1]) {
      started[place]?.die();
      await turn();
    }
    expect(await outcome).toBeInstanceOf(WorkerLost);
    const told = workerFault(await outcome);
    expect(told).toMatchObject({ status: 503, reason: 'server.worker_lost' });
    expect(told?.retryAfter).toBeGreaterThan(0);
  });

  it('blames no job where the system gives no worker, and serves the next when it does', async () => {
    const pool = open();
    refuse = true;
    pool.warm();
    expect(workerFault(await ask(pool).outcome)).toMatchObject({ status: 503 });
    refuse = false;
    const next = ask(pool);
    started[0]?.answer('done');
    expect(await next.outcome).toBe('done');
  });

  it('ends a worker that never begins, and one that never answers', async () => {
    const pool = open();
    const never = ask(pool);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await never.outcome).toBeInstanceOf(WorkerLost);
    expect(started.map(({ isAlive }) => isAlive)).toEqual([false, false]);
    const slow = ask(pool);
    started[2]?.begin();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await slow.outcome).toBeInstanceOf(WorkTooSlow);
    expect(started[2]?.isAlive).toBe(false);
    expect(started).toHaveLength(3);
  });

  it('goes on with those who wait when a worker dies', async () => {
    const pool = open();
    const lost = ask(pool, 'first');
    const waits = ask(pool, 'second');
    for (const place of [0, 1]) {
      started[place]?.begin();
      started[place]?.die();
      await turn();
    }
    await lost.outcome;
    started[2]?.answer('second done');
    expect(await waits.outcome).toBe('second done');
  });
});
