import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { day } from '../../../shared/domain/time.ts';
import { type Filling, fillDatabase, smallTables, soldSnapshot, tablesOf } from '../../support/database-filler.ts';
import { say } from '../measurement.ts';
import { startServer } from '../server.ts';

export interface Filled {
  folder: string;
  /** Session cookie of an account with very many tasks and orders, each order with a refund and an invoice. */
  cookie: string;
}

/** File of a filled folder that holds its {@link Filled}. */
const filledFile = 'filled.json';

/** One row in this many is due at once: 20,000 of a million. */
const dueShare = 50;
/** Maximum number of rows of one account. */
const mostOfOne = 100_000;

/**
 * Creates a data folder with `rows` rows each of orders, payment notifications, membership periods, tasks, pictures,
 * page events and audit rows. All other tables contain the rows that are due.
 * @param kept a folder to fill, or one that was filled before; a temporary one when absent
 */
export async function fillFolder(rows: number, kept?: string): Promise<Filled> {
  if (kept !== undefined && existsSync(path.join(kept, filledFile)))
    return JSON.parse(await readFile(path.join(kept, filledFile), 'utf8')) as Filled;
  const folder = kept ?? (await mkdtemp(path.join(tmpdir(), 'bench-housekeeping-')));
  const file = path.join(folder, 'zhuhui.db');
  const server = await startServer(folder, { GALLERY_MORE: '0' }, program);
  const answer = await fetch(`${server.origin}/__mock/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { cookie, accountId } = (await answer.json()) as { cookie: string; accountId: string };
  await server.stop();
  say(`${rows.toLocaleString('en')} rows each are made, in ${folder}`);
  const restore = prepareFile(file);
  for (const filling of fillings(file, rows, accountId)) {
    fillDatabase(file, [filling]);
    if (filling.rows === rows) say(`${filling.table} is filled`);
  }
  restore();
  say('the indexes are made');
  const filled: Filled = { folder, cookie };
  await writeFile(path.join(folder, filledFile), JSON.stringify(filled));
  return filled;
}

export const program = 'tests/bench/housekeeping/program.ts';

/**
 * Drops the indexes and switches off the write-ahead log, which would slow the inserts down.
 * @returns creates the indexes again
 */
function prepareFile(file: string): () => void {
  const db = new Database(file);
  db.pragma('journal_mode = DELETE');
  const indexes = db
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND sql NOT LIKE '%unique%'`)
    .all() as Array<{ name: string; sql: string }>;
  for (const { name } of indexes) db.exec(`DROP INDEX "${name}"`);
  db.close();
  return () => {
    const again = new Database(file);
    again.pragma('cache_size = -400000');
    again.pragma('synchronous = OFF');
    for (const { sql } of indexes) again.exec(sql);
    again.close();
  };
}

function fillings(file: string, rows: number, owner: string): Filling[] {
  const now = Date.now();
  const due = Math.ceil(rows / dueShare);
  const accounts = Math.ceil(rows / 10);
  /** One row in this many belongs to the account with the most rows. */
  const step = Math.max(2, Math.ceil(rows / mostOfOne));
  const ofOne = Math.floor(rows / step);
  const owners = (value: string, otherwise = 'NULL') => `CASE WHEN n % ${step} = 0 THEN ${value} ELSE ${otherwise} END`;
  const ownersOrder = `'f' || (n * ${step})`;
  const apart = Math.floor((60 * day) / rows);
  /** SQL for the creation time: the rows that are due are from 1970, the others from the last sixty days. */
  const at = `CASE WHEN n <= ${due} THEN n ELSE ${now} - (${rows} - n) * ${apart} END`;
  const ownDue = (value: string) => `CASE WHEN n <= ${due} THEN ${value} END`;
  const member = `'f' || (n % ${accounts} + 1)`;
  const person = owners(`'${owner}'`, member);
  const long: Record<string, Record<string, string>> = {
    purchase_order: {
      ...{ account_id: person, created_at: at, paid_at: at, completed_at: at, expires_at: `${at} + 900000` },
      ...{ status: `CASE WHEN n % 10 = 0 THEN 'closed' ELSE 'completed' END`, first_refund_at: owners(at) },
      ...{ next_check_at: ownDue('n'), closed_at: 'NULL', refunded_at: 'NULL', close_reason: 'NULL' },
      ...{ paid_amount: 'n', refunded_amount: '0', amount: 'n' },
      ...{ snapshot: `'${JSON.stringify(soldSnapshot)}'`, kind: `'package'`, pay_type: `'wechat'` },
    },
    payment_notification: { created_at: at },
    membership_period: {
      ...{ account_id: member, starts_at: at, created_at: at, ends_at: `${at} + ${accounts * apart}` },
      ...{ anchor_at: 'NULL', rest_of_at: 'NULL', rest_of_ms: 'NULL' },
    },
    task: {
      ...{ account_id: person, tool: `CASE WHEN n % 3 = 0 THEN 'toline' ELSE 'sketch' END`, created_at: at },
      ...{ started_at: at, finished_at: at, deleted_at: ownDue('n'), project_id: 'NULL', starred_at: 'NULL' },
      ...{ status: `CASE WHEN n % 7 = 0 THEN 'failed' ELSE 'succeeded' END`, error_reason: 'NULL', facts: 'NULL' },
      ...{ error_message: 'NULL', ticket_kind: `'normal'`, outputs: '1', step_words: 'NULL', step_ends: 'NULL' },
      ...{
        words_read: 'NULL',
        workload: `''`,
        title: `''`,
        engine: `'embedded'`,
        progress: '1',
        quality: `'final'`,
        algorithm: 'NULL',
      },
    },
    image: { owner_id: member, created_at: at, deleted_at: ownDue('n') },
    page_event: { account_id: member, created_at: at },
    audit: { created_at: at },
  };
  const listed: Record<string, Filling> = {
    account: {
      table: 'account',
      rows: accounts,
      values: {
        ...{ status: `CASE WHEN n <= ${due} THEN 'banned' ELSE 'active' END`, banned_until: ownDue('n') },
        ...{ plan_expires_at: ownDue('n'), next_grant_at: ownDue('n'), created_at: at, password_hash: 'NULL' },
      },
    },
    refund: { table: 'refund', rows: ofOne, values: { order_id: ownersOrder, created_at: at } },
    invoice: {
      table: 'invoice',
      rows: ofOne,
      values: { order_id: ownersOrder, created_at: at, status: `'issued'`, title_kind: `'personal'` },
    },
  };
  return tablesOf(file)
    .filter((table) => !smallTables.has(table))
    .map((table) => {
      const values = long[table];
      return values ? { table, rows, values } : (listed[table] ?? { table, rows: due });
    });
}
