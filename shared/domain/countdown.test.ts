import { describe, expect, it } from 'vitest';
import { type Alarm, countdownAt, countdownEnd, runCountdown } from './countdown.ts';

const sentAt = 1_760_000_000_000;

describe('the code button', () => {
  it('counts 60 seconds down, one a second, and then offers a code again', () => {
    const endsAt = countdownEnd(sentAt);
    const labels = [0, 1, 999, 1000, 30_500, 59_000, 59_999, 60_000, 90_000].map(
      (ms) => countdownAt(endsAt, sentAt + ms).label,
    );
    expect(labels).toEqual(['60(s)', '60(s)', '60(s)', '59(s)', '30(s)', '1(s)', '1(s)', '获取验证码', '获取验证码']);
  });

  it('is disabled exactly while it counts', () => {
    const endsAt = countdownEnd(sentAt);
    expect([0, 59_999, 60_000].map((ms) => countdownAt(endsAt, sentAt + ms).isRunning)).toEqual([true, true, false]);
  });

  it('goes on after a refresh from the stored end alone', () => {
    const stored = Number(String(countdownEnd(sentAt)));
    expect(countdownAt(stored, sentAt + 17_250)).toEqual({
      seconds: 43,
      isRunning: true,
      label: '43(s)',
      nextTickMs: 750,
    });
  });

  it('wakes at every change of the text and never twice for one', () => {
    const endsAt = countdownEnd(sentAt + 123);
    const seen: number[] = [];
    let now = sentAt + 456;
    for (let step = countdownAt(endsAt, now); step.isRunning; step = countdownAt(endsAt, now)) {
      seen.push(step.seconds);
      now += step.nextTickMs;
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, place) => 60 - place));
    expect(now).toBe(endsAt);
  });

  it('takes what the server says instead of 60 seconds', () => {
    expect(countdownAt(countdownEnd(sentAt, 5_000), sentAt).label).toBe('5(s)');
  });

  it('does not believe a spoilt or far-off end', () => {
    expect([undefined, Number.NaN, Number.POSITIVE_INFINITY].map((end) => countdownAt(end, sentAt).isRunning)).toEqual([
      false,
      false,
      false,
    ]);
    expect(countdownAt(sentAt + 86_400_000, sentAt).seconds).toBe(60);
  });
});

/** A clock whose alarms all come `lateMs` after the time they were set for. */
function lateAlarm(lateMs: number) {
  let now = sentAt;
  let waiting: { at: number; action: () => void } | undefined;
  const alarm: Alarm = {
    now: () => now,
    after: (ms, action) => {
      waiting = { at: now + ms + lateMs, action };
      return () => {
        waiting = undefined;
      };
    },
  };
  const ring = () => {
    const next = waiting;
    waiting = undefined;
    if (next) now = next.at;
    next?.action();
    return next !== undefined;
  };
  return { alarm, ring };
}

describe('a running countdown', () => {
  it.each([0, 1, 4, 250, 999])('reaches its end when every alarm is %i ms late', (lateMs) => {
    const { alarm, ring } = lateAlarm(lateMs);
    const labels: string[] = [];
    runCountdown(countdownEnd(sentAt), ({ label }) => labels.push(label), alarm);
    while (ring());
    expect(labels[0]).toBe('60(s)');
    expect(labels.slice(-2)).toEqual(['1(s)', '获取验证码']);
    expect(alarm.now() - sentAt).toBeLessThanOrEqual(60_000 + lateMs);
  });

  it('takes a minute from an end that is too far away to be believed', () => {
    const { alarm, ring } = lateAlarm(0);
    runCountdown(sentAt + 86_400_000, () => undefined, alarm);
    let rings = 0;
    while (rings < 100 && ring()) rings += 1;
    expect([rings, alarm.now() - sentAt]).toEqual([60, 60_000]);
  });

  it('is silent once it was stopped, and where there is nothing to count', () => {
    const { alarm, ring } = lateAlarm(0);
    const labels: string[] = [];
    const stop = runCountdown(countdownEnd(sentAt), ({ label }) => labels.push(label), alarm);
    ring();
    stop();
    expect(ring()).toBe(false);
    runCountdown(undefined, ({ label }) => labels.push(label), alarm);
    expect(ring()).toBe(false);
    expect(labels).toEqual(['60(s)', '59(s)', '获取验证码']);
  });
});
