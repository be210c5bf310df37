import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { LiveSessionTable } from '../../../db/schema.ts';
import { type Db, removeSome } from '../../base/store.ts';

export type LiveSessionRow = Selectable<LiveSessionTable>;

export async function insertSession(db: Db, row: Insertable<LiveSessionTable>): Promise<void> {
  await db.insertInto('live_session').values(row).execute();
}

export async function findOwnSession(db: Db, accountId: string, id: string): Promise<LiveSessionRow | undefined> {
  return db
    .selectFrom('live_session')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function newestSession(db: Db, accountId: string): Promise<LiveSessionRow | undefined> {
  return (
    db
      .selectFrom('live_session')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      // Of two from the same moment, the one still open is the later.
      .orderBy((order) => order('ended_at', 'is', null), 'desc')
      .executeTakeFirst()
  );
}

export async function changeSession(db: Db, id: string, change: Updateable<LiveSessionTable>): Promise<void> {
  await db.updateTable('live_session').set(change).where('id', '=', id).execute();
}

/** Ends what the account has open. */
export async function endOpenSessions(
  db: Db,
  accountId: string,
  endedBy: 'client' | 'takeover',
  now: number,
  id?: string,
): Promise<void> {
  await db
    .updateTable('live_session')
    .set({ ended_at: now, ended_by: endedBy })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .execute();
}

/** Removes sessions without a new frame since a moment. @returns true when more rows may be left */
export async function removeSessionsBefore(db: Db, moment: number, rows: number): Promise<boolean> {
  const isOld = sql`created_at < ${moment} AND (last_frame_at IS NULL OR last_frame_at < ${moment})`;
  return removeSome(db, 'live_session', 'id', isOld, rows);
}
