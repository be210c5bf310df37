import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ImpersonationTable } from '../../../db/schema-personal-data.ts';
import type { Db } from '../../base/store.ts';

export type ImpersonationRow = Selectable<ImpersonationTable>;

export async function insertView(db: Db, row: Insertable<ImpersonationTable>): Promise<void> {
  await db.insertInto('impersonation').values(row).execute();
}

/** Changes one that has not ended. @returns whether there was one */
export async function updateView(db: Db, id: string, patch: Updateable<ImpersonationTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('impersonation')
    .set(patch)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One that has not ended, and whose account is there. */
export async function openView(db: Db, by: { linkHash: string } | { tokenHash: string }, now: number) {
  return db
    .selectFrom('impersonation')
    .innerJoin('account', 'account.id', 'impersonation.account_id')
    .selectAll('impersonation')
    .select('account.nick_name')
    .where((where) =>
      'linkHash' in by ? where('link_hash', '=', by.linkHash) : where('token_hash', '=', by.tokenHash),
    )
    .where('impersonation.ended_at', 'is', null)
    .where('impersonation.expires_at', '>', now)
    .where('account.deleted_at', 'is', null)
    .where('account.user_type', '!=', 9)
    .executeTakeFirst();
}

/** Those of a member of staff that have not ended. */
export async function viewsOf(db: Db, staffId: string): Promise<ImpersonationRow[]> {
  return db
    .selectFrom('impersonation')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Those nobody ended: few, for none lasts longer than a quarter of an hour. */
export async function unendedViews(
  db: Db,
  after: Pick<ImpersonationRow, 'expires_at' | 'id'> | undefined,
  most: number,
): Promise<ImpersonationRow[]> {
  return db
    .selectFrom('impersonation')
    .selectAll()
    .where('ended_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(expires_at, id) > (${after?.expires_at}, ${after?.id})`),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(most)
    .execute();
}
