import { rm } from 'node:fs/promises';
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
 * `npm run bench -- housekeeping`, with fewer rows `npm run bench -- housekeeping 20000`, or one part of it.
 */
export async function benchHousekeeping(asked: readonly string[] = []): Promise<Measurement[]> {
  const rows = Number(asked.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
  const filled = await fillFolder(rows);
  try {
    const parts = { lists: () => withServer(filled, benchLists), jobs: () => benchJobs(filled) };
    return await benchParts(
      parts,
      asked.filter((word) => !/^\d+$/.test(word)),
    );
  } finally {
    await rm(filled.folder, { recursive: true, force: true });
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
}

async function benchJobs(filled: Filled): Promise<Measurement[]> {
  let server = await start(filled);
  const measured = [tell({ name: 'start to ready', ours: server.readyMs, unit: 'ms' })];
  const all: Looked[] = [];
  try {
    for (const name of ['what a start leaves to do', 'nothing']) {
      const { health } = await askMeanwhile(server.origin, () => setTimeout(afterStartMs));
      measured.push(p99Of(name, health));
    }
    for (const job of (await server.send('jobs' satisfies Question)) as string[]) {
      const looked = await look(server, job);
      all.push(looked);
      measured.push(p99Of(job, looked.health));
      sayOf(looked);
      if (looked.ran.isOver) continue;
      await server.stop();
      server = await start(filled);
    }
  } finally {
    await server.stop();
  }
  console.table(all.map(rowOf));
  for (const fault of all.flatMap(faultsOf)) console.log(`  broken: ${fault}`);
  return measured;
}

const p99Of = (name: string, { p99 }: Health): Measurement =>
  tell({ name: `${name}: GET /api/health p99`, ours: p99, unit: 'ms', target: `at most ${mostP99} ms` });

async function look(server: BenchServer, job: string): Promise<Looked> {
  const question: Question = { job, patienceMs };
  const { result, health } = await askMeanwhile(server.origin, () => server.send(question) as Promise<Ran>);
  return { job, ran: result, health };
}

const took = ({ ran }: Looked) => (ran.isOver ? `${Math.round(ran.ms)} ms` : `over ${patienceMs / 1000} s`);

function sayOf(looked: Looked): void {
  const { job, health, ran } = looked;
  say(`${job} took ${took(looked)}, the longest pause was ${Math.round(health.longestMs)} ms`);
  if (ran.statement.ms > mostStatementMs) say(`${Math.round(ran.statement.ms)} ms: ${ran.statement.sql}`);
}

function rowOf(looked: Looked) {
  const { job, health, ran } = looked;
  const round = (ms: number) => Math.round(ms * 10) / 10;
  return {
    job,
    took: took(looked),
    'longest statement, ms': round(ran.statement.ms),
    'longest turn, ms': round(ran.turnMs),
    'longest commit, ms': round(ran.commitMs),
    'health p99, ms': round(health.p99),
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
