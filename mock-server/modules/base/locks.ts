/** Lets one piece of work after the other at each key. */
export interface Locks {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Work with the same key runs one after the other. It spares calls to payment providers and keeps their answers in
 * order; that nothing is granted or sent twice rests on the statuses in the database and not on this.
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
