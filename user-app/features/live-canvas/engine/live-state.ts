/**
 * off: not started; opening: asking for a session; live: frames go; paused: by the person; idle: nothing was drawn for a
 * while; reconnecting: no answer, tried again by itself; short: no ticket for the next minute; taken: another window
 * draws; failed: refused, the sentence says why.
 */
export type LivePhase = 'off' | 'opening' | 'live' | 'paused' | 'idle' | 'reconnecting' | 'short' | 'taken' | 'failed';

export interface LiveState {
  phase: LivePhase;
  /** True when a frame is under way. */
  isRendering: boolean;
  /** The newest picture that was answered. */
  picture: Blob | undefined;
  /** Sequence of {@link picture}; 0 before the first. */
  shownSequence: number;
  /** Time the engine took for it, milliseconds. */
  ms: number | undefined;
  /** Pictures a second while drawing; undefined while there are too few to say. */
  framesPerSecond: number | undefined;
  ticketsLeft: number | undefined;
  /** Active time left in the paid minute when the newest picture came, milliseconds. */
  minuteLeft: number | undefined;
  answeredAt: number | undefined;
  /** The session's seed. */
  seed: number | undefined;
  /** Why it stopped, as a sentence. */
  problem: string | undefined;
  /** True when the paper differs from what was rendered. */
  hasChanges: boolean;
  idleSeconds: number;
}

export const offState: LiveState = {
  phase: 'off',
  isRendering: false,
  picture: undefined,
  shownSequence: 0,
  ms: undefined,
  framesPerSecond: undefined,
  ticketsLeft: undefined,
  minuteLeft: undefined,
  answeredAt: undefined,
  seed: undefined,
  problem: undefined,
  hasChanges: false,
  idleSeconds: 20,
};

/** Active time left in the paid minute at `now`: a pause counts as drawing for `idleSeconds` at most. */
export function minuteLeftAt({ minuteLeft, answeredAt, idleSeconds }: LiveState, now: number): number | undefined {
  if (minuteLeft === undefined || answeredAt === undefined) return undefined;
  const passed = Math.min(Math.max(0, now - answeredAt), idleSeconds * 1000);
  return Math.max(0, minuteLeft - passed);
}

/** Pictures a second over the times they came at, milliseconds, oldest first. */
export function rateOf(times: readonly number[]): number | undefined {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined || last <= first) return undefined;
  return ((times.length - 1) * 1000) / (last - first);
}
