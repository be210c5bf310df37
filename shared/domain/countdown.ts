import { minute } from './time.ts';

/** Milliseconds for which the code button is disabled after a successful send (docs/RULES.md R31). */
const resendDelayMs = minute;
/** Interval in milliseconds at which the button's text is updated (docs/RULES.md R31). */
const countdownTickMs = 1_000;

/** Label of the button while no countdown runs (docs/RULES.md R31). */
const getCodeLabel = '获取验证码';

/** State of a countdown, computed from the moment it ends, which is what is kept and survives a reload. */
export interface Countdown {
  /** Whole seconds left, rounded up; 0 when it has ended. */
  seconds: number;
  isRunning: boolean;
  /** `N(s)` while it runs, else {@link getCodeLabel}. */
  label: string;
  /** Milliseconds until the text changes; 0 when it has ended. */
  nextTickMs: number;
}

/** The moment a countdown that starts now ends, milliseconds since the epoch. */
export function countdownEnd(now: number, delayMs: number = resendDelayMs): number {
  return now + delayMs;
}

/**
 * @param endsAt from {@link countdownEnd}; undefined or not finite (nothing stored, or spoilt) counts as ended.
 * @param longestMs an end farther away than this counts as this far, e.g. after the device's clock was set back.
 */
export function countdownAt(endsAt: number | undefined, now: number, longestMs: number = resendDelayMs): Countdown {
  const leftMs = endsAt !== undefined && Number.isFinite(endsAt) ? Math.min(endsAt - now, longestMs) : 0;
  if (leftMs <= 0) return { seconds: 0, isRunning: false, label: getCodeLabel, nextTickMs: 0 };
  const seconds = Math.ceil(leftMs / countdownTickMs);
  return { seconds, isRunning: true, label: `${seconds}(s)`, nextTickMs: leftMs - (seconds - 1) * countdownTickMs };
}

/** Clock and timer of a countdown. */
export interface Alarm {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs an action once, after so many milliseconds or later. @returns what takes it back */
  after(ms: number, action: () => void): () => void;
}

/**
 * Shows a countdown now and at every change of its text, until it has ended. Every showing sets the next alarm from
 * the time left, so late alarms do not add up.
 * @returns what stops it before its end
 */
export function runCountdown(
  endsAt: number | undefined,
  show: (countdown: Countdown) => void,
  alarm: Alarm,
): () => void {
  let takeBack = () => {};
  // An end too far away is shortened once: shortened anew at every alarm, it would never come closer.
  const end = endsAt === undefined ? undefined : Math.min(endsAt, countdownEnd(alarm.now()));
  const showNow = () => {
    const countdown = countdownAt(end, alarm.now());
    show(countdown);
    if (countdown.isRunning) takeBack = alarm.after(countdown.nextTickMs, showNow);
  };
  showNow();
  return () => takeBack();
}
