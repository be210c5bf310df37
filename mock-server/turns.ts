import { setImmediate } from 'node:timers/promises';

/** Time that work may hold up others at once, milliseconds. */
const turnMs = 3;

let lastRound: Promise<unknown> = Promise.resolve();

/** Waits for a round of the event loop that no other work that takes turns is given. */
function nextRound(): Promise<unknown> {
  lastRound = lastRound.then(() => setImmediate());
  return lastRound;
}

export type Turns = ReturnType<typeof createTurns>;

/** For work on many rows: whether others should have their turn by now, and letting them. */
export function createTurns() {
  let since = performance.now();
  return {
    isOver: (): boolean => performance.now() - since > turnMs,
    async give(): Promise<void> {
      await nextRound();
      since = performance.now();
    },
  };
}

/** Places between two looks at the time, where each is done with in less than a microsecond. */
export const placesAtOnce = 1024;
