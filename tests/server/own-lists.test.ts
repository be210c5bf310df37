import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDatabase, smallTables, soldSnapshot, tablesOf } from '../support/database-filler.ts';
import { type OwnList, ownLists, readOwnList } from '../support/own-lists.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  planOf,
  type Statement,
  scansOf,
  sortsOf,
  type WatchedStatements,
  watchStatements,
} from '../support/statements.ts';

/** Query plans do not depend on the number of rows: a second page needs no more. */
const rows = 6;

let watched: WatchedStatements;
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  const first = await startTestServer();
  const { dataDir } = first;
  const { accountId, cookies } = await first.member();
  cookie = `sid=${cookies.get('sid')}`;
  await first.stop(1000);
  fillForOne(path.join(dataDir, 'zhuhui.db'), accountId);
  watched = watchStatements();
  server = await startTestServer({ dataDir });
});
afterAll(async () => {
  await server.close();
  watched.stop();
});

function nulls(...columns: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, 'NULL']));
}

/** Fills every table with rows of one account that its lists show. */
function fillForOne(file: string, accountId: string): void {
  const one = `'${accountId}'`;
  fillDatabase(
    file,
    tablesOf(file)
      .filter((table) => !smallTables.has(table) && table !== 'account' && table !== 'session')
      .map((table) => ({ table, rows, values: { account_id: one, owner_id: one, ...shown[table] } })),
  );
}

/** Values of columns that decide whether a list shows a row, and of those with few allowed values. */
const shown: Readonly<Record<string, Record<string, string>>> = {
  task: {
    ...nulls('deleted_at', 'project_id', 'facts', 'words_read', 'step_words', 'step_ends', 'error_reason', 'algorithm'),
    ...{ progress: '1', quality: `'final'`, ticket_kind: `'normal'`, outputs: '1' },
  },
  purchase_order: {
    ...nulls('close_reason', 'closed_at'),
    snapshot: `'${JSON.stringify(soldSnapshot)}'`,
    kind: `'package'`,
    pay_type: `'wechat'`,
  },
  invoice: { status: `'issued'`, title_kind: `'personal'` },
  building_model: { ...nulls('sentence', 'facts', 'views', 'placement'), format: `'ifc'`, state: `'reading'` },
  share_link: { ...nulls('ended_at'), expires_at: '9e15' },
  conversation: { ...nulls('deleted_at', 'pinned_at') },
};

/** Returns the reasons why a statement costs more the more rows an account or a table has. */
function faultsOf(database: Database.Database, statement: Statement): string[] {
  const plan = planOf(database, statement);
  const { sql, isRead } = statement;
  const isPage = /\blimit \?/i.test(sql);
  // Searches read the rows themselves, in a reading thread.
  const isOfIndex = isRead || (!/\bcount\(\*\)/i.test(sql) && !isPage);
  return [
    ...scansOf(plan),
    ...(isPage ? sortsOf(plan) : []),
    ...(isOfIndex ? [] : rowReadsOf(database, statement)),
  ].map((detail) => `${detail}: ${sql}`);
}

/**
 * The step that reads rows of a large table to decide which of them belong to a page or a total. Tables that are joined
 * are read for the rows of the page only.
 */
function rowReadsOf(database: Database.Database, { sql, ...others }: Statement): string[] {
  const isJoined = /\bjoin\b/i.test(sql);
  const plan = planOf(database, { ...others, sql: sql.replace(/^select \* from/i, 'select 1 from') });
  return (isJoined ? [] : plan).filter(
    (detail) => /^SEARCH \S+ USING INDEX/.test(detail) && !detail.includes('sqlite_autoindex'),
  );
}

async function readAll(list: OwnList): Promise<void> {
  for (const query of list.queries) {
    if (list.paging === null) {
      await readOwnList(server.origin, list, query, cookie);
      continue;
    }
    const { nextCursor } = await readOwnList(server.origin, list, { ...query, size: 2 }, cookie);
    const next = list.paging === 'page' ? { page: 2 } : { cursor: nextCursor };
    if (list.paging === 'page' || nextCursor)
      await readOwnList(server.origin, list, { ...query, size: 2, ...next } as never, cookie);
  }
}

/** An account asks for its own erasure once: what it says then may take longer, in the reading threads. */
const lists = ownLists().filter(({ name }) => name !== 'ownErasure');

describe('the lists of an account with very many records', () => {
  it.each(lists)('$name: indexes give the order and the totals', async (list) => {
    const database = new Database(path.join(server.dataDir, 'zhuhui.db'), { readonly: true });
    watched.seen.length = 0;
    await readAll(list);
    const statements = new Map(watched.seen.map((statement) => [statement.sql, statement]));
    const faults = [...statements.values()].flatMap((statement) => faultsOf(database, statement));
    database.close();
    expect(faults).toEqual([]);
  });
});
