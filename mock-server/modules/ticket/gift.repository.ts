import type { Plan } from '#shared/domain/plan';
import { startsWith } from '../../db/dialect.ts';
import type { Db } from '../store.ts';

/** Those of the keys that are in the books. */
export async function knownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ledger_transaction')
    .select('idempotency_key')
    .where('idempotency_key', 'in', [...keys])
    .execute();
  return new Set(rows.map((row) => row.idempotency_key));
}

/** What decides about the gifts of an account. */
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

/** How many grants of an account have a key that begins so. */
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

/** Tickets a member of staff gave away since a moment, by hand. */
export async function givenBy(db: Db, operator: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .select((select) => select.fn.sum<number>('delta').as('delta'))
    .where('ledger_transaction.created_at', '>=', since)
    .where('operator', '=', operator)
    .where('movement', '=', 'grant')
    .where('delta', '>', 0)
    .executeTakeFirst();
  return row?.delta ?? 0;
}
