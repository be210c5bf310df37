import { sql } from 'kysely';
import type { Db } from '../../base/store.ts';

/**
 * Ids of accounts that had a phone number before, or that the account `id` was merged into. Erased accounts are left
 * out.
 * @param hash of the phone number; empty for none
 */
export async function findBehind(db: Db, { hash, id }: { hash: string; id: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where erased_at is null and id in (
      select coalesce(account.merged_into, account.id) from former_phone
      join account on account.id = former_phone.account_id
      where former_phone.number_hash = ${hash} and account.erased_at is null
      union select merged_into from account where id = ${id} and erased_at is null)`.execute(db);
  return rows.map((row) => row.id);
}
