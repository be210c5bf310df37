import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PendingChangeTable } from '../../db/schema-rights.ts';
import type { Db } from '../store.ts';

export type PendingRow = Selectable<PendingChangeTable>;

export async function insertPending(db: Db, row: Insertable<PendingChangeTable>): Promise<void> {
  await db.insertInto('pending_change').values(row).execute();
}

export async function findPending(db: Db, id: string): Promise<PendingRow | undefined> {
  return db.selectFrom('pending_change').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The newest change of an account that still waits. */
export async function waitingOf(db: Db, accountId: string, now: number): Promise<PendingRow | undefined> {
  return db
    .selectFrom('pending_change')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'waiting')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
}

/** Answers one that waits; false when it does not any more. */
export async function answerPending(db: Db, id: string, patch: Updateable<PendingChangeTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pending_change')
    .set(patch)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the waiting of an account's changes that a newer one takes the place of. */
export async function replaceWaiting(db: Db, accountId: string, now: number): Promise<void> {
  await db
    .updateTable('pending_change')
    .set({ status: 'expired', answered_at: now })
    .where('account_id', '=', accountId)
    .where('status', '=', 'waiting')
    .execute();
}

export async function expirePending(db: Db, now: number): Promise<void> {
  await db
    .updateTable('pending_change')
    .set({ status: 'expired', answered_at: now })
    .where('status', '=', 'waiting')
    .where('expires_at', '<=', now)
    .execute();
}

/** Changes by their ids, with the account they are for. */
export async function pendingByIds(db: Db, ids: ReadonlyArray<string | number>) {
  return db
    .selectFrom('pending_change')
    .innerJoin('account', 'account.id', 'pending_change.account_id')
    .selectAll('pending_change')
    .select(['nick_name', 'phone_no', 'email', 'login_name'])
    .where('pending_change.id', 'in', ids.map(String))
    .execute();
}

export type PendingWithAccount = Awaited<ReturnType<typeof pendingByIds>>[number];
