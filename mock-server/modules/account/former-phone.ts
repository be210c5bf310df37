import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { readPhoneSearch } from '#shared/domain/phone';
import { foldTyped } from '#shared/domain/typed';
import { keyFor } from '../seal.ts';
import type { Db } from '../store.ts';

/** What a phone number is kept as once an account has it no more. Who has the database alone cannot try numbers out. */
export type PhoneHash = (phoneNo: string) => string;

export function createPhoneHash(installationKey: string): PhoneHash {
  const key = keyFor(installationKey, 'former phone numbers');
  return (phoneNo) => createHmac('sha256', key).update(phoneNo).digest('base64url');
}

/**
 * Accounts to which something leads that stands in their rows no more: a number that they had before, or the id of an
 * account that became part of them. One whose data were erased is none of them.
 */
export async function accountsBehind(db: Db, typed: string, hash: PhoneHash): Promise<string[]> {
  const read = readPhoneSearch(typed);
  const number = read && 'whole' in read ? hash(read.whole) : '';
  const { rows } = await sql<{ id: string }>`
    select id from account where erased_at is null and id in (
      select coalesce(account.merged_into, account.id) from former_phone
      join account on account.id = former_phone.account_id
      where former_phone.number_hash = ${number} and account.erased_at is null
      union select merged_into from account where id = ${foldTyped(typed)} and erased_at is null)`.execute(db);
  return rows.map(({ id }) => id);
}
