import type { Logger } from 'pino';
import { endedWithin } from './timers.ts';

/** Background jobs by name. Long jobs run in slices: see `slices.ts`. */
export type Jobs = Readonly<Record<string, () => Promise<unknown>>>;

/** Milliseconds after which the next job begins although the previous one is still running. */
const patienceMs = 250;

export interface Round {
  readonly everyMs: number;
  readonly jobs: Jobs;
  /**
   * Begins every job that is not still running from an earlier call, in order: each when the previous one has ended, or
   * after 250 ms.
   */
  begin(): Promise<void>;
  /** Runs every job once, one at a time, and waits for each. A job that is already running is awaited first. */
  all(): Promise<void>;
  /**
   * Runs `work` while no job of the round is running; jobs that begin meanwhile wait for it. Rejects when `work` does.
   */
  between<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for all running jobs. */
  settled(): Promise<void>;
}

/** Creates a round of recurring jobs. A failing job is logged and does not stop the others. */
export function createRound(everyMs: number, jobs: Jobs, log: Pick<Logger, 'error'>): Round {
  const underWay = new Map<string, Promise<void>>();
  const active = new Set<Promise<unknown>>();
  /** Jobs wait for this promise before they begin. */
  let gate: Promise<unknown> = Promise.resolve();

  async function perform(job: Jobs[string]): Promise<void> {
    for (let passed: Promise<unknown> | undefined; passed !== gate; await passed) passed = gate;
    const running = job();
    active.add(running);
    await running.finally(() => active.delete(running));
  }

  function start(name: string, job: Jobs[string]): Promise<void> {
    const before = underWay.get(name) ?? Promise.resolve();
    const running = before
      .then(() => perform(job))
      .catch((error: unknown) => log.error({ error, job: name }, 'background work failed'))
      .then(() => {
        if (underWay.get(name) === running) underWay.delete(name);
      });
    underWay.set(name, running);
    return running;
  }

  return {
    everyMs,
    jobs,
    async begin() {
      for (const [name, job] of Object.entries(jobs)) {
        if (underWay.has(name)) continue;
        await endedWithin(patienceMs, start(name, job));
      }
    },
    async all() {
      for (const [name, job] of Object.entries(jobs)) await start(name, job);
    },
    between(work) {
      const begun = Promise.allSettled([gate, ...active]).then(work);
      gate = begun.catch(() => undefined);
      return begun;
    },
    async settled() {
      await Promise.all(underWay.values());
    },
  };
}
