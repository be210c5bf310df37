import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Background work by its name. What may take long goes in slices: see `slices.ts`. */
export type Jobs = Readonly<Record<string, () => Promise<unknown>>>;

/** A job that takes longer goes on beside those behind it, milliseconds. */
const patienceMs = 250;

export interface Round {
  readonly everyMs: number;
  readonly jobs: Jobs;
  /** Begins every job that is not under way from an earlier time, each when the one before has ended or takes long. */
  begin(): Promise<void>;
  /** Does every job once, one after the other, and waits for each; those under way are waited for first. */
  all(): Promise<void>;
  /** Does something while no job of the round is under way; those to come wait for it. Rejects as `work` does. */
  between<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for what is under way. */
  settled(): Promise<void>;
}

/** Jobs that are done again and again. One that fails is logged and stops none of the others. */
export function createRound(everyMs: number, jobs: Jobs, log: Pick<Logger, 'error'>): Round {
  const underWay = new Map<string, Promise<void>>();
  const active = new Set<Promise<unknown>>();
  /** Jobs begin when what stands here has ended. */
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
        const isOver = new AbortController();
        const patience = setTimeout(patienceMs, undefined, { ref: false, signal: isOver.signal }).catch(
          () => undefined,
        );
        await Promise.race([start(name, job), patience]);
        isOver.abort();
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
