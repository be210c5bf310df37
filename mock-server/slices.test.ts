import { describe, expect, it } from 'vitest';
import { createSlices, sliceAlong, startEach } from './slices.ts';

/** Creates slices whose pauses the test ends. */
function slicesByHand() {
  const waiting: Array<() => void> = [];
  const lengths: number[] = [];
  const slices = createSlices(
    (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        lengths.push(ms);
        waiting.push(resolve);
        signal?.addEventListener('abort', () => reject(signal?.reason));
      }),
  );
  return { slices, lengths, endPause: () => waiting.shift()?.() };
}

/** Waits until all pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('work in slices', () => {
  it('pauses between slices, and not behind the last', async () => {
    const { slices, lengths, endPause } = slicesByHand();
    let left = 3;
    const running = slices.run(async () => --left > 0);
    await settled();
    expect(left).toBe(2);
    endPause();
    await settled();
    expect(left).toBe(1);
    endPause();
    expect(await running).toBe(true);
    expect(left).toBe(0);
    expect(lengths).toHaveLength(2);
  });

  it('walks along an index until nothing is left behind the last place', async () => {
    const rows = [3, 5, 8, 13, 21];
    const seen: number[] = [];
    const slices = createSlices(async () => undefined);
    await slices.run(
      sliceAlong<number>(async (after) => {
        const next = rows.filter((row) => after === undefined || row > after).slice(0, 2);
        seen.push(...next);
        return next.at(-1);
      }),
    );
    expect(seen).toEqual(rows);
  });

  it('starts each item in its own slice, and ends when the last of them has ended', async () => {
    const slices = createSlices(async () => undefined);
    const started: number[] = [];
    const ended: number[] = [];
    await startEach(slices, [1, 2, 3], async (item) => {
      started.push(item);
      await settled();
      ended.push(item);
    });
    expect([started, ended]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    await startEach(slices, [], async () => expect.unreachable());
  });

  it('stops where the server closes, in a pause as well, and waits for a slice under way', async () => {
    const { slices } = slicesByHand();
    const pausing = slices.run(async () => true);
    let finish = (): void => undefined;
    let isDone = false;
    const working = slices.run(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      isDone = true;
      return true;
    });
    await settled();
    const closing = slices.close();
    expect(await pausing).toBe(false);
    finish();
    await closing;
    expect(isDone).toBe(true);
    expect(await working).toBe(false);
    expect(await slices.run(async () => false)).toBe(false);
  });

  it('gives slices as many rows as this machine changes in a short time, at most a given number', async () => {
    let msPerRow = 0.1;
    let time = 0;
    const slices = createSlices(
      async () => undefined,
      () => time,
    );
    const seen: number[] = [];
    await slices.run(async (rows) => {
      seen.push(rows);
      time += rows * msPerRow;
      if (seen.length === 6) msPerRow = 3;
      return seen.length < 12;
    }, 20);
    expect(seen).toEqual([1, 2, 4, 8, 16, 20, 20, 10, 5, 2, 2, 2]);
  });

  it('pauses twice as long as the slice took, so that a slow disk leaves two thirds of the time to requests', async () => {
    let time = 0;
    const lengths: number[] = [];
    const slices = createSlices(
      async (ms) => void lengths.push(ms),
      () => time,
    );
    const durations = [0, 30, 400, 5000, 0];
    await slices.run(async () => {
      time += durations.shift() ?? 0;
      return durations.length > 0;
    });
    expect(lengths).toEqual([2, 60, 800, 1000]);
  });

  it('hands on what a slice throws', async () => {
    const { slices } = slicesByHand();
    const broken = slices.run(async () => {
      throw new Error('no such row');
    });
    await expect(broken).rejects.toThrow('no such row');
    await slices.close();
  });
});
