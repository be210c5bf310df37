/** Real time, injected so that tests need not wait for it. */
export interface Timers {
  /** Does something once after `ms` milliseconds. Returns what calls it off. */
  after(ms: number, act: () => void): () => void;
}

/** Timers that do not keep the process alive. */
export const realTimers: Timers = {
  after(ms, act) {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};
