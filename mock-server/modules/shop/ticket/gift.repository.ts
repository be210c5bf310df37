import type { Plan } from '#shared/domain/plan';
import { startsWith } from '../../../db/dialect.ts';
import type { Db } from '../../base/store.ts';

/** Those of the keys that are in the books. */
export async function knownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ledger_transaction')
    .select('idempotency_key')
    .where('idempotency_key', 'in', [...keys])
    .execute();
  return new Set(rows.map((row) => row.idempotency_key));
}

/** Facts that decide on the gifts of an account. */
export async function findOwner(
  db: Db,
  accountId: string,
): Promise<{ user_type: number; plan: Plan; plan_expires_at: number | null } | undefined> {
  return db
    .selectFrom('account')
    .select(['user_type', 'plan', 'plan_expires_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
}

type Recipient = { id: string; nick_name: string; phone_no: string | null; deleted_at: number | null };

/** SQLite takes so many values in one question without being asked for more. */
const atOnce = 500;

async function recipients(db: Db, column: 'id' | 'phone_no', values: readonly string[]): Promise<Recipient[]> {
  const found: Recipient[] = [];
  for (let from = 0; from < values.length; from += atOnce) {
    const rows = await db
      .selectFrom('account')
      .select(['id', 'nick_name', 'phone_no', 'deleted_at'])
      .where(column, 'in', values.slice(from, from + atOnce))
      .execute();
    found.push(...rows);
  }
  return found;
}

export const accountsByPhone = (db: Db, phones: readonly string[]) => recipients(db, 'phone_no', phones);
export const accountsById = (db: Db, ids: readonly string[]) => recipients(db, 'id', ids);

/** Number of grants of an account whose key has this prefix. */
export async function countGrants(db: Db, accountId: string, keyStart: string): Promise<number> {
  const { count } = await db
    .selectFrom('ledger_transaction')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('movement', '=', 'grant')
    .where(startsWith('idempotency_key', keyStart))
    .executeTakeFirstOrThrow();
  return count;
}
