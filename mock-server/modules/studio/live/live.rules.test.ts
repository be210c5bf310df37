import { describe, expect, it } from 'vitest';
import { afterFrame, type LiveAccount, paidMsLeft, startAfter } from './live.rules.ts';

const fresh: LiveAccount = { activeMs: 0, minutesPaid: 0, lastFrameAt: null };

/** The account after frames at these moments, milliseconds. */
const drawn = (...moments: number[]) => moments.reduce(afterFrame, fresh);

describe('the time of a live session', () => {
  it('has its first minute paid by the first frame', () => {
    expect(drawn(5000)).toEqual({ activeMs: 0, minutesPaid: 1, lastFrameAt: 5000 });
    expect(paidMsLeft(drawn(5000))).toBe(60_000);
  });

  it('grows by what lies between frames, and by 20 seconds at most', () => {
    expect(drawn(0, 3000, 10_000).activeMs).toBe(10_000);
    expect(drawn(0, 3_600_000).activeMs).toBe(20_000);
    expect(drawn(0, 3_600_000, 7_200_000)).toMatchObject({ activeMs: 40_000, minutesPaid: 1 });
  });

  it('pays the next minute with the frame that starts it, not before', () => {
    expect(drawn(0, 20_000, 40_000, 59_999).minutesPaid).toBe(1);
    expect(drawn(0, 20_000, 40_000, 60_000)).toMatchObject({ activeMs: 60_000, minutesPaid: 2 });
    expect(paidMsLeft(drawn(0, 20_000, 40_000, 60_000))).toBe(60_000);
  });

  it('does not run backwards with the clock', () => {
    expect(drawn(10_000, 4000)).toEqual({ activeMs: 0, minutesPaid: 1, lastFrameAt: 4000 });
  });
});

describe('the next session', () => {
  it('begins unpaid when nothing is left', () => {
    expect(startAfter(undefined)).toEqual(fresh);
    expect(startAfter({ activeMs: 60_000, minutesPaid: 1 })).toEqual(fresh);
  });

  it('draws first what is left of the last paid minute', () => {
    const next = startAfter(drawn(0, 15_000));
    expect(next).toEqual({ activeMs: 15_000, minutesPaid: 1, lastFrameAt: null });
    expect(paidMsLeft(afterFrame(next, 99_000))).toBe(45_000);
  });
});
