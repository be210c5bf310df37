import { setTimeout } from 'node:timers/promises';

/** Default of the maximum number of rows per slice. */
const mostRowsAtOnce = 200;
/**
 * Milliseconds that a slice may take: a longer one is followed by one of half as many rows, one that took less than half
 * of it by one of twice as many.
 */
const sliceMs = 10;

/** Bounds in milliseconds of the pause after a slice, which is twice as long as the slice took. */
const shortestPauseMs = 2;
const longestPauseMs = 1000;

/**
 * One piece of background work: at most one short transaction, or reads of a bounded number of rows found by an index
 * or a cursor. It must not block the thread for more than 20 ms, however many rows there are.
 * @param rows maximum number of rows to change: 1 in the first slice, then adapted to the time that slices take
 * @returns true when more work may remain
 */
export type Slice = (rows: number) => Promise<boolean>;

export interface Slices {
  /**
   * Repeats `slice` until no work remains, with pauses in which requests are answered. Completed slices are kept: work
   * that must continue after a restart stores its cursor in the database. Rejects when a slice throws.
   * @param mostRows maximum of the number of rows that `slice` receives; 200 by default
   * @returns false when the server is closing and work may remain
   */
  run(slice: Slice, mostRows?: number): Promise<boolean>;
  /** Begins no further slice; resolves when the running ones have ended. */
  close(): Promise<void>;
}

/** Waits `ms` milliseconds; may reject when `signal` is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<unknown>;

export const waitFor: Pause = (ms, signal) => setTimeout(ms, undefined, { signal });

/**
 * Creates the runner of long background work, which alternates with requests.
 * @param pause replaced in tests
 * @param now milliseconds of a steady clock, replaced in tests
 */
export function createSlices(pause: Pause = waitFor, now = () => performance.now()): Slices {
  const closing = new AbortController();
  const { signal } = closing;
  const underWay = new Set<Promise<boolean>>();

  async function work(slice: Slice, mostRows: number): Promise<boolean> {
    let rows = 1;
    while (!signal.aborted) {
      const since = now();
      if (!(await slice(rows))) return true;
      if (signal.aborted) return false;
      const tookMs = now() - since;
      if (tookMs > sliceMs) rows = Math.max(1, Math.floor(rows / 2));
      else if (tookMs < sliceMs / 2) rows = Math.min(rows * 2, mostRows);
      await pause(Math.min(Math.max(2 * tookMs, shortestPauseMs), longestPauseMs), signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
    return false;
  }

  return {
    async run(slice, mostRows = mostRowsAtOnce) {
      const running = work(slice, mostRows);
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
 * Returns a slice that visits rows in the order of an index: `step` processes at most `rows` rows after the cursor
 * `after`, and returns the cursor of the last one, or undefined when there were none.
 */
export function sliceAlong<Place>(step: (after: Place | undefined, rows: number) => Promise<Place | undefined>): Slice {
  let after: Place | undefined;
  return async (rows) => {
    after = await step(after, rows);
    return after !== undefined;
  };
}
