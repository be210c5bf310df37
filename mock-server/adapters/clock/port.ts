/** The product's time. Every expiry, countdown, lease and schedule follows it; nothing else calls `Date.now`. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A clock that QA can move. */
export interface AdjustableClock extends Clock {
  /** Sets what `now` says; with `isFrozen` it stays there until changed. */
  set(change: { now?: number; advanceMs?: number; isFrozen?: boolean }): void;
  /** Runs `work`, for which it is this moment all the time; for everybody else nothing changes. */
  at<T>(moment: number, work: () => Promise<T>): Promise<T>;
  state(): { now: number; isFrozen: boolean; offsetMs: number };
}
