const everyMs = 20;

export interface Health {
  p99: number;
  /** Longest time from the due time of a request to its response, in milliseconds. */
  longestMs: number;
  asked: number;
}

/**
 * Requests `/api/health` of every origin at a fixed rate while `body` runs, without waiting for earlier responses.
 * @returns one figure per origin, in their order
 */
export async function askMeanwhile<T>(
  origins: readonly string[],
  body: () => Promise<T>,
): Promise<{ result: T; health: Health[] }> {
  const times = origins.map((): number[] => []);
  const underWay: Array<Promise<void>> = [];
  const startedAt = performance.now();
  let asked = 0;
  const ask = async (place: number, dueAt: number) => {
    const answer = await fetch(`${origins[place]}/api/health`);
    await answer.arrayBuffer();
    times[place]?.push(performance.now() - dueAt);
  };
  // Requests that became due while this process was blocked are sent late, and the delay counts as response time.
  const keepUp = () => {
    for (; startedAt + asked * everyMs <= performance.now(); asked++)
      for (const place of origins.keys()) underWay.push(ask(place, startedAt + asked * everyMs));
  };
  keepUp();
  const rhythm = setInterval(keepUp, everyMs);
  const result = await body().finally(() => clearInterval(rhythm));
  await Promise.all(underWay);
  return { result, health: times.map(healthOf) };
}

function healthOf(times: readonly number[]): Health {
  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
  return { p99, longestMs: sorted.at(-1) ?? 0, asked: sorted.length };
}
