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
