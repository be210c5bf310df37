import { setTimeout } from 'node:timers/promises';

/** After a slice others have the process for as long as it took, within these bounds, milliseconds. */
const shortestPauseMs = 2;
const longestPauseMs = 50;

/**
 * One piece of background work: at most one short transaction, or reads of a bounded number of rows that an index or a
 * cursor finds. Nothing in it may take longer than 20 ms, however many rows there are. Gives whether more may be left.
 */
export type Slice = () => Promise<boolean>;

export interface Slices {
  /**
   * Does `slice` until nothing is left, with pauses between the slices in which requests are answered. What was done is
   * kept: work that must go on after a restart finds its place in the database again. Rejects with what a slice throws.
   * @returns false where the server is closing and something may be left
   */
  run(slice: Slice): Promise<boolean>;
  /** No slice begins any more; resolves when those under way have ended. */
  close(): Promise<void>;
}

/** Lets others have the process; rejects when `signal` is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

const waitFor: Pause = (ms, signal) => setTimeout(ms, undefined, { signal });

/** For background work of any length, which takes turns with requests. `pause` is for tests. */
export function createSlices(pause: Pause = waitFor): Slices {
  const closing = new AbortController();
  const { signal } = closing;
  const underWay = new Set<Promise<boolean>>();

  async function work(slice: Slice): Promise<boolean> {
    while (!signal.aborted) {
      const since = performance.now();
      if (!(await slice())) return true;
      if (signal.aborted) return false;
      const tookMs = performance.now() - since;
      await pause(Math.min(Math.max(tookMs, shortestPauseMs), longestPauseMs), signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
    return false;
  }

  return {
    async run(slice) {
      const running = work(slice);
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}

/**
 * A slice over rows in the order of an index: `step` does the next rows behind `after` and gives the place of the last
 * one, or undefined where there were none.
 */
export function sliceAlong<Place>(step: (after: Place | undefined) => Promise<Place | undefined>): Slice {
  let after: Place | undefined;
  return async () => {
    after = await step(after);
    return after !== undefined;
  };
}
