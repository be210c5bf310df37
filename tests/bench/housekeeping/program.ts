import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { readConfig } from '../../../mock-server/config.ts';
import { createProduct } from '../../../mock-server/product.ts';
import type { JobQuestion, Longest, Question, Ran } from './questions.ts';

// The real server, except that the parent process starts the background jobs and statements are timed.

const none: Longest = { statement: { ms: 0, sql: '' }, commitMs: 0, turnMs: 0, rows: 0 };
const longest = { ...none };
watchStatements();
watchTurns();
const config = readConfig(process.env);
const log = pino({ level: 'error', serializers: { error: pino.stdSerializers.err } }, pino.destination(2));
const { app, deps } = await createProduct(config, log, () => true, { isSeedSkipped: true });
const server = createServer(app);
await new Promise<void>((resolve) => server.listen(config.port, '127.0.0.1', resolve));

const jobs = new Map<string, () => Promise<unknown>>(
  Object.entries(deps.rounds).flatMap(([round, { jobs: all }]) =>
    Object.entries<() => Promise<unknown>>(all).map(([name, job]) => [`${round}.${name}`, job] as const),
  ),
);

process.on('message', (message: unknown) => {
  const question = message as Question | 'read';
  if (question === 'jobs') process.send?.([...jobs.keys()]);
  else if (question === 'longest') process.send?.(takeLongest());
  else if (typeof question === 'object') void run(question).then((ran) => process.send?.(ran));
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void deps.close(0).finally(() => process.exit(0));
});

function takeLongest(): Longest {
  const taken = { ...longest };
  Object.assign(longest, none);
  return taken;
}

async function run({ job, patienceMs }: JobQuestion): Promise<Ran> {
  takeLongest();
  const startedAt = performance.now();
  let error: string | undefined;
  let isOver = false;
  const running = jobs
    .get(job)?.()
    .then(
      () => {
        isOver = true;
      },
      (reason: unknown) => {
        isOver = true;
        error = String(reason);
      },
    );
  const calledOff = new AbortController();
  const patience = setTimeout(patienceMs, undefined, { signal: calledOff.signal }).catch(() => undefined);
  await Promise.race([running, patience]);
  calledOff.abort();
  return { ms: performance.now() - startedAt, isOver, ...takeLongest(), ...(error !== undefined && { error }) };
}

/** Processor time of this thread in milliseconds: unlike elapsed time, it does not depend on other programs. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Measures the processor time between two timer callbacks, which contains at most one long turn of the event loop. */
function watchTurns(): void {
  let usedBefore = processorMs();
  setInterval(() => {
    const used = processorMs();
    longest.turnMs = Math.max(longest.turnMs, used - usedBefore);
    usedBefore = used;
  }, 1).unref();
}

/**
 * Times all statements of the writing connection. Commits are counted separately: they wait for the disk and may run a
 * checkpoint.
 */
function watchStatements(): void {
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (path.basename(this.name) !== 'zhuhui.db') return statement;
    for (const method of ['all', 'get', 'run'] as const) {
      const ask = statement[method] as (...parameters: unknown[]) => unknown;
      statement[method] = ((...parameters: unknown[]) => {
        const startedAt = performance.now();
        const usedBefore = processorMs();
        const answer = ask.apply(statement, parameters);
        longest.rows += Array.isArray(answer)
          ? answer.length
          : ((answer as { changes?: number } | undefined)?.changes ?? 0);
        note(sql, { ms: processorMs() - usedBefore, wholeMs: performance.now() - startedAt }, this.inTransaction);
        return answer;
      }) as never;
    }
    return statement;
  } as typeof prepare;
}

function note(sql: string, { ms, wholeMs }: { ms: number; wholeMs: number }, isInTransaction: boolean): void {
  const isReading = /^\s*select/i.test(sql);
  // A writing statement outside a transaction includes its commit.
  if (!isReading && !isInTransaction) longest.commitMs = Math.max(longest.commitMs, wholeMs);
  else if (ms > longest.statement.ms) longest.statement = { ms, sql };
}
