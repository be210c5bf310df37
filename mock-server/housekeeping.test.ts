import { describe, expect, it } from 'vitest';
import { createRound } from './housekeeping.ts';

function roundOf(jobs: Record<string, () => Promise<unknown>>) {
  const failed: string[] = [];
  const error = (said: unknown) => void failed.push((said as { job: string }).job);
  return { round: createRound(1000, jobs, { error } as never), failed };
}

describe('a round of background work', () => {
  it('does its jobs in order, and one that fails stops none behind it', async () => {
    const done: string[] = [];
    const { round, failed } = roundOf({
      first: async () => void done.push('first'),
      broken: async () => {
        throw new Error('no such table');
      },
      last: async () => void done.push('last'),
    });
    await round.all();
    expect(done).toEqual(['first', 'last']);
    expect(failed).toEqual(['broken']);
  });

  it('goes on beside a job that takes long, which is not begun a second time', async () => {
    let isOver = (): void => undefined;
    let begun = 0;
    let others = 0;
    const { round } = roundOf({
      long: () => {
        begun++;
        return new Promise<void>((resolve) => (isOver = resolve));
      },
      short: async () => void others++,
    });
    await round.begin();
    await round.begin();
    expect([begun, others]).toEqual([1, 2]);
    const settled = round.settled();
    isOver();
    await settled;
    const third = round.begin();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toBe(2);
    isOver();
    await third;
  });

  it('begins no job while something is done between two of them, and not before those under way have ended', async () => {
    const order: string[] = [];
    let isOver = (): void => undefined;
    const { round } = roundOf({
      job: () => {
        order.push('job begins');
        return new Promise<void>((resolve) => (isOver = resolve)).then(() => void order.push('job ends'));
      },
    });
    const first = round.all();
    await new Promise((resolve) => setImmediate(resolve));
    const between = round.between(async () => {
      order.push('between');
      throw new Error('no room');
    });
    const second = round.all();
    isOver();
    await expect(between).rejects.toThrow('no room');
    await new Promise((resolve) => setImmediate(resolve));
    isOver();
    await Promise.all([first, second]);
    expect(order).toEqual(['job begins', 'job ends', 'between', 'job begins', 'job ends']);
  });

  it('that is to be done whole waits for what is under way and does it once more', async () => {
    let runs = 0;
    const { round } = roundOf({ job: async () => void runs++ });
    await Promise.all([round.all(), round.all(), round.all()]);
    expect(runs).toBe(3);
  });
});
