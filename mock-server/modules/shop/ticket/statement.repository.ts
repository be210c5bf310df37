import { sql } from 'kysely';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { unindexed } from '../../../db/dialect.ts';
import type { PageWindow } from '../../base/cursor.ts';
import type { Db } from '../../base/store.ts';
import { ledgerAccountId } from './ticket.repository.ts';

/** Tickets of an account that tasks hold, by kind. */
export async function heldBy(db: Db, accountId: string): Promise<Map<TicketKind, number>> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['kind', 'balance'])
    .where('id', 'in', [
      ledgerAccountId(accountId, 'normal', 'held'),
      ledgerAccountId(accountId, 'live', 'held'),
      ledgerAccountId(accountId, 'gpt', 'held'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.kind, row.balance]));
}

/** A page of an account's movements, newest first, in the order they were booked. */
export async function movements(db: Db, accountId: string, kind: TicketKind | undefined, { after, limit }: PageWindow) {
  const purse = sql<string>`ledger_transaction.account_id || ':' || ledger_transaction.kind || ':available'`;
  return db
    .selectFrom('ledger_transaction')
    .leftJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.transaction_id', '=', 'ledger_transaction.id')
        .on('ledger_entry.ledger_account', '=', purse),
    )
    .leftJoin('ledger_account', (join) => join.on('ledger_account.id', '=', purse))
    .select(['ledger_transaction.id', 'ledger_transaction.kind', 'movement', 'reason', 'reference'])
    .select(['ledger_transaction.created_at', 'delta', 'balance_after', 'ledger_account.balance as balance_now'])
    .select('ledger_transaction.number')
    .where('account_id', '=', accountId)
    .$if(kind !== undefined, (query) =>
      query.where(unindexed<TicketKind>('ledger_transaction.kind'), '=', kind as TicketKind),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(ledger_transaction.created_at, number) < (${after?.score}, ${after?.id})`),
    )
    .orderBy('ledger_transaction.created_at', 'desc')
    .orderBy('ledger_transaction.number', 'desc')
    .limit(limit)
    .execute();
}
