import { useEffect, useState } from 'react';
import { type Alarm, type Countdown, countdownAt, countdownEnd, runCountdown } from '#shared/domain/countdown';
import { readText, type StorageKey, storageKeys, writeText } from './storage';

const windowAlarm: Alarm = {
  now: () => Date.now(),
  after: (ms, action) => {
    const timer = window.setTimeout(action, ms);
    return () => window.clearTimeout(timer);
  },
};

function storedEnd(key: StorageKey): number | undefined {
  const text = readText(key);
  return text ? Number(text) : undefined;
}

/** The code button's countdown. The moment it ends is kept on the device, so a refresh does not lose it. */
export function useResendCountdown(
  key: StorageKey = storageKeys.codeResendAt,
): Countdown & { start: (delaySeconds: number) => void } {
  const [endsAt, setEndsAt] = useState(() => storedEnd(key));
  const [countdown, setCountdown] = useState(() => countdownAt(endsAt, windowAlarm.now()));

  useEffect(() => runCountdown(endsAt, setCountdown, windowAlarm), [endsAt]);

  const start = (delaySeconds: number) => {
    const now = windowAlarm.now();
    const end = countdownEnd(now, delaySeconds * 1_000);
    writeText(key, String(end));
    setEndsAt(end);
    // At once, so that the button is not enabled until the effect has run.
    setCountdown(countdownAt(end, now));
  };
  return { ...countdown, start };
}
