import { type Insertable, type Selectable, sql } from 'kysely';
import type { LoginCodeTable, SessionTable } from '../../../db/schema.ts';
import { type Db, prepared, removeSome } from '../../base/store.ts';
import { addressesKept, devicesKept } from './auth.rules.ts';

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
  const [session] =
    'tokenHash' in by
      ? await sessionByToken(db, { hash: by.tokenHash, kind, now })
      : await sessionByTicket(db, { hash: by.ticketHash, kind, now });
  return session;
}

const sessionBy = (column: 'token_hash' | 'ticket_hash') =>
  prepared((db, given: { hash: string; kind: SessionRow['kind']; now: number }) =>
    db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select(['session.account_id', 'session.ticket_hash', 'session.created_at'])
      .select(['account.role', 'account.status', 'account.banned_until'])
      .where(column, '=', given.hash)
      .where('kind', '=', given.kind)
      .where('expires_at', '>', given.now)
      .where('account.deleted_at', 'is', null),
  );
const sessionByToken = sessionBy('token_hash');
const sessionByTicket = sessionBy('ticket_hash');

/** The session of a member of staff with what its door asks for, if neither session nor account has ended. */
export async function liveStaffSession(db: Db, tokenHash: string, now: number) {
  const [session] = await staffSessionByToken(db, { tokenHash, now });
  return session;
}

const staffSessionByToken = prepared((db, given: { tokenHash: string; now: number }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('staff_factor', 'staff_factor.account_id', 'account.id')
    .leftJoin('staff_password', 'staff_password.account_id', 'account.id')
    .leftJoin('staff_role', 'staff_role.id', 'account.role')
    .select(['session.account_id', 'account.role', 'account.status', 'account.banned_until', 'account.login_name'])
    .select(['staff_factor.confirmed_at', 'staff_password.must_change', 'staff_role.is_factor_needed'])
    .where('token_hash', '=', given.tokenHash)
    .where('kind', '=', 'staff')
    .where('expires_at', '>', given.now)
    .where('account.deleted_at', 'is', null),
);

/** Returns true when somebody is logged in to an account from an address at the moment. */
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

/** @returns true when more rows may be left */
export async function removeSessions(db: Db, now: number, rows: number): Promise<boolean> {
  return removeSome(db, 'session', 'token_hash', sql`expires_at <= ${now}`, rows);
}

/** @returns true when more rows may be left */
export async function removeCodes(db: Db, before: number, rows: number): Promise<boolean> {
  return removeSome(db, 'login_code', 'id', sql`created_at < ${before}`, rows);
}

interface SeenDevice {
  /** Of the row, where it is a new one. */
  id: string;
  accountId: string;
  deviceId: string | null;
  address: string;
  userAgent: string;
  now: number;
}

/** Remembers what somebody logged in with: by the id it tells of itself, or else by its browser. */
export async function noteDevice(db: Db, seen: SeenDevice): Promise<void> {
  const { accountId: account_id, deviceId: device_id, userAgent: user_agent, now: last_seen_at } = seen;
  const device_key = device_id === null ? `agent:${user_agent}` : `id:${device_id}`;
  const known = await db
    .selectFrom('account_device')
    .select(['id', 'addresses', 'logins'])
    .where('account_id', '=', account_id)
    .where('device_key', '=', device_key)
    .executeTakeFirst();
  if (known) {
    const before = (JSON.parse(known.addresses) as string[]).filter((address) => address !== seen.address);
    const addresses = JSON.stringify([seen.address, ...before].slice(0, addressesKept));
    const change = { user_agent, addresses, logins: known.logins + 1, last_seen_at };
    await db.updateTable('account_device').set(change).where('id', '=', known.id).execute();
    return;
  }
  const addresses = JSON.stringify([seen.address]);
  const device = { id: seen.id, account_id, device_key, device_id, user_agent, addresses };
  await db
    .insertInto('account_device')
    .values({ ...device, logins: 1, first_seen_at: last_seen_at, last_seen_at })
    .execute();
  const all = await db
    .selectFrom('account_device')
    .select('id')
    .where('account_id', '=', account_id)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  const old = all.slice(devicesKept).map(({ id }) => id);
  if (old.length > 0) await db.deleteFrom('account_device').where('id', 'in', old).execute();
}

/** @returns true when more rows may be left */
export async function forgetDevices(db: Db, before: number, rows: number): Promise<boolean> {
  return removeSome(db, 'account_device', 'id', sql`last_seen_at < ${before}`, rows);
}
