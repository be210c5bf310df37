import { sql } from 'kysely';
import type { Db } from '../../base/store.ts';
import { findHold, holdParts } from './ticket.repository.ts';

/** All that the books say of what was held for one reference: the hold, where it came from, and its movements. */
export async function holdBook(db: Db, reference: string) {
  const hold = await findHold(db, reference);
  if (!hold) return undefined;
  const parts = await holdParts(db, hold.id);
  const lots = await db
    .selectFrom('ticket_lot')
    .select(['id', 'source'])
    .where(
      'id',
      'in',
      parts.map(({ lot_id }) => lot_id),
    )
    .execute();
  const sources = new Map(lots.map(({ id, source }) => [id, source]));
  const spendable = sql<string>`ledger_transaction.account_id || ':' || ledger_transaction.kind || ':available'`;
  const movements = await db
    .selectFrom('ledger_transaction')
    .leftJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.transaction_id', '=', 'ledger_transaction.id')
        .on('ledger_entry.ledger_account', '=', spendable),
    )
    .select(['ledger_transaction.id', 'movement', 'reason', 'ledger_transaction.created_at', 'delta', 'balance_after'])
    .where('ledger_transaction.account_id', '=', hold.account_id)
    .where('reference', '=', reference)
    .orderBy('ledger_transaction.number')
    .execute();
  return {
    hold,
    parts: parts.map((part) => ({ ...part, source: sources.get(part.lot_id) ?? '' })),
    movements,
  };
}
