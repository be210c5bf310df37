import { type Insertable, type Selectable, sql } from 'kysely';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { nextNumber } from '../../../db/numbers.ts';
import type {
  LedgerAccountTable,
  LedgerTransactionTable,
  TicketHoldTable,
  TicketLotTable,
} from '../../../db/schema-tickets.ts';
import type { Db } from '../../base/store.ts';

export type LotRow = Selectable<TicketLotTable>;
export type HoldRow = Selectable<TicketHoldTable>;
export type LedgerRole = LedgerAccountTable['role'];

export async function insertLot(db: Db, row: Insertable<TicketLotTable>): Promise<void> {
  await db.insertInto('ticket_lot').values(row).execute();
}

/** Lots that can be spent now: what expires first stands first, then the oldest. */
export async function spendableLots(db: Db, accountId: string, kind: TicketKind, now: number): Promise<LotRow[]> {
  return db
    .selectFrom('ticket_lot')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('remaining', '>', 0)
    .where('starts_at', '<=', now)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy((order) => order.fn.coalesce('expires_at', order.val(Number.MAX_SAFE_INTEGER)))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function lotsByIds(db: Db, accountId: string, ids: readonly string[]): Promise<LotRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('ticket_lot')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
}

export async function expiredLots(db: Db, now: number, accountId: string): Promise<LotRow[]> {
  return db
    .selectFrom('ticket_lot')
    .selectAll()
    .where('remaining', '>', 0)
    .where('expires_at', '<=', now)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** Expired lots of all accounts that still have tickets, by time of expiry. */
export async function firstExpired(db: Db, now: number, most: number): Promise<LotRow[]> {
  return db
    .selectFrom('ticket_lot')
    .selectAll()
    .where('remaining', '>', sql.lit(0))
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(most)
    .execute();
}

/** All lots of one origin, the oldest first. */
export async function lotsOfOrigin(db: Db, accountId: string, kind: TicketKind, reference: string): Promise<LotRow[]> {
  return db
    .selectFrom('ticket_lot')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Lots of one origin, source or kind with something left in them. */
export async function lotsToRevoke(
  db: Db,
  accountId: string,
  of: { reference?: string | undefined; source?: string | undefined; kind?: TicketKind | undefined },
  now: number,
): Promise<LotRow[]> {
  const { reference, source, kind } = of;
  return db
    .selectFrom('ticket_lot')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('remaining', '>', 0)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .$if(reference !== undefined, (query) => query.where('reference', '=', reference as string))
    .$if(source !== undefined, (query) => query.where('source', '=', source as string))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as TicketKind))
    .orderBy((order) => order.fn.coalesce('expires_at', order.val(Number.MAX_SAFE_INTEGER)), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Given and remaining tickets of all lots of one origin, and their account, by kind. */
export async function lotTotals(db: Db, reference: string, accountId?: string) {
  return db
    .selectFrom('ticket_lot')
    .select((select) => [
      'account_id',
      'kind',
      select.fn.sum<number>('amount').as('amount'),
      select.fn.sum<number>('remaining').as('left'),
    ])
    .where('reference', '=', reference)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId as string))
    .groupBy(['account_id', 'kind'])
    .execute();
}

/** Tickets that movements of one origin took out of an account's purse. */
export async function takenByMovements(
  db: Db,
  accountId: string,
  kind: TicketKind,
  reference: string,
  movements: readonly string[],
): Promise<number> {
  const row = await db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .select((select) => select.fn.sum<number>('delta').as('delta'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .where('movement', 'in', [...movements])
    .where('ledger_account', '=', purseId(accountId, kind))
    .executeTakeFirst();
  return -(row?.delta ?? 0);
}

/** Moves the end of the lots of one origin that have not run out. */
export async function moveExpiry(
  db: Db,
  accountId: string,
  reference: string,
  expiresAt: number | null,
  now: number,
): Promise<void> {
  await db
    .updateTable('ticket_lot')
    .set({ expires_at: expiresAt })
    .where('account_id', '=', accountId)
    .where('reference', '=', reference)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute();
}

export async function changeLot(
  db: Db,
  id: string,
  change: { remaining: number; expires_at?: number | null },
): Promise<void> {
  await db.updateTable('ticket_lot').set(change).where('id', '=', id).execute();
}

export async function insertHold(
  db: Db,
  row: Insertable<TicketHoldTable>,
  parts: ReadonlyArray<{ lotId: string; amount: number }>,
): Promise<void> {
  await db.insertInto('ticket_hold').values(row).execute();
  await insertParts(db, row.id, parts);
}

/** Makes a settled hold one that is held, out of other lots; returns how often it was held with this. */
export async function reopenHold(
  db: Db,
  id: string,
  parts: ReadonlyArray<{ lotId: string; amount: number }>,
): Promise<number> {
  const { round } = await db
    .updateTable('ticket_hold')
    .set((set) => ({ state: 'held' as const, spent: 0, returned: 0, settled_at: null, round: set('round', '+', 1) }))
    .where('id', '=', id)
    .returning('round')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('ticket_hold_part').where('hold_id', '=', id).execute();
  await insertParts(db, id, parts);
  return round;
}

async function insertParts(
  db: Db,
  holdId: string,
  parts: ReadonlyArray<{ lotId: string; amount: number }>,
): Promise<void> {
  const values = parts.map((part) => ({ hold_id: holdId, lot_id: part.lotId, amount: part.amount }));
  await db.insertInto('ticket_hold_part').values(values).execute();
}

export async function findHold(db: Db, reference: string): Promise<HoldRow | undefined> {
  return db.selectFrom('ticket_hold').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** Tickets that a hold took from each lot, in the order in which it took them. */
export async function holdParts(db: Db, holdId: string) {
  return db
    .selectFrom('ticket_hold_part')
    .innerJoin('ticket_lot', 'ticket_lot.id', 'ticket_hold_part.lot_id')
    .select([
      'lot_id',
      'ticket_hold_part.amount',
      'ticket_lot.remaining',
      'ticket_lot.expires_at',
      'ticket_lot.created_at',
    ])
    .where('hold_id', '=', holdId)
    .orderBy((order) => order.fn.coalesce('ticket_lot.expires_at', order.val(Number.MAX_SAFE_INTEGER)))
    .orderBy('ticket_lot.created_at')
    .orderBy('lot_id')
    .execute();
}

/** False when the hold was settled already. */
export async function settleHold(db: Db, id: string, spent: number, returned: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ticket_hold')
    .set({ state: 'settled', spent, returned, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when a movement with this key is in the books already. */
export async function insertTransaction(
  db: Db,
  row: Omit<Insertable<LedgerTransactionTable>, 'number'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledger_transaction')
    .values({ ...row, number: await nextNumber(db, 'ledger_transaction') })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function addEntry(
  db: Db,
  entry: { transactionId: string; accountId: string | null; kind: TicketKind; role: LedgerRole; delta: number },
): Promise<void> {
  const { transactionId, accountId, kind, role, delta } = entry;
  const id = ledgerAccountId(accountId ?? 'house', kind, role);
  await db
    .insertInto('ledger_account')
    .values({ id, owner_id: accountId, kind, role, balance: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { balance } = await db
    .updateTable('ledger_account')
    .set((set) => ({ balance: set('balance', '+', delta) }))
    .where('id', '=', id)
    .returning('balance')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ledger_entry')
    .values({ transaction_id: transactionId, ledger_account: id, delta, balance_after: balance })
    .execute();
}

export function ledgerAccountId(owner: string, kind: TicketKind, role: LedgerRole): string {
  return `${owner}:${kind}:${role}`;
}

function purseId(accountId: string, kind: TicketKind): string {
  return ledgerAccountId(accountId, kind, 'available');
}
