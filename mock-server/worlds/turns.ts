/** Places that several parties take in turns. */
export interface Turns {
  /**
   * Resolves with a function that gives the place back, once one is free and it is this party's turn; those of one
   * party come in order. Rejects with `signal.reason` when it is aborted while waiting.
   */
  take(party: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  begin(giveBack: () => void): void;
}

/** @param size number of places now, at least 1 */
export function createTurns(size: () => number): Turns {
  /** Parties that wait, the next one first. */
  const queues = new Map<string, Waiting[]>();
  let held = 0;

  function callNext(): void {
    while (held < size()) {
      const [party, queue] = queues.entries().next().value ?? [];
      if (party === undefined || !queue) return;
      const next = queue.shift();
      queues.delete(party);
      if (queue.length > 0) queues.set(party, queue);
      if (!next) continue;
      held += 1;
      next.begin(givenBackOnce());
    }
  }

  function givenBackOnce(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held -= 1;
      callNext();
    };
  }

  return {
    take(party, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const leave = () => {
          const queue = queues.get(party)?.filter((each) => each !== waiting) ?? [];
          if (queue.length > 0) queues.set(party, queue);
          else queues.delete(party);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          begin(giveBack) {
            signal.removeEventListener('abort', leave);
            resolve(giveBack);
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        const queue = queues.get(party) ?? [];
        queue.push(waiting);
        queues.set(party, queue);
        callNext();
      });
    },
  };
}
