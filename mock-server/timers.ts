/** Timers, injected so that tests need not wait in real time. */
export interface Timers {
  /** Calls `act` once after `ms` milliseconds. Returns a function that cancels the timer. */
  after(ms: number, act: () => void): () => void;
}

/** Node timers, which do not keep the process alive. */
export const realTimers: Timers = {
  after(ms, act) {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves when the work has ended, or after `ms` real milliseconds. Afterwards no timer holds what waited. */
export async function endedWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, ms).unref();
  try {
    await Promise.race([work, patience.promise]);
  } finally {
    clearTimeout(timer);
  }
}
