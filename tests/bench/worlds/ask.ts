import autocannon from 'autocannon';

/** A call that reads one row and nothing else of the database. */
export const cheapCall = '/api/system/settings';

/** Asks in a world and reads the whole answer; undefined is the unnamed one. Throws unless it is 200 or 201. */
export async function ask(
  origin: string,
  space: string | undefined,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<unknown> {
  const headers = { ...headersOf(space), ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path} in ${space} answered ${response.status}`);
  return answer;
}

export const headersOf = (space: string | undefined): Record<string, string> =>
  space === undefined ? {} : { 'x-mock-space': space };

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Requests answered in a second, asked of the worlds in turn for some seconds. */
export async function requestsPerSecond(
  origin: string,
  spaces: ReadonlyArray<string | undefined>,
  { seconds = 4, cookie }: { seconds?: number; cookie?: string } = {},
): Promise<number> {
  const requests = spaces.map((space) => ({
    path: cheapCall,
    headers: { ...headersOf(space), ...(cookie && { cookie }) },
  }));
  const { requests: answered, non2xx } = await autocannon({ url: origin, connections: 8, duration: seconds, requests });
  if (non2xx > 0) throw new Error(`${non2xx} requests were refused`);
  return answered.total / seconds;
}
