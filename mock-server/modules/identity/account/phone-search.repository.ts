import { type Insertable, sql } from 'kysely';
import type { PhoneSearchTable } from '../../../db/schema-rights.ts';
import { type Db, removeSome } from '../../base/store.ts';

export async function insertSearch(db: Db, row: Insertable<PhoneSearchTable>): Promise<void> {
  await db.insertInto('phone_search').values(row).execute();
}

/** When a person searched by number, after `since`. */
export async function searchTimes(db: Db, accountId: string, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('phone_search')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .execute();
  return rows.map(({ created_at }) => created_at);
}

/** Each whole number of a mask that a person searched for after `since`, and when first. */
export async function numbersTried(
  db: Db,
  accountId: string,
  mask: string,
  since: number,
): Promise<Array<{ hash: string; at: number }>> {
  return db
    .selectFrom('phone_search')
    .select((select) => ['number_hash as hash', select.fn.min<number>('created_at').as('at')])
    .where('account_id', '=', accountId)
    .where('mask', '=', mask)
    .where('created_at', '>', since)
    .groupBy('number_hash')
    .execute();
}

/** @returns true when more rows may be left */
export async function removeSearches(db: Db, before: number, rows: number): Promise<boolean> {
  return removeSome(db, 'phone_search', 'id', sql`created_at <= ${before}`, rows);
}
