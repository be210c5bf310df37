import type { Insertable, Selectable } from 'kysely';
import type { LoginCodeTable, SessionTable } from '../../db/schema.ts';
import type { Db } from '../store.ts';

export type SessionRow = Selectable<SessionTable>;
export type LoginCodeRow = Selectable<LoginCodeTable>;

/** When codes were sent to a phone number or e-mail address, or from a network address, after `since`. */
export async function codeTimes(
  db: Db,
  by: { target: string } | { address: string },
  since: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('login_code')
    .select('created_at')
    .where('created_at', '>', since)
    .where((where) => ('target' in by ? where('target', '=', by.target) : where('address', '=', by.address)))
    .execute();
  return rows.map((row) => row.created_at);
}

export async function insertCode(db: Db, row: Insertable<LoginCodeTable>): Promise<number> {
  const { id } = await db.insertInto('login_code').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function removeCode(db: Db, id: number): Promise<void> {
  await db.deleteFrom('login_code').where('id', '=', id).execute();
}

export async function newestCode(db: Db, target: string): Promise<LoginCodeRow | undefined> {
  return db
    .selectFrom('login_code')
    .selectAll()
    .where('target', '=', target)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function countWrongTry(db: Db, id: number): Promise<void> {
  await db
    .updateTable('login_code')
    .set((set) => ({ wrong_tries: set('wrong_tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function markUsed(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('login_code').set({ used_at: now }).where('id', '=', id).execute();
}

export async function insertSession(db: Db, row: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(row).execute();
}

/** The session and its account, if neither has ended. */
export async function liveSession(
  db: Db,
  by: { tokenHash: string } | { ticketHash: string },
  kind: SessionRow['kind'],
  now: number,
) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.account_id', 'session.ticket_hash', 'session.created_at'])
    .select(['account.role', 'account.status', 'account.status_reason'])
    .where((where) =>
      'tokenHash' in by ? where('token_hash', '=', by.tokenHash) : where('ticket_hash', '=', by.ticketHash),
    )
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The session of a member of staff with what its door asks for, if neither session nor account has ended. */
export async function liveStaffSession(db: Db, tokenHash: string, now: number) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('staff_factor', 'staff_factor.account_id', 'account.id')
    .leftJoin('staff_password', 'staff_password.account_id', 'account.id')
    .leftJoin('staff_role', 'staff_role.id', 'account.role')
    .select(['session.account_id', 'account.role', 'account.status', 'account.login_name'])
    .select(['staff_factor.confirmed_at', 'staff_password.must_change', 'staff_role.is_factor_needed'])
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', 'staff')
    .where('expires_at', '>', now)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Whether somebody is logged in to an account from an address at the moment. */
export async function hasSessionFrom(db: Db, accountId: string, address: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends an account's sessions of a kind but the newest `kept`, of which `newest` is one. */
export async function removeOldestSessions(
  db: Db,
  { kind, accountId, newest }: { kind: SessionRow['kind']; accountId: string; newest: string },
  kept: number,
): Promise<void> {
  const others = await db
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('token_hash', '!=', newest)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
  for (const { token_hash } of others.slice(kept - 1)) await removeSession(db, token_hash);
}

export async function removeSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

export async function removeSessionByTicket(db: Db, ticketHash: string): Promise<void> {
  await db.deleteFrom('session').where('ticket_hash', '=', ticketHash).execute();
}

export async function removeSessionsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute();
}

export async function removeExpired(db: Db, now: number, codesBefore: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_code').where('created_at', '<', codesBefore).execute();
}

export async function recordConsent(
  db: Db,
  row: { account_id: string; agreement_version: string; address: string; created_at: number },
) {
  await db.insertInto('consent').values(row).execute();
}
