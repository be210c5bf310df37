import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Measurement, say, tell } from '../measurement.ts';
import { benchParts } from '../parts.ts';
import { type BenchServer, startServer } from '../server.ts';
import { askMeanwhile, type Health } from './health.ts';
import { benchLists } from './lists.ts';
import type { Question, Ran } from './questions.ts';
import { type Filled, fillFolder, program } from './seed.ts';

const mostP99 = 50;
const mostStatementMs = 20;
/** Milliseconds after which the measurement of a job ends, even when the job is still running. */
const patienceMs = 30_000;
/** Milliseconds of measurement after a start, first with the work that the start leaves, then on an idle server. */
const afterStartMs = 5000;

/**
 * Measures every background job over tables of a million rows, and the lists of an account with 100,000 rows:
 * `npm run bench -- housekeeping`, with fewer rows `npm run bench -- housekeeping 20000`, or one part of it. A path
 * (`npm run bench -- housekeeping /tmp/filled jobs`) keeps the filled data folder there, or uses one kept before.
 */
export async function benchHousekeeping(asked: readonly string[] = []): Promise<Measurement[]> {
  const isNumber = (word: string) => /^\d+$/.test(word);
  const rows = Number(asked.find(isNumber) ?? 1_000_000);
  const kept = asked.find((word) => path.isAbsolute(word));
  const filled = await fillFolder(rows, kept);
  try {
    const parts = { lists: () => withServer(filled, benchLists), jobs: () => benchJobs(filled) };
    return await benchParts(
      parts,
      asked.filter((word) => !isNumber(word) && word !== kept),
    );
  } finally {
    if (kept === undefined) await rm(filled.folder, { recursive: true, force: true });
  }
}

const start = ({ folder }: Filled) => startServer(folder, { GALLERY_MORE: '0' }, program);

async function withServer<T>(filled: Filled, body: (server: BenchServer, cookie: string) => Promise<T>): Promise<T> {
  const server = await start(filled);
  try {
    return await body(server, filled.cookie);
  } finally {
    await server.stop();
  }
}

interface Looked {
  job: string;
  ran: Ran;
  health: Health;
  /** Of an idle server at the same time, for comparison: other programs may use the processor. */
  quiet: Health;
}

/** Figures of the measured server and of the idle one. */
type Both = [Health, Health];

async function benchJobs(filled: Filled): Promise<Measurement[]> {
  const quiet = await startServer(undefined, { GALLERY_MORE: '0' });
  let server = await start(filled);
  const measured = [tell({ name: 'start to ready', ours: server.readyMs, unit: 'ms' })];
  const all: Looked[] = [];
  try {
    for (const name of ['what a start leaves to do', 'nothing']) {
      const { health } = await askMeanwhile([server.origin, quiet.origin], () => setTimeout(afterStartMs));
      measured.push(p99Of(name, health as Both));
    }
    for (const job of (await server.send('jobs' satisfies Question)) as string[]) {
      const looked = await look([server, quiet], job);
      all.push(looked);
      measured.push(p99Of(job, [looked.health, looked.quiet]));
      sayOf(looked);
      if (looked.ran.isOver) continue;
      await server.stop();
      server = await start(filled);
    }
  } finally {
    await server.stop();
    await quiet.stop();
  }
  console.table(all.map(rowOf));
  for (const fault of all.flatMap(faultsOf)) console.log(`  broken: ${fault}`);
  return measured;
}

const p99Of = (name: string, [{ p99 }, quiet]: Both): Measurement =>
  tell({
    name: `${name}: GET /api/health p99`,
    ours: p99,
    unit: 'ms',
    peer: { name: 'an idle server meanwhile', ms: quiet.p99 },
    target: `at most ${mostP99} ms`,
  });

async function look([server, quiet]: [BenchServer, BenchServer], job: string): Promise<Looked> {
  const question: Question = { job, patienceMs };
  const { result, health } = await askMeanwhile(
    [server.origin, quiet.origin],
    () => server.send(question) as Promise<Ran>,
  );
  const [own, other] = health as Both;
  return { job, ran: result, health: own, quiet: other };
}

const took = ({ ran }: Looked) => (ran.isOver ? `${Math.round(ran.ms)} ms` : `over ${patienceMs / 1000} s`);

function sayOf(looked: Looked): void {
  const { job, health, ran } = looked;
  say(`${job} took ${took(looked)}, the longest pause was ${Math.round(health.longestMs)} ms`);
  if (ran.statement.ms > mostStatementMs) say(`${Math.round(ran.statement.ms)} ms: ${ran.statement.sql}`);
}

function rowOf(looked: Looked) {
  const { job, health, quiet, ran } = looked;
  const round = (ms: number) => Math.round(ms * 10) / 10;
  return {
    job,
    took: took(looked),
    rows: ran.rows,
    'longest statement, ms': round(ran.statement.ms),
    'longest turn, ms': round(ran.turnMs),
    'longest commit, ms': round(ran.commitMs),
    'health p99, ms': round(health.p99),
    'idle p99, ms': round(quiet.p99),
    'longest pause, ms': round(health.longestMs),
    asked: health.asked,
  };
}

function faultsOf({ job, health, ran }: Looked): string[] {
  return [
    ...(health.p99 > mostP99 ? [`${job}: health p99 ${Math.round(health.p99)} ms, at most ${mostP99}`] : []),
    ...(ran.statement.ms > mostStatementMs
      ? [
          `${job}: a statement took ${Math.round(ran.statement.ms)} ms, at most ${mostStatementMs}: ${ran.statement.sql}`,
        ]
      : []),
    ...(ran.error === undefined ? [] : [`${job}: ${ran.error}`]),
  ];
}
