import { useEffect, useState } from 'react';
import { type Countdown, countdownAt, countdownEnd } from '#shared/domain/countdown';
import { readText, type StorageKey, storageKeys, writeText } from './storage';

function storedEnd(key: StorageKey): number | undefined {
  const text = readText(key);
  return text ? Number(text) : undefined;
}

/** The code button's countdown. The moment it ends is kept on the device, so a refresh does not lose it. */
export function useResendCountdown(
  key: StorageKey = storageKeys.codeResendAt,
): Countdown & { start: (delaySeconds: number) => void } {
  const [endsAt, setEndsAt] = useState(() => storedEnd(key));
  const [now, setNow] = useState(() => Date.now());
  const countdown = countdownAt(endsAt, now);

  useEffect(() => {
    if (!countdown.isRunning) return;
    const timer = window.setTimeout(() => setNow(Date.now()), countdown.nextTickMs);
    return () => window.clearTimeout(timer);
  }, [countdown.isRunning, countdown.nextTickMs]);

  const start = (delaySeconds: number) => {
    const startedAt = Date.now();
    const end = countdownEnd(startedAt, delaySeconds * 1_000);
    writeText(key, String(end));
    setEndsAt(end);
    setNow(startedAt);
  };
  return { ...countdown, start };
}
