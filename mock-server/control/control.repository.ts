import { sql } from 'kysely';
import { minute } from '#shared/domain/time';
import type { Db, Store } from '../modules/base/store.ts';
import { chatChecks } from './chat-invariants.ts';
import { membershipChecks } from './membership-invariants.ts';
import { orderChecks } from './order-invariants.ts';

/** One statement of truth about the data; `faults` names what breaks it. */
export interface Invariant {
  name: string;
  ok: boolean;
  faults: string[];
}

/** Each query gives one row per fault. */
const checks: Record<string, string> = {
  每笔流水借贷相抵: `SELECT transaction_id AS fault FROM ledger_entry GROUP BY transaction_id HAVING sum(delta) <> 0`,
  账户余额等于分录之和: `SELECT a.id AS fault FROM ledger_account a
    WHERE a.balance <> (SELECT coalesce(sum(delta), 0) FROM ledger_entry WHERE ledger_account = a.id)`,
  没有负的余额: `SELECT id AS fault FROM ledger_account WHERE role IN ('available', 'held') AND balance < 0`,
  可用余额等于券批次之和: `SELECT a.id AS fault FROM ledger_account a WHERE a.role = 'available'
    AND a.balance <> (SELECT coalesce(sum(remaining), 0) FROM ticket_lot l WHERE l.account_id = a.owner_id AND l.kind = a.kind)`,
  冻结余额等于未结算的冻结: `SELECT a.id AS fault FROM ledger_account a WHERE a.role = 'held'
    AND a.balance <> (SELECT coalesce(sum(amount), 0) FROM ticket_hold h WHERE h.account_id = a.owner_id AND h.kind = a.kind AND h.state = 'held')`,
  每次冻结恰好结算一次: `SELECT h.reference AS fault FROM ticket_hold h
    WHERE (SELECT count(*) FROM ledger_transaction t WHERE t.idempotency_key = 'settle:' || h.reference
      || CASE h.round WHEN 1 THEN '' ELSE ':' || h.round END) <> (h.state = 'settled')`,
  已结束的任务没有冻结: `SELECT t.id AS fault FROM task t JOIN ticket_hold h ON h.reference = t.id
    WHERE t.status IN ('succeeded', 'failed', 'canceled') AND h.state = 'held'`,
  进行中的任务都有作业: `SELECT t.id AS fault FROM task t LEFT JOIN job j ON j.task_id = t.id
    WHERE t.status IN ('queued', 'running') AND (j.id IS NULL OR j.state NOT IN ('ready', 'running'))`,
  已结束的任务没有作业: `SELECT t.id AS fault FROM task t JOIN job j ON j.task_id = t.id
    WHERE t.status IN ('succeeded', 'failed', 'canceled') AND j.state IN ('ready', 'running')`,
  成功的任务都有成果: `SELECT t.id AS fault FROM task t WHERE t.status = 'succeeded' AND t.purged_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM task_image i WHERE i.task_id = t.id)`,
};

/** Checks that a query can answer. @param now on the product's clock, for leases */
export async function checkTables(store: Store, now: number): Promise<Invariant[]> {
  const db = (await isLarge(store.db)) ? store.reading.db : store.db;
  const leases = `SELECT task_id AS fault FROM job WHERE state = 'running' AND lease_until < ${Math.floor(now) - minute}`;
  const results: Invariant[] = [];
  for (const [name, query] of Object.entries({
    ...checks,
    ...membershipChecks(now),
    ...orderChecks(now),
    ...chatChecks,
    没有卡住的租约: leases,
  })) {
    const { rows } = await sql<{ fault: string }>`${sql.raw(query)} LIMIT 20`.execute(db);
    results.push({ name, ok: rows.length === 0, faults: rows.map((row) => String(row.fault)) });
  }
  return results;
}

/**
 * Database size in bytes above which checks run on a reading thread. In a smaller one a query takes less time than
 * waking the thread.
 */
const largeBytes = 32 * 1024 ** 2;

async function isLarge(db: Db): Promise<boolean> {
  const { rows } = await sql<{ bytes: number }>`SELECT page_count * page_size AS bytes
    FROM pragma_page_count(), pragma_page_size()`.execute(db);
  return (rows[0]?.bytes ?? 0) > largeBytes;
}

/** Returns the two-digit prefixes of the keys in `stored_file`, with one look into its index for each. */
export async function blobStarts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`WITH RECURSIVE first(key) AS (
      SELECT min(sha256) FROM stored_file
      UNION ALL
      SELECT (SELECT min(sha256) FROM stored_file WHERE sha256 >= substr(key, 1, 2) || 'g') FROM first WHERE key IS NOT NULL
    )
    SELECT substr(key, 1, 2) AS start FROM first WHERE key IS NOT NULL`.execute(db);
  return rows.map(({ start }) => start);
}

/** Returns the keys with the prefix `start` that have a row in `stored_file`. */
export async function blobKeys(db: Db, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_file')
    .select('sha256')
    .where('sha256', '>=', start)
    .where('sha256', '<', `${start}g`)
    .execute();
  return rows.map((row) => row.sha256);
}
