import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PendingKind } from '#shared/domain/second-person';
import type { StaffRole } from '#shared/domain/staff-permissions';
import type { PendingChangeTable } from '../../../db/schema-rights.ts';
import type { Db } from '../../base/store.ts';

export type PendingRow = Selectable<PendingChangeTable>;

export async function insertPending(db: Db, row: Insertable<PendingChangeTable>): Promise<void> {
  await db.insertInto('pending_change').values(row).execute();
}

export async function findPending(db: Db, id: string): Promise<PendingRow | undefined> {
  return db.selectFrom('pending_change').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The newest waiting change of a record. */
export async function waitingOf(
  db: Db,
  kinds: readonly PendingKind[],
  subject: string,
  now: number,
): Promise<PendingRow | undefined> {
  return db
    .selectFrom('pending_change')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('subject', '=', subject)
    .where('status', '=', 'waiting')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
}

/** Sets the answer of a waiting change. Returns false when it is no longer waiting. */
export async function answerPending(db: Db, id: string, patch: Updateable<PendingChangeTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pending_change')
    .set(patch)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Waiting changes of a record, newest first, with those whose time is over and that are not marked as expired yet. */
export async function allWaitingOf(db: Db, kinds: readonly PendingKind[], subject: string): Promise<PendingRow[]> {
  return db
    .selectFrom('pending_change')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('subject', '=', subject)
    .where('status', '=', 'waiting')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Changes that expired without an answer, oldest first. */
export async function overdue(db: Db, now: number, limit: number): Promise<PendingRow[]> {
  return db
    .selectFrom('pending_change')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/** Changes by id, with the account that they concern. */
export async function pendingByIds(db: Db, ids: ReadonlyArray<string | number>) {
  return db
    .selectFrom('pending_change')
    .leftJoin('account', 'account.id', 'pending_change.account_id')
    .selectAll('pending_change')
    .select(['nick_name', 'phone_no', 'email', 'login_name'])
    .where('pending_change.id', 'in', ids.map(String))
    .execute();
}

export type PendingWithAccount = Awaited<ReturnType<typeof pendingByIds>>[number];

/** Columns of a staff account that decide whether two accounts may belong to one person. */
export interface Hand {
  id: string;
  role: StaffRole | null;
  phone_no: string | null;
  email: string | null;
  given_by: string | null;
  given_at: number | null;
}

/** Active staff accounts. @param ids only these accounts; all when absent */
export async function activeStaff(db: Db, now: number, ids?: readonly string[]): Promise<Hand[]> {
  return db
    .selectFrom('account')
    .leftJoin('staff_password', 'staff_password.account_id', 'account.id')
    .select(['account.id', 'role', 'phone_no', 'email', 'given_by', 'given_at'])
    .where('user_type', '=', 9)
    .where('deleted_at', 'is', null)
    .where((query) =>
      query.or([
        query('status', '=', 'active'),
        query.and([query('banned_until', 'is not', null), query('banned_until', '<=', now)]),
      ]),
    )
    .$if(ids !== undefined, (query) => query.where('account.id', 'in', ids ?? []))
    .execute();
}
