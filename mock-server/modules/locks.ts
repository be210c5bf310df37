/** Lets one piece of work after the other at each key. */
export interface Locks {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/**
 * One flight per order: what asks a provider about an order waits for what asked before. It spares calls and keeps
 * answers in order; that nothing is granted twice does not rest on it but on the state in the database.
 */
export function createLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = last.get(key);
      const flight = before === undefined ? work() : before.then(work, work);
      last.set(key, flight);
      try {
        return await flight;
      } finally {
        if (last.get(key) === flight) last.delete(key);
      }
    },
  };
}
