import { type Filters, type OwnList, ownLists, readOwnList } from '../../support/own-lists.ts';
import { type Measurement, say, tell } from '../measurement.ts';
import type { BenchServer } from '../server.ts';
import type { Longest, Question } from './questions.ts';

const rounds = 9;
const mostMs = 100;
/** Maximum processor time of the main thread in one turn of its event loop. */
const mostTurnMs = 20;

interface Asked {
  list: OwnList;
  origin: string;
  cookie: string;
}

/** Measures the first, a middle and the last page of every list, for an account with very many rows. */
export async function benchLists({ origin, send }: BenchServer, cookie: string): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  const takeLongest = () => send('longest' satisfies Question) as Promise<Longest>;
  for (const list of ownLists()) {
    const asked: Asked = { list, origin, cookie };
    let slowest = { page: '', ms: 0 };
    await readOwnList(origin, list, {}, cookie);
    await takeLongest();
    for (const query of list.queries) {
      for (const page of await pagesOf(asked, query)) {
        const ms = await medianOf(asked, page);
        if (ms > mostMs) say(`${list.name} ${JSON.stringify(page)}: ${Math.round(ms)} ms`);
        if (ms > slowest.ms) slowest = { page: JSON.stringify(page), ms };
      }
    }
    const { statement, turnMs } = await takeLongest();
    if (statement.ms > mostTurnMs) say(`${list.name}: ${Math.round(statement.ms)} ms: ${statement.sql}`);
    const name = `${list.name}, ${list.queries.length} filters`;
    measured.push(
      tell({
        name: `${name}: median of the slowest page ${slowest.page}`,
        ours: slowest.ms,
        unit: 'ms',
        target: `at most ${mostMs} ms`,
      }),
      tell({
        name: `${name}: longest processor time of a turn, statement ${Math.round(statement.ms)} ms`,
        ours: turnMs,
        unit: 'ms',
        target: `at most ${mostTurnMs} ms`,
      }),
    );
  }
  return measured;
}

async function pagesOf({ list, origin, cookie }: Asked, filters: Filters): Promise<Filters[]> {
  if (list.paging === null) return [filters];
  const first = { ...filters, size: 50 };
  const { total, nextCursor } = await readOwnList(origin, list, first, cookie);
  if (total === undefined) return nextCursor ? [first, { ...first, cursor: nextCursor }] : [first];
  const last = Math.max(1, Math.floor(total / 50));
  return [first, { ...first, page: Math.ceil(last / 2) }, { ...first, page: last }];
}

/** Median of the times of a page; the first time alone when it is short by far. */
async function medianOf(asked: Asked, page: Filters): Promise<number> {
  const times = [await timeOf(asked, page)];
  if ((times[0] ?? 0) < mostMs / 4) return times[0] ?? 0;
  while (times.length < rounds) times.push(await timeOf(asked, page));
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

async function timeOf({ list, origin, cookie }: Asked, page: Filters): Promise<number> {
  const startedAt = performance.now();
  await readOwnList(origin, list, page, cookie);
  return performance.now() - startedAt;
}
