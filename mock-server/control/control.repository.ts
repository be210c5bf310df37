import { sql } from 'kysely';
import { bookChecks } from '../invariants/books.ts';
import type { Db, Store } from '../modules/base/store.ts';

/** One statement of truth about the data; `faults` names what breaks it. */
export interface Invariant {
  name: string;
  ok: boolean;
  faults: string[];
}

/** Checks that a query can answer. @param now on the product's clock, for leases */
export async function checkTables(store: Store, now: number): Promise<Invariant[]> {
  const db = (await isLarge(store.db)) ? store.reading.db : store.db;
  const results: Invariant[] = [];
  for (const [name, query] of Object.entries(bookChecks(now))) {
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
