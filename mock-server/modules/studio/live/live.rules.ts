import { liveIdleSeconds } from '#shared/contract/live';
import { minute } from '#shared/domain/time';

/** One ticket pays for this much drawing, milliseconds. */
const paidMinuteMs = minute;

/** Time and payments of a live session. */
export interface LiveAccount {
  /** Time drawn, milliseconds. */
  activeMs: number;
  minutesPaid: number;
  lastFrameAt: number | null;
}

/** The account after a frame asked for at `now`: pauses longer than the idle limit count only up to it. */
export function afterFrame({ activeMs, minutesPaid, lastFrameAt }: LiveAccount, now: number): LiveAccount {
  const gap = lastFrameAt === null ? 0 : Math.max(0, Math.min(now - lastFrameAt, liveIdleSeconds * 1000));
  const drawn = activeMs + gap;
  return {
    activeMs: drawn,
    minutesPaid: Math.max(minutesPaid, Math.floor(drawn / paidMinuteMs) + 1),
    lastFrameAt: now,
  };
}

/** Time left of what is paid, milliseconds. */
export function paidMsLeft({ activeMs, minutesPaid }: Pick<LiveAccount, 'activeMs' | 'minutesPaid'>): number {
  return Math.max(0, minutesPaid * paidMinuteMs - activeMs);
}

/** Initial account of a new session: the rest of an earlier one's last paid minute is used first. */
export function startAfter(earlier: Pick<LiveAccount, 'activeMs' | 'minutesPaid'> | undefined): LiveAccount {
  const left = earlier ? paidMsLeft(earlier) : 0;
  if (left === 0) return { activeMs: 0, minutesPaid: 0, lastFrameAt: null };
  return { activeMs: paidMinuteMs - left, minutesPaid: 1, lastFrameAt: null };
}
