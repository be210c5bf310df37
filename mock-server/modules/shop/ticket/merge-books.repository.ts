import type { TicketKind } from '#shared/domain/ticket-kind';
import { ticketKinds } from '#shared/domain/ticket-kind';
import type { Db } from '../../base/store.ts';
import { ledgerAccountId } from './ticket.repository.ts';

/**
 * Makes the books of one account part of another's: lots, holds, movements and balances, of which each movement keeps
 * its two sides and its number. What stood in the purse after a movement is reckoned anew.
 */
export async function mergeBooks(db: Db, from: string, into: string): Promise<void> {
  for (const kind of ticketKinds)
    for (const role of ['available', 'held'] as const) await mergePurse(db, from, into, kind, role);
  for (const table of ['ticket_lot', 'ticket_hold', 'ledger_transaction'] as const)
    await db.updateTable(table).set({ account_id: into }).where('account_id', '=', from).execute();
}

async function mergePurse(
  db: Db,
  from: string,
  into: string,
  kind: TicketKind,
  role: 'available' | 'held',
): Promise<void> {
  const [old, id] = [ledgerAccountId(from, kind, role), ledgerAccountId(into, kind, role)];
  const known = await db.selectFrom('ledger_account').select('balance').where('id', '=', old).executeTakeFirst();
  if (!known) return;
  await db
    .insertInto('ledger_account')
    .values({ id, owner_id: into, kind, role, balance: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db.updateTable('ledger_entry').set({ ledger_account: id }).where('ledger_account', '=', old).execute();
  await db
    .updateTable('ledger_account')
    .set((set) => ({ balance: set('balance', '+', known.balance) }))
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('ledger_account').where('id', '=', old).execute();
  const entries = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .select(['ledger_entry.id', 'delta', 'balance_after'])
    .where('ledger_account', '=', id)
    .orderBy('ledger_transaction.number')
    .orderBy('ledger_entry.id')
    .execute();
  let balance = 0;
  for (const entry of entries) {
    balance += entry.delta;
    if (entry.balance_after !== balance)
      await db.updateTable('ledger_entry').set({ balance_after: balance }).where('id', '=', entry.id).execute();
  }
}
