import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('work in turns', () => {
  it('is over after a few milliseconds, and begins anew when others had theirs', async () => {
    const turns = createTurns();
    expect(turns.isOver()).toBe(false);
    const end = performance.now() + 10;
    while (performance.now() < end);
    expect(turns.isOver()).toBe(true);
    await turns.give();
    expect(turns.isOver()).toBe(false);
  });

  it('of several leaves a round of the event loop to each', async () => {
    let round = 0;
    let isDone = false;
    const rounds = (async () => {
      for (; !isDone; round++) await setImmediate();
    })();
    const seen = await Promise.all(
      [1, 2, 3].map(() =>
        createTurns()
          .give()
          .then(() => round),
      ),
    );
    isDone = true;
    await rounds;
    expect(new Set(seen).size).toBe(3);
  });
});
