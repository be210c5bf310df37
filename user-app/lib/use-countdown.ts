import { useEffect, useState } from 'react';

/**
 * Remaining time given by the server, milliseconds; it is counted from the moment of the answer, so that a wrong device
 * clock does not matter.
 * @param wait a new object for every answer of the server; undefined counts nothing.
 */
export function useCountdown(wait: { ms: number; since: number } | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  const end = wait ? wait.since + wait.ms : 0;
  const isRunning = end > now;
  useEffect(() => {
    setNow(performance.now());
    if (!isRunning) return;
    const timer = window.setInterval(() => setNow(performance.now()), 500);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, end - now);
}
