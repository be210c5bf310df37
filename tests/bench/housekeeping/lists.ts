import { z } from 'zod';
import { contract } from '../../../shared/contract/index.ts';
import { type Measurement, say, tell } from '../measurement.ts';
import type { BenchServer } from '../server.ts';

const rounds = 9;
const mostMs = 100;

interface OwnList {
  path: string;
  /** Query strings: without a filter, with every filter of the contract, and with every pair of filters. */
  queries: string[];
}

/** Returns every paged list endpoint of the user's own records. */
function ownLists(): OwnList[] {
  return Object.values(contract).flatMap(({ method, access, path, input }) => {
    const shape: Record<string, z.ZodType> = input instanceof z.ZodObject ? input.shape : {};
    const isWalked = 'size' in shape && ('cursor' in shape || 'page' in shape);
    if (method !== 'GET' || access !== 'user' || !isWalked || !input.safeParse({}).success) return [];
    const filters = Object.entries(shape).map(([name, field]) =>
      valuesOf(name, field).map((value) => `&${name}=${value}`),
    );
    const pairs = filters.flatMap((ones, place) =>
      filters.slice(place + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => one + other))),
    );
    return [{ path, queries: ['', ...filters.flat(), ...pairs] }];
  });
}

function valuesOf(name: string, field: z.ZodType): string[] {
  if (name === 'tool') return ['toline'];
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

/** Measures the first, a middle and the last page of every list, for an account with very many rows. */
export async function benchLists({ origin }: BenchServer, cookie: string): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const { path, queries } of ownLists()) {
    let slowest = { page: '', ms: 0 };
    for (const query of queries) {
      for (const page of await pagesOf(origin, `${path}?size=50${query}`, cookie)) {
        const ms = await medianOf(origin + page, cookie);
        if (ms > mostMs) say(`${page}: ${Math.round(ms)} ms`);
        if (ms > slowest.ms) slowest = { page, ms };
      }
    }
    const name = `${path}, ${queries.length} filters, median of the slowest page (${slowest.page.slice(path.length)})`;
    measured.push(tell({ name, ours: slowest.ms, unit: 'ms', target: `at most ${mostMs} ms` }));
  }
  return measured;
}

async function pagesOf(origin: string, address: string, cookie: string): Promise<string[]> {
  const answer = await fetch(origin + address, { headers: { cookie } });
  const { data, error } = (await answer.json()) as {
    data: { total?: number; nextCursor?: string | null } | null;
    error: object;
  };
  if (!data) throw new Error(`${address}: ${JSON.stringify(error).slice(0, 500)}`);
  if (data.total === undefined) return data.nextCursor ? [address, `${address}&cursor=${data.nextCursor}`] : [address];
  const last = Math.max(1, Math.floor(data.total / 50));
  return [address, `${address}&page=${Math.ceil(last / 2)}`, `${address}&page=${last}`];
}

async function medianOf(address: string, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeOf(address, cookie));
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

async function timeOf(address: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(address, { headers: { cookie } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 500)}`);
  return performance.now() - startedAt;
}
