const everyMs = 20;

export interface Health {
  p99: number;
  /** Nothing was answered for so long, milliseconds. */
  longestMs: number;
  asked: number;
}

/** Asks `/api/health` in a steady rhythm, whether or not the last answer is there, while something is done. */
export async function askMeanwhile<T>(origin: string, body: () => Promise<T>): Promise<{ result: T; health: Health }> {
  const times: number[] = [];
  const underWay: Array<Promise<void>> = [];
  const startedAt = performance.now();
  let asked = 0;
  const ask = async (dueAt: number) => {
    const answer = await fetch(`${origin}/api/health`);
    await answer.arrayBuffer();
    times.push(performance.now() - dueAt);
  };
  // A rhythm that was lost is made up for: what was due while this process stood still is asked late, and counts so.
  const keepUp = () => {
    for (; startedAt + asked * everyMs <= performance.now(); asked++) underWay.push(ask(startedAt + asked * everyMs));
  };
  keepUp();
  const rhythm = setInterval(keepUp, everyMs);
  const result = await body().finally(() => clearInterval(rhythm));
  await Promise.all(underWay);
  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
  return { result, health: { p99, longestMs: sorted.at(-1) ?? 0, asked } };
}
