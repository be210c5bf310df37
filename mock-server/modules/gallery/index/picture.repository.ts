import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { unindexed } from '../../../db/dialect.ts';
import type { GalleryPictureTable, PictureReportTable } from '../../../db/schema-gallery.ts';
import { ownerActive } from '../../../db/visibility.ts';
import type { Db } from '../../base/store.ts';
import type { IndexedPicture } from './gallery-index.ts';

export type GalleryPictureRow = Selectable<GalleryPictureTable>;

/** Row of a picture with the columns for its visibility and its card. */
export type CardRow = Awaited<ReturnType<typeof cardRows>>[number];

/** Ids that one statement names. */
const idsAtOnce = 500;

async function inPortions<Id, Row>(ids: readonly Id[], read: (some: Id[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (let from = 0; from < ids.length; from += idsAtOnce)
    found.push(...(await read(ids.slice(from, from + idsAtOnce))));
  return found;
}

/** Pictures with the picture file and the owner. */
function withOwner(db: Db) {
  return db
    .selectFrom('gallery_picture as picture')
    .innerJoin('image', 'image.id', 'picture.image_id')
    .innerJoin('account as owner', 'owner.id', 'picture.owner_id')
    .where('image.deleted_at', 'is', null);
}

/** The state is not looked up in its index: rows are read by their numbers. */
const seenByAll = sql<boolean>`${unindexed('picture.state')} = 'public' AND picture.deleted_at IS NULL AND owner.status = 'active' AND owner.deleted_at IS NULL`;

const indexColumns = [
  ...(['picture.id', 'picture.owner_id', 'picture.classify_id', 'picture.source', 'picture.kind'] as const),
  ...(['picture.camera_view', 'picture.time_of_day', 'picture.colour_bits', 'picture.collects'] as const),
  ...(['picture.downloads', 'picture.published_at', 'picture.created_at'] as const),
  ...(['picture.phash', 'picture.dhash', 'picture.dhash_mirrored', 'picture.features'] as const),
  ...(['picture.title', 'picture.description', 'owner.nick_name'] as const),
  ...(['picture.pin_place', 'picture.pinned_until'] as const),
  ...(['image.width', 'image.height', 'image.main_color'] as const),
] as const;

export async function tagsOfAll(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  const found = await inPortions(ids, (some) =>
    db.selectFrom('gallery_tag').selectAll().where('picture_id', 'in', some).execute(),
  );
  for (const { picture_id, tag } of found) tags.set(picture_id, [...(tags.get(picture_id) ?? []), tag]);
  return tags;
}

async function withTags(db: Db, rows: ReadonlyArray<Omit<IndexedPicture, 'tags'>>): Promise<IndexedPicture[]> {
  const tags = await tagsOfAll(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] }));
}

/** A stretch of what everybody may see, by id. */
export async function publicPicturesAfter(db: Db, after: number, limit: number): Promise<IndexedPicture[]> {
  const rows = await withOwner(db)
    .select(indexColumns)
    .where('picture.id', '>', after)
    .where(seenByAll)
    .orderBy('picture.id')
    .limit(limit)
    .execute();
  return withTags(db, rows);
}

export async function publicPictures(db: Db, ids: readonly number[]): Promise<IndexedPicture[]> {
  const rows = await inPortions(ids, (some) =>
    withOwner(db).select(indexColumns).where('picture.id', 'in', some).where(seenByAll).execute(),
  );
  return withTags(db, rows);
}

export async function pictureIdsOf(db: Db, ownerId: string): Promise<number[]> {
  const rows = await db.selectFrom('gallery_picture').select('id').where('owner_id', '=', ownerId).execute();
  return rows.map(({ id }) => id);
}

export async function cardRows(db: Db, ids: readonly number[]) {
  return inPortions(ids, (some) =>
    withOwner(db)
      .leftJoin('author_profile as profile', 'profile.account_id', 'picture.owner_id')
      .select(['picture.id', 'picture.image_id', 'picture.owner_id', 'picture.title', 'picture.description'])
      .select(['picture.source', 'picture.kind', 'picture.classify_id', 'picture.camera_view', 'picture.time_of_day'])
      .select(['picture.state', 'picture.colour_bits', 'picture.collects', 'picture.downloads'])
      .select(['picture.created_at', 'picture.published_at', 'picture.deleted_at'])
      .select(['picture.tool', 'picture.recipe', 'picture.source_url', 'picture.review_reason'])
      .select(['image.width', 'image.height', 'image.main_color', 'image.thumb_hash', 'image.is_public'])
      .select(['owner.nick_name', 'owner.avatar', 'owner.status', 'owner.deleted_at as owner_deleted_at'])
      .select(['owner.erased_at as owner_erased_at', 'profile.is_house'])
      .where('picture.id', 'in', some)
      .execute(),
  );
}

/** Accounts that the account has blocked or is blocked by. */
export async function blockedWith(db: Db, accountId: string): Promise<string[]> {
  const blocked = db.selectFrom('author_block').select('blocked_id as id').where('account_id', '=', accountId);
  const blocking = db.selectFrom('author_block').select('account_id as id').where('blocked_id', '=', accountId);
  return (await blocked.union(blocking).execute()).map(({ id }) => id);
}

export async function hiddenOf(db: Db, accountId: string): Promise<number[]> {
  const rows = await db.selectFrom('hidden_picture').select('picture_id').where('account_id', '=', accountId).execute();
  return rows.map(({ picture_id }) => picture_id);
}

/** Ids among `ids` that the account has collected or downloaded. */
export async function heldBy(db: Db, accountId: string, ids: readonly number[]): Promise<Set<number>> {
  const collected = await foldersHolding(db, accountId, ids);
  const downloaded = await inPortions(ids, (some) =>
    db
      .selectFrom('download_record')
      .select('picture_id')
      .where('account_id', '=', accountId)
      .where('picture_id', 'in', some)
      .execute(),
  );
  return new Set([...collected, ...downloaded].flatMap(({ picture_id }) => picture_id ?? []));
}

/** Folders of the account that hold these pictures. */
export async function foldersHolding(db: Db, accountId: string, ids: readonly number[]) {
  return inPortions(ids, (some) =>
    db
      .selectFrom('set_picture')
      .innerJoin('picture_set', 'picture_set.id', 'set_picture.set_id')
      .select(['set_picture.picture_id', 'picture_set.id as folder_id'])
      .where('picture_set.owner_id', '=', accountId)
      .where('picture_set.kind', '=', 'folder')
      .where('picture_set.deleted_at', 'is', null)
      .where('set_picture.picture_id', 'in', some)
      .execute(),
  );
}

export async function tagsOf(db: Db, id: number): Promise<string[]> {
  const rows = await db.selectFrom('gallery_tag').select('tag').where('picture_id', '=', id).orderBy('tag').execute();
  return rows.map(({ tag }) => tag);
}

export async function replaceTags(tx: Db, id: number, tags: readonly string[]): Promise<void> {
  await tx.deleteFrom('gallery_tag').where('picture_id', '=', id).execute();
  const rows = [...new Set(tags)].map((tag) => ({ picture_id: id, tag }));
  if (rows.length > 0) await tx.insertInto('gallery_tag').values(rows).execute();
}

/** Sets with a picture, newest first. */
export async function setsWith(db: Db, id: number) {
  return db
    .selectFrom('set_picture')
    .innerJoin('picture_set', 'picture_set.id', 'set_picture.set_id')
    .innerJoin('account as owner', 'owner.id', 'picture_set.owner_id')
    .select(['picture_set.id', 'picture_set.title', 'picture_set.owner_id'])
    .where('set_picture.picture_id', '=', id)
    .where('picture_set.kind', '=', 'set')
    .where('picture_set.is_private', '=', 0)
    .where('picture_set.is_hidden', '=', 0)
    .where('picture_set.deleted_at', 'is', null)
    .where('owner.status', '=', 'active')
    .where('owner.deleted_at', 'is', null)
    .orderBy('picture_set.updated_at', 'desc')
    .limit(50)
    .execute();
}

export async function casesWith(db: Db, id: number) {
  return db
    .selectFrom('case_picture')
    .innerJoin('design_case', 'design_case.id', 'case_picture.case_id')
    .select(['design_case.id', 'design_case.title', 'design_case.author_id'])
    .where('case_picture.picture_id', '=', id)
    .where('design_case.is_hidden', '=', 0)
    .where('design_case.deleted_at', 'is', null)
    .where(ownerActive('design_case.author_id'))
    .orderBy('design_case.created_at', 'desc')
    .limit(50)
    .execute();
}

export async function casesByCategory(db: Db) {
  return db
    .selectFrom('design_case')
    .select((select) => ['classify_id', select.fn.countAll<number>().as('count')])
    .where('is_hidden', '=', 0)
    .where('deleted_at', 'is', null)
    .groupBy('classify_id')
    .execute();
}

export async function isFollowed(db: Db, followerId: string, followedId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follow')
    .select('created_at')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A set or a folder that is there, with what decides who sees it. */
export async function findSet(db: Db, id: string, kind: 'set' | 'folder') {
  return (
    db
      .selectFrom('picture_set')
      .innerJoin('account as owner', 'owner.id', 'picture_set.owner_id')
      .select(['picture_set.id', 'picture_set.owner_id', 'picture_set.title'])
      // A set taken down by staff is visible to its owner alone, like a private one.
      .select(
        sql<0 | 1>`(CASE WHEN picture_set.is_private = 1 OR picture_set.is_hidden = 1 THEN 1 ELSE 0 END)`.as(
          'is_private',
        ),
      )
      .select(['owner.status', 'owner.deleted_at as owner_deleted_at'])
      .where('picture_set.id', '=', id)
      .where('picture_set.kind', '=', kind)
      .where('picture_set.deleted_at', 'is', null)
      .executeTakeFirst()
  );
}

/** Ids and places of a set's pictures, in its order. */
export async function placesIn(db: Db, setId: string) {
  return db
    .selectFrom('set_picture')
    .select(['picture_id', 'place'])
    .where('set_id', '=', setId)
    .orderBy('place')
    .orderBy('picture_id')
    .execute();
}

/** Puts a picture at the end of a set. */
export async function addToSet(tx: Db, setId: string, pictureId: number, now: number): Promise<void> {
  const last = await tx
    .selectFrom('set_picture')
    .select((select) => select.fn.max('place').as('place'))
    .where('set_id', '=', setId)
    .executeTakeFirst();
  await tx
    .insertInto('set_picture')
    .values({ set_id: setId, picture_id: pictureId, place: (last?.place ?? -1) + 1, added_at: now })
    .onConflict((conflict) => conflict.columns(['set_id', 'picture_id']).doNothing())
    .execute();
  await tx.updateTable('picture_set').set({ updated_at: now }).where('id', '=', setId).execute();
}

/** The account's own pictures that were not removed, newest first. */
export async function ownPictures(db: Db, accountId: string) {
  return db
    .selectFrom('gallery_picture')
    .select(['id', 'created_at'])
    .where('owner_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Pictures in the account's folders, each once, with the time of the last collection; latest first. */
export async function collectedPictures(db: Db, accountId: string) {
  return db
    .selectFrom('set_picture')
    .innerJoin('picture_set', 'picture_set.id', 'set_picture.set_id')
    .select((select) => ['set_picture.picture_id as id', select.fn.max('set_picture.added_at').as('collected_at')])
    .where('picture_set.owner_id', '=', accountId)
    .where('picture_set.kind', '=', 'folder')
    .where('picture_set.deleted_at', 'is', null)
    .groupBy('set_picture.picture_id')
    .orderBy('collected_at', 'desc')
    .orderBy('set_picture.picture_id', 'desc')
    .execute();
}

export async function followedBy(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('follow').select('followed_id').where('follower_id', '=', accountId).execute();
  return rows.map(({ followed_id }) => followed_id);
}

export async function findPicture(db: Db, id: number): Promise<GalleryPictureRow | undefined> {
  return db.selectFrom('gallery_picture').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findByImage(db: Db, imageId: string): Promise<GalleryPictureRow | undefined> {
  return db.selectFrom('gallery_picture').selectAll().where('image_id', '=', imageId).executeTakeFirst();
}

export async function findByClientKey(db: Db, ownerId: string, key: string): Promise<GalleryPictureRow | undefined> {
  return db
    .selectFrom('gallery_picture')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('client_key', '=', key)
    .executeTakeFirst();
}

export async function insertPicture(tx: Db, row: Insertable<GalleryPictureTable>): Promise<number> {
  const { id } = await tx.insertInto('gallery_picture').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updatePicture(tx: Db, id: number, patch: Updateable<GalleryPictureTable>): Promise<void> {
  await tx.updateTable('gallery_picture').set(patch).where('id', '=', id).execute();
}

/** Files are given to others while all may see the picture, and not otherwise; notes when that began. */
export async function deliverSeen(tx: Db, ids: readonly number[], now: number): Promise<void> {
  const seen = new Set((await publicPictures(tx, ids)).map(({ id }) => id));
  for (const [imageIds, is_public] of [
    [
      await imageIdsOf(
        tx,
        ids.filter((id) => seen.has(id)),
      ),
      1,
    ],
    [
      await imageIdsOf(
        tx,
        ids.filter((id) => !seen.has(id)),
      ),
      0,
    ],
  ] as const)
    await inPortions([...imageIds.values()], async (some) => {
      await tx.updateTable('image').set({ is_public }).where('id', 'in', some).execute();
      return [];
    });
  await inPortions([...seen], async (some) => {
    await tx
      .updateTable('gallery_picture')
      .set({ published_at: now })
      .where('id', 'in', some)
      .where('published_at', 'is', null)
      .execute();
    return [];
  });
}

/** The account's work that a picture is a result of. */
export async function workOf(db: Db, accountId: string, imageId: string) {
  return db
    .selectFrom('task_image')
    .innerJoin('task', 'task.id', 'task_image.task_id')
    .select(['task.tool', 'task.params'])
    .where('task_image.image_id', '=', imageId)
    .where(unindexed<string>('task.account_id'), '=', accountId)
    .executeTakeFirst();
}

export async function hide(db: Db, accountId: string, pictureId: number, now: number): Promise<void> {
  await db
    .insertInto('hidden_picture')
    .values({ account_id: accountId, picture_id: pictureId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unhide(db: Db, accountId: string, pictureId: number): Promise<void> {
  await db
    .deleteFrom('hidden_picture')
    .where('account_id', '=', accountId)
    .where('picture_id', '=', pictureId)
    .execute();
}

export async function insertReport(db: Db, row: Insertable<PictureReportTable>): Promise<void> {
  await db
    .insertInto('picture_report')
    .values(row)
    .onConflict((conflict) => conflict.columns(['picture_id', 'account_id']).doNothing())
    .execute();
}

export async function imageIdsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await inPortions(ids, (some) =>
    db.selectFrom('gallery_picture').select(['id', 'image_id']).where('id', 'in', some).execute(),
  );
  return new Map(rows.map(({ id, image_id }) => [id, image_id]));
}
