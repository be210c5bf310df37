import { sql } from 'kysely';
import type { ListSource } from '../../../db/list.ts';
import type { Db } from '../../base/store.ts';

type Ids = ReadonlyArray<string | number>;

export const noteSource: ListSource<'account_note'> = {
  table: 'account_note',
  columns: { id: 'id', accountId: 'account_id', authorId: 'author_id', text: 'words', createdAt: 'created_at' },
};

export async function notesByIds(db: Db, ids: Ids) {
  return db
    .selectFrom('account_note')
    .leftJoin('account', 'account.id', 'account_note.author_id')
    .selectAll('account_note')
    .select(['account.nick_name', 'account.login_name'])
    .where('account_note.id', 'in', ids.map(String))
    .execute();
}

/** A session goes by the beginning of what its token is kept as, which tells nothing of the token. */
const sessionId = sql<string>`substr(session.token_hash, 1, 16)`;

/** Sessions of users that have not ended. */
export function sessionSource(now: number): ListSource<'session'> {
  return {
    table: 'session',
    columns: { id: sessionId, accountId: 'account_id', createdAt: 'created_at' },
    scope: (query) => query.and([query('kind', '=', 'user'), query('expires_at', '>', now)]),
  };
}

const userSessions = (db: Db, now: number) =>
  db
    .selectFrom('session')
    .select(['token_hash', 'account_id', 'address', 'user_agent', 'device_id', 'created_at', 'expires_at'])
    .where('kind', '=', 'user')
    .where('expires_at', '>', now);

/** An id is the beginning of an indexed column: whole columns between it and what follows it. */
export async function sessionsByIds(db: Db, ids: Ids, now: number) {
  const wanted = ids.map(String).filter((id) => /^[0-9a-f]{16}$/.test(id));
  if (wanted.length === 0) return [];
  return userSessions(db, now)
    .where((where) =>
      where.or(wanted.map((id) => where.and([where('token_hash', '>=', id), where('token_hash', '<', `${id}g`)]))),
    )
    .execute();
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

/** Ends all sessions of a user; returns their number. */
export async function endUserSessions(db: Db, accountId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'user')
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const deviceSource: ListSource<'account_device'> = {
  table: 'account_device',
  columns: { id: 'id', accountId: 'account_id', deviceId: 'device_id', lastSeenAt: 'last_seen_at' },
};

export async function devicesByIds(db: Db, ids: Ids) {
  return db.selectFrom('account_device').selectAll().where('id', 'in', ids.map(String)).execute();
}

export const lotSource: ListSource<'ticket_lot'> = {
  table: 'ticket_lot',
  columns: {
    id: 'id',
    accountId: 'account_id',
    kind: 'kind',
    source: 'source',
    remaining: 'remaining',
    expiresAt: 'expires_at',
    createdAt: 'created_at',
  },
};

export async function lotsByIds(db: Db, ids: Ids) {
  return db.selectFrom('ticket_lot').selectAll().where('id', 'in', ids.map(String)).execute();
}

export const periodSource: ListSource<'membership_period'> = {
  table: 'membership_period',
  columns: {
    id: 'id',
    accountId: 'account_id',
    plan: 'plan',
    source: 'source',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
  },
};

export async function periodsByIds(db: Db, ids: Ids) {
  return db.selectFrom('membership_period').selectAll().where('id', 'in', ids.map(String)).execute();
}

export const consentSource: ListSource<'consent'> = {
  table: 'consent',
  columns: { id: 'id', accountId: 'account_id', agreementVersion: 'agreement_version', createdAt: 'created_at' },
};

export async function consentsByIds(db: Db, ids: Ids) {
  return db
    .selectFrom('consent')
    .select(['id', 'account_id', 'agreement_version', 'address', 'created_at'])
    .where('id', 'in', ids.map(Number))
    .execute();
}
