import { type Insertable, type Selectable, sql } from 'kysely';
import { contains, unindexed } from '../../../db/dialect.ts';
import type { DownloadRecordTable } from '../../../db/schema-gallery.ts';
import { notBlocked, ownerActive } from '../../../db/visibility.ts';
import type { PageWindow } from '../../base/cursor.ts';
import { type Db, removeSome } from '../../base/store.ts';

export type DownloadRow = Selectable<DownloadRecordTable>;

/**
 * A record that was taken out of the list on the day that it was charged on stays until that day is over, so that the
 * allowance is not given back: it is of this moment, and no list shows it.
 */
const unlisted = 0;

export interface DownloadFilter {
  from?: 'gallery' | 'tool' | undefined;
  tool?: string | undefined;
  keyword?: string | undefined;
}

export async function insertRecord(db: Db, row: Insertable<DownloadRecordTable>): Promise<void> {
  await db.insertInto('download_record').values(row).execute();
}

/** Pictures that an account has been charged for on a day. */
export async function chargedOn(db: Db, accountId: string, day: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('download_record')
    .select(['id', 'picture_id'])
    .where('account_id', '=', accountId)
    .where('charged_on', '=', day)
    .execute();
  return new Set(rows.map((row, place) => row.picture_id ?? -1 - place));
}

/** The last record of a picture since a moment, listed or not. */
export async function recordSince(
  db: Db,
  which: { accountId: string; pictureId: number; day: string; since: number },
): Promise<DownloadRow | undefined> {
  const { accountId, pictureId, day, since } = which;
  return db
    .selectFrom('download_record')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('picture_id', '=', pictureId)
    .where((where) => where.or([where('charged_on', '=', day), where('created_at', '>=', since)]))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

export async function recordOfImage(db: Db, accountId: string, imageId: string): Promise<DownloadRow | undefined> {
  return db
    .selectFrom('download_record')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('origin', '=', 'tool')
    .where('image_id', '=', imageId)
    .executeTakeFirst();
}

export async function listAgain(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('download_record').set({ created_at: now }).where('id', '=', id).execute();
}

export async function ownRecords(db: Db, accountId: string, ids: readonly string[]): Promise<DownloadRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('download_record')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .where('created_at', '>', unlisted)
    .execute();
}

export async function pageOfRecords(
  db: Db,
  accountId: string,
  filter: DownloadFilter,
  { after, limit }: PageWindow,
): Promise<DownloadRow[]> {
  return matching(db, accountId, filter)
    .selectAll()
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${after?.score}, ${after?.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countRecords(db: Db, accountId: string, filter: DownloadFilter): Promise<number> {
  const { total } = await matching(db, accountId, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function matching(db: Db, accountId: string, { from, tool, keyword }: DownloadFilter) {
  let query = db.selectFrom('download_record').where('account_id', '=', accountId).where('created_at', '>', unlisted);
  if (from !== undefined) query = query.where(unindexed<typeof from>('origin'), '=', from);
  if (tool !== undefined) query = query.where(unindexed<string>('tool'), '=', tool);
  if (keyword)
    query = query.where((where) =>
      where.or([contains('download_record.title', keyword), isOfTitle(accountId, keyword)]),
    );
  return query;
}

/** True when the record's gallery picture is visible to the account and its current title contains `keyword`. */
function isOfTitle(accountId: string, keyword: string) {
  return sql<boolean>`exists (select 1 from gallery_picture where gallery_picture.id = download_record.picture_id
    and ${contains('gallery_picture.title', keyword)} and gallery_picture.deleted_at is null
    and (gallery_picture.owner_id = ${accountId} or (gallery_picture.state = 'public'
      and ${ownerActive('gallery_picture.owner_id')} and ${notBlocked('gallery_picture.owner_id', accountId)})))`;
}

/** Takes records out of the list. @param ids all of them where it is undefined */
export async function removeRecords(
  db: Db,
  accountId: string,
  ids: readonly string[] | undefined,
  today: string,
): Promise<void> {
  const chosen = ids === undefined ? undefined : [...ids];
  if (chosen?.length === 0) return;
  await db
    .updateTable('download_record')
    .set({ created_at: unlisted })
    .where('account_id', '=', accountId)
    .where('charged_on', '=', today)
    .$if(chosen !== undefined, (query) => query.where('id', 'in', chosen ?? []))
    .execute();
  await db
    .deleteFrom('download_record')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('charged_on', 'is', null), where('charged_on', '<', today)]))
    .$if(chosen !== undefined, (query) => query.where('id', 'in', chosen ?? []))
    .execute();
}

/** Lets go of unlisted records of days that are over. */
export async function forgetUnlisted(db: Db, today: string, rows: number): Promise<boolean> {
  return removeSome(db, 'download_record', 'id', sql`created_at = ${unlisted} AND charged_on < ${today}`, rows);
}

/**
 * Data of gallery pictures for download records, read at display time: records store no copy of a picture that its
 * owner may remove.
 */
export async function galleryFacts(db: Db, pictureIds: readonly number[]) {
  if (pictureIds.length === 0) return [];
  return db
    .selectFrom('gallery_picture')
    .innerJoin('image', 'image.id', 'gallery_picture.image_id')
    .select(['gallery_picture.id', 'gallery_picture.image_id', 'gallery_picture.owner_id', 'gallery_picture.title'])
    .select(['image.width', 'image.height', 'image.main_color', 'image.thumb_hash'])
    .where('gallery_picture.id', 'in', [...new Set(pictureIds)])
    .execute();
}

export async function pictureOfImage(db: Db, imageId: string): Promise<{ id: number; owner_id: string } | undefined> {
  return db
    .selectFrom('gallery_picture')
    .select(['id', 'owner_id'])
    .where('image_id', '=', imageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The work whose result a picture is. */
export async function workOfImage(db: Db, accountId: string, imageId: string) {
  return db
    .selectFrom('task_image')
    .innerJoin('task', 'task.id', 'task_image.task_id')
    .innerJoin('image', 'image.id', 'task_image.image_id')
    .select(['task.tool', 'task.title', 'image.width', 'image.height', 'image.main_color', 'image.thumb_hash'])
    .where('task_image.image_id', '=', imageId)
    .where(unindexed<string>('task.account_id'), '=', accountId)
    .executeTakeFirst();
}

export async function countDownloads(db: Db, pictureIds: readonly number[]): Promise<void> {
  if (pictureIds.length === 0) return;
  await db
    .updateTable('gallery_picture')
    .set((set) => ({ downloads: set('downloads', '+', 1) }))
    .where('id', 'in', [...pictureIds])
    .execute();
}
