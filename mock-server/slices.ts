import { setTimeout } from 'node:timers/promises';

/** Bounds in milliseconds of the pause after a slice, which is as long as the slice took. */
const shortestPauseMs = 2;
const longestPauseMs = 50;

/**
 * One piece of background work: at most one short transaction, or reads of a bounded number of rows found by an index
 * or a cursor. It must not block the thread for more than 20 ms, however many rows there are. Returns true when more
 * work may remain.
 */
export type Slice = () => Promise<boolean>;

export interface Slices {
  /**
   * Repeats `slice` until no work remains, with pauses in which requests are answered. Completed slices are kept: work
   * that must continue after a restart stores its cursor in the database. Rejects when a slice throws.
   * @returns false when the server is closing and work may remain
   */
  run(slice: Slice): Promise<boolean>;
  /** Begins no further slice; resolves when the running ones have ended. */
  close(): Promise<void>;
}

/** Waits `ms` milliseconds; rejects when `signal` is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

const waitFor: Pause = (ms, signal) => setTimeout(ms, undefined, { signal });

/**
 * Creates the runner of long background work, which alternates with requests.
 * @param pause replaced in tests
 */
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

/** Starts `act` for each item, each in a slice of its own, without waiting for it; resolves when all have ended. */
export async function startEach<T>(slices: Slices, items: readonly T[], act: (item: T) => Promise<void>) {
  const started: Array<Promise<void>> = [];
  await slices.run(async () => {
    const item = items[started.length];
    if (item !== undefined) started.push(act(item));
    return started.length < items.length;
  });
  await Promise.all(started);
}

/**
 * Returns a slice that visits rows in the order of an index: `step` processes the next rows after the cursor `after`,
 * and returns the cursor of the last one, or undefined when there were none.
 */
export function sliceAlong<Place>(step: (after: Place | undefined) => Promise<Place | undefined>): Slice {
  let after: Place | undefined;
  return async () => {
    after = await step(after);
    return after !== undefined;
  };
}
