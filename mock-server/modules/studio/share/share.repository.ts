import { type Insertable, type Selectable, sql } from 'kysely';
import { unindexed } from '../../../db/dialect.ts';
import type { ShareLinkTable } from '../../../db/schema.ts';
import { notBlocked, ownerActive } from '../../../db/visibility.ts';
import type { PageWindow } from '../../base/cursor.ts';
import type { Db } from '../../base/store.ts';

export type ShareRow = Selectable<ShareLinkTable> & { title: string; tool: string };

export async function insertShare(db: Db, row: Insertable<ShareLinkTable>): Promise<void> {
  await db.insertInto('share_link').values(row).execute();
}

/** Links with the work each shows, wherever that is; works in the recycle bin show nothing. */
function withWork(db: Db) {
  return db
    .selectFrom('share_link')
    .innerJoin('task_image', 'task_image.image_id', 'share_link.image_id')
    .innerJoin('task', (join) =>
      join
        .onRef('task.id', '=', 'task_image.task_id')
        .on(unindexed<string>('task.account_id'), '=', (on) => on.ref('share_link.account_id')),
    )
    .selectAll('share_link')
    .select(['task.title', 'task.tool'])
    .where('task.deleted_at', 'is', null);
}

/** A share link that the viewer may open at `now`. @param viewerId null for a visitor without a login */
export async function findOpen(
  db: Db,
  token: string,
  now: number,
  viewerId: string | null,
): Promise<ShareRow | undefined> {
  return withWork(db)
    .where(ownerActive('share_link.account_id'))
    .where(notBlocked('share_link.account_id', viewerId))
    .where('share_link.token', '=', token)
    .where('share_link.ended_at', 'is', null)
    .where('share_link.expires_at', '>', now)
    .executeTakeFirst();
}

/** The account's own work outside the recycle bin that a picture is a result of. */
export async function workOf(db: Db, accountId: string, imageId: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('task_image')
    .innerJoin('task', 'task.id', 'task_image.task_id')
    .select('task.id')
    .where('task_image.image_id', '=', imageId)
    .where(unindexed<string>('task.account_id'), '=', accountId)
    .where('task.deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function isKnown(db: Db, token: string): Promise<boolean> {
  const row = await db.selectFrom('share_link').select('token').where('token', '=', token).executeTakeFirst();
  return row !== undefined;
}

/** The account's open link to a picture. */
export async function findOpenOf(db: Db, accountId: string, imageId: string, now: number) {
  return db
    .selectFrom('share_link')
    .select('token')
    .where('account_id', '=', accountId)
    .where('image_id', '=', imageId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function countOpen(db: Db, accountId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('share_link')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** The account's open links, newest first. */
export async function listOpen(
  db: Db,
  accountId: string,
  now: number,
  { after, limit }: PageWindow,
): Promise<ShareRow[]> {
  return withWork(db)
    .where('share_link.account_id', '=', accountId)
    .where('share_link.ended_at', 'is', null)
    .where('share_link.expires_at', '>', now)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(share_link.created_at, share_link.token) < (${after?.score}, ${after?.id})`),
    )
    .orderBy('share_link.created_at', 'desc')
    .orderBy('share_link.token', 'desc')
    .limit(limit)
    .execute();
}

export async function prolong(db: Db, token: string, expiresAt: number): Promise<void> {
  await db.updateTable('share_link').set({ expires_at: expiresAt }).where('token', '=', token).execute();
}

/** An account's link, open or ended. */
export async function findOwn(
  db: Db,
  accountId: string,
  token: string,
): Promise<Selectable<ShareLinkTable> | undefined> {
  return db
    .selectFrom('share_link')
    .selectAll()
    .where('token', '=', token)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function reopen(db: Db, token: string): Promise<void> {
  await db.updateTable('share_link').set({ ended_at: null }).where('token', '=', token).execute();
}

/** Ends an account's link; false where it has no such link. */
export async function end(db: Db, accountId: string, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('share_link')
    .set((set) => ({ ended_at: set.fn.coalesce('ended_at', set.val(now)) }))
    .where('token', '=', token)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}
