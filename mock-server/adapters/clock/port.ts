/** The product's time. Every expiry, countdown, lease and schedule follows it; nothing else calls `Date.now`. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A clock that QA can move. */
export interface AdjustableClock extends Clock {
  /** Sets what `now` says; with `isFrozen` it stays there until changed. */
  set(change: { now?: number; advanceMs?: number; isFrozen?: boolean }): void;
  state(): { now: number; isFrozen: boolean; offsetMs: number };
}
