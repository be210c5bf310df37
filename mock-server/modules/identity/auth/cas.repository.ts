import { type Insertable, type Selectable, sql } from 'kysely';
import type { ServiceTicketTable } from '../../../db/schema.ts';
import { type Db, removeSome } from '../../base/store.ts';

export type ServiceTicketRow = Selectable<ServiceTicketTable>;

export async function insertServiceTicket(db: Db, row: Insertable<ServiceTicketTable>): Promise<void> {
  await db.insertInto('service_ticket').values(row).execute();
}

/** Takes a ticket out of circulation and gives it; undefined for one that is unknown or was used before. */
export async function redeemServiceTicket(
  db: Db,
  ticketHash: string,
  now: number,
): Promise<ServiceTicketRow | undefined> {
  return db
    .updateTable('service_ticket')
    .set({ used_at: now })
    .where('ticket_hash', '=', ticketHash)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function hasServiceTickets(db: Db, sessionTicketHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('service_ticket')
    .select('ticket_hash')
    .where('session_ticket_hash', '=', sessionTicketHash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns true when more rows may be left */
export async function removeServiceTickets(db: Db, expiredBefore: number, rows: number): Promise<boolean> {
  return removeSome(db, 'service_ticket', 'ticket_hash', sql`expires_at < ${expiredBefore}`, rows);
}
