import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Round } from '../../mock-server/housekeeping.ts';
import { fillDatabase, smallTables, tablesOf } from '../support/database-filler.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Maximum number of rows that one statement of background work may return or change. */
const mostRows = 200;
/** Rows per table: more than one slice processes, so that unbounded statements are found. */
const rows = 250;

interface Statement {
  sql: string;
  parameters: unknown[];
  rows: number;
}

const { prepare } = Database.prototype;
const seen: Statement[] = [];
let server: TestServer;

/** Records the statements of the writing connection, and how many rows they return or change. */
function watchStatements(): void {
  // Not a mock of vitest: those are restored before each test.
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (path.basename(this.name) !== 'zhuhui.db') return statement;
    const { all, run } = statement;
    const note = (parameters: unknown[], count: number) => seen.push({ sql, parameters, rows: count });
    statement.all = (...parameters: unknown[]) => {
      const found = all.apply(statement, parameters as never);
      note(parameters, found.length);
      return found;
    };
    statement.run = (...parameters: unknown[]) => {
      const result = run.apply(statement, parameters as never);
      note(parameters, result.changes);
      return result;
    };
    return statement;
  } as typeof prepare;
}

beforeAll(async () => {
  const first = await startTestServer();
  const { dataDir } = first;
  await first.stop(1000);
  const file = path.join(dataDir, 'zhuhui.db');
  fillDatabase(
    file,
    tablesOf(file)
      .filter((table) => !smallTables.has(table))
      .map((table) => ({ table, rows })),
  );
  watchStatements();
  server = await startTestServer({ dataDir });
});
afterAll(async () => {
  await server.close();
  Database.prototype.prepare = prepare;
});

const jobs = () =>
  Object.entries(server.deps.rounds).flatMap(([round, { jobs: all }]) =>
    Object.entries(all as Round['jobs']).map(([name, job]) => ({ name: `${round}.${name}`, job })),
  );

/**
 * Returns the reasons why the cost of a statement grows with the size of a table: too many rows, or a table scan. Empty
 * when there are none.
 */
function faultsOf(database: Database.Database, { sql, parameters, rows: count }: Statement): string[] {
  const faults = count > mostRows ? [`${count} rows: ${sql}`] : [];
  if (!/^\s*(select|insert|update|delete|with)/i.test(sql)) return faults;
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...((parameters[0] as unknown[]) ?? [])) as Array<{
    detail: string;
  }>;
  // Reading the first rows in the order of an index is allowed, because it stops at the limit.
  const isOfFirstRows = /\blimit\b/i.test(sql) && !/\bwhere\b/i.test(sql) && !plan.some(isSorting);
  for (const { detail } of isOfFirstRows ? [] : plan) {
    const scanned = /^SCAN (?!CONSTANT|\()(\S+)/.exec(detail)?.[1];
    if (scanned !== undefined && !smallTables.has(scanned)) faults.push(`${detail}: ${sql}`);
  }
  return faults;
}

const isSorting = ({ detail }: { detail: string }) => /TEMP B-TREE/.test(detail);

describe('background work', () => {
  it('reads no table from its beginning to its end, and touches a bounded number of rows at once', async () => {
    const faults: string[] = [];
    const database = new Database(path.join(server.dataDir, 'zhuhui.db'), { readonly: true });
    for (const { name, job } of jobs()) {
      seen.length = 0;
      await job().catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
      const statements = new Map(seen.map((statement) => [statement.sql, statement]));
      for (const statement of seen)
        if (statement.rows > (statements.get(statement.sql)?.rows ?? 0)) statements.set(statement.sql, statement);
      for (const statement of statements.values())
        faults.push(...faultsOf(database, statement).map((fault) => `${name}: ${fault}`));
    }
    database.close();
    expect(faults).toEqual([]);
  });

  it('has found what was due in every table that is swept', async () => {
    const { db } = server.deps.store;
    const swept = [
      ...([
        'redeem_try',
        'session',
        'login_code',
        'account_device',
        'service_ticket',
        'task_log',
        'task_event',
      ] as const),
      ...(['change_set', 'phone_search', 'conversation', 'picture_set', 'scan_scene', 'page_event'] as const),
      ...(['live_session', 'download_record'] as const),
    ];
    for (const table of swept) {
      const { left } = await db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('left'))
        .executeTakeFirstOrThrow();
      expect([table, left]).toEqual([table, 0]);
    }
  });

  it('is all there is: whatever a service offers to be done by the clock is one of the jobs', () => {
    const offered = Object.entries(server.deps).filter(
      ([, service]) => typeof service === 'object' && service !== null && ('sweep' in service || 'tick' in service),
    );
    const names = new Set(jobs().map(({ name }) => name.split('.')[1]));
    expect(offered.map(([name]) => name).filter((name) => !names.has(name))).toEqual([]);
    expect(offered.length).toBeGreaterThan(15);
  });
});
