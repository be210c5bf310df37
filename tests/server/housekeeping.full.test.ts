import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Round } from '../../mock-server/housekeeping.ts';
import { fillDatabase, smallTables, tablesOf } from '../support/database-filler.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  planOf,
  type Statement,
  scansOf,
  sortsOf,
  type WatchedStatements,
  watchStatements,
} from '../support/statements.ts';

/** Maximum number of rows that one statement of background work may return or change. */
const mostRows = 200;
/** Rows per table: more than one slice processes, so that unbounded statements are found. */
const rows = 250;

let watched: WatchedStatements;
let server: TestServer;

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
  watched = watchStatements();
  server = await startTestServer({ dataDir });
});
afterAll(async () => {
  await server.close();
  watched.stop();
});

const jobs = () =>
  Object.entries(server.deps.rounds).flatMap(([round, { jobs: all }]) =>
    Object.entries(all as Round['jobs']).map(([name, job]) => ({ name: `${round}.${name}`, job })),
  );

/**
 * Returns the reasons why the cost of a statement grows with the size of a table: too many rows, or a table scan. Empty
 * when there are none.
 */
function faultsOf(database: Database.Database, statement: Statement): string[] {
  const { sql, rows: count } = statement;
  const faults = count > mostRows ? [`${count} rows: ${sql}`] : [];
  const plan = planOf(database, statement);
  // Reading the first rows in the order of an index is allowed, because it stops at the limit.
  const isOfFirstRows = /\blimit\b/i.test(sql) && !/\bwhere\b/i.test(sql) && sortsOf(plan).length === 0;
  if (!isOfFirstRows) faults.push(...scansOf(plan).map((detail) => `${detail}: ${sql}`));
  return faults;
}

describe('background work', () => {
  it('reads no table from its beginning to its end, and touches a bounded number of rows at once', async () => {
    const faults: string[] = [];
    const readers = new Set<string>();
    const database = new Database(path.join(server.dataDir, 'zhuhui.db'), { readonly: true });
    for (const { name, job } of jobs()) {
      watched.seen.length = 0;
      await job().catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
      const statements = new Map(watched.seen.map((statement) => [statement.sql, statement]));
      if (watched.seen.some(({ isRead }) => isRead)) readers.add(name);
      for (const statement of watched.seen)
        if (statement.rows > (statements.get(statement.sql)?.rows ?? 0)) statements.set(statement.sql, statement);
      for (const statement of statements.values())
        faults.push(...faultsOf(database, statement).map((fault) => `${name}: ${fault}`));
    }
    database.close();
    expect(faults).toEqual([]);
    expect([...readers]).toContain('ticks.books');
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
