import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PictureSetTable } from '../../../db/schema-gallery.ts';
import { notBlocked, ownerActive } from '../../../db/visibility.ts';
import type { PageWindow } from '../../base/cursor.ts';
import { type Db, removeSome } from '../../base/store.ts';
import { recommendedScore } from '../index/pin.repository.ts';
import { foundIn } from '../index/word-search.repository.ts';
import type { Sought } from '../index/word-search.ts';

export type SetRow = Selectable<PictureSetTable>;
export type SetKind = SetRow['kind'];
export type SetSort = 'recommended' | 'newest' | 'popular';

/** Databases bound the values of a statement. */
const idsPerStatement = 500;
/** Between the places of two neighbours, so that most moves change one row. */
const gap = 1024;

export interface SetFilter {
  found?: Sought | undefined;
  /** A category and everything below it. */
  classifyIds?: readonly string[] | undefined;
  ownerId?: string | undefined;
  withPicture?: number | undefined;
  /** Only what this account has collected. */
  collectedBy?: string | undefined;
  /** Viewer: private sets are listed to their owner alone; null without a login. */
  viewerId: string | null;
}

export async function insertSet(db: Db, row: Insertable<PictureSetTable>): Promise<void> {
  await db.insertInto('picture_set').values(row).execute();
}

const named = (db: Db, kind: SetKind, id: string) =>
  db.selectFrom('picture_set').selectAll().where('id', '=', id).where('kind', '=', kind);

/** One that was not deleted. */
const present = (db: Db, kind: SetKind, id: string) => named(db, kind, id).where('deleted_at', 'is', null);

export async function findSet(db: Db, kind: SetKind, id: string): Promise<SetRow | undefined> {
  return present(db, kind, id).executeTakeFirst();
}

/** A set or folder that the viewer may see: an own one, or an open one of somebody active without a block between them. */
export async function findSeen(
  db: Db,
  kind: SetKind,
  id: string,
  viewerId: string | null,
): Promise<SetRow | undefined> {
  return present(db, kind, id).where(isSeenBy(viewerId)).executeTakeFirst();
}

/** An own set or folder that was deleted after a moment. */
export async function findRemoved(
  db: Db,
  kind: SetKind,
  ownerId: string,
  id: string,
  since: number,
): Promise<SetRow | undefined> {
  return named(db, kind, id).where('owner_id', '=', ownerId).where('deleted_at', '>', since).executeTakeFirst();
}

export async function findByClientKey(db: Db, ownerId: string, clientKey: string): Promise<SetRow | undefined> {
  return db
    .selectFrom('picture_set')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();
}

/** All of an account's, in their order: the default folder first. */
export async function ownSets(db: Db, kind: SetKind, ownerId: string): Promise<SetRow[]> {
  return db
    .selectFrom('picture_set')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('place')
    .orderBy('id')
    .execute();
}

export async function updateSet(db: Db, id: string, patch: Updateable<PictureSetTable>): Promise<void> {
  await db.updateTable('picture_set').set(patch).where('id', '=', id).execute();
}

/** Lets go of what was deleted before a moment. */
export async function forgetSets(db: Db, before: number): Promise<boolean> {
  // One at a time: deleting a set also deletes its pictures and collections.
  return removeSome(db, 'picture_set', 'id', sql`deleted_at <= ${before}`, 1);
}

const scores: Record<SetSort, string> = {
  // A day ahead for each who has collected it.
  recommended: 'picture_set.created_at + picture_set.collects * 86400000',
  newest: 'picture_set.created_at',
  popular: 'picture_set.collects',
};

/** A page of image sets with the score each is listed by, and how many there are. */
export async function pageOfSets(
  db: Db,
  filter: SetFilter,
  { sort, now }: { sort: SetSort; now: number },
  { after, limit }: PageWindow,
): Promise<Array<SetRow & { score: number }>> {
  const score =
    sort === 'recommended' && !filter.found
      ? recommendedScore('picture_set', scores.recommended, now)
      : sql.raw<number>(scores[sort]);
  return matching(db, filter)
    .selectAll('picture_set')
    .select(score.as('score'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${score}, picture_set.id) < (${after?.score}, ${after?.id})`),
    )
    .orderBy(score, 'desc')
    .orderBy('picture_set.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countSets(db: Db, filter: SetFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Sets whose names are read aloud at most, the most collected of those an account may see. */
const namesRead = 2000;

export async function namesSeenBy(db: Db, viewerId: string | null): Promise<Array<{ id: string; title: string }>> {
  return matching(db, { viewerId })
    .select(['picture_set.id', 'picture_set.title'])
    .orderBy('picture_set.collects', 'desc')
    .limit(namesRead)
    .execute();
}

function matching(db: Db, filter: SetFilter) {
  const { found, classifyIds, ownerId, withPicture, collectedBy, viewerId } = filter;
  let query = db
    .selectFrom('picture_set')
    .where('picture_set.kind', '=', 'set')
    .where('picture_set.deleted_at', 'is', null)
    .where(isSeenBy(viewerId))
    .where(showsSomethingTo(viewerId));
  if (found) {
    const texts = ['picture_set.title', 'picture_set.description', 'picture_set.tags'];
    const columns = { id: 'picture_set.id', texts, classifyId: 'picture_set.classify_id' };
    query = query.where(foundIn(found, columns));
  }
  if (classifyIds) query = query.where('picture_set.classify_id', 'in', [...classifyIds]);
  if (ownerId !== undefined) query = query.where('picture_set.owner_id', '=', ownerId);
  if (withPicture !== undefined)
    query = query.where('picture_set.id', 'in', (sets) =>
      sets.selectFrom('set_picture').select('set_id').where('picture_id', '=', withPicture),
    );
  if (collectedBy !== undefined)
    query = query.where('picture_set.id', 'in', (sets) =>
      sets.selectFrom('set_collect').select('set_id').where('account_id', '=', collectedBy),
    );
  return query;
}

function isSeenBy(viewerId: string | null) {
  const owner = 'picture_set.owner_id';
  return sql<boolean>`(picture_set.owner_id = ${viewerId}
    OR (picture_set.is_private = 0 AND picture_set.is_hidden = 0 AND ${ownerActive(owner)} AND ${notBlocked(owner, viewerId)}))`;
}

/** Sets of others in which nothing is public are not listed. */
function showsSomethingTo(viewerId: string | null) {
  return sql<boolean>`(picture_set.owner_id = ${viewerId} OR EXISTS (
    SELECT 1 FROM set_picture JOIN gallery_picture ON gallery_picture.id = set_picture.picture_id
    WHERE set_picture.set_id = picture_set.id AND gallery_picture.state = 'public'
      AND gallery_picture.deleted_at IS NULL))`;
}

/** The numbers of the pictures of sets, each in its order. */
export async function picturesOf(db: Db, setIds: readonly string[]): Promise<Map<string, number[]>> {
  const bySet = new Map<string, number[]>(setIds.map((id) => [id, []]));
  for (let from = 0; from < setIds.length; from += idsPerStatement) {
    const rows = await db
      .selectFrom('set_picture')
      .select(['set_id', 'picture_id'])
      .where('set_id', 'in', setIds.slice(from, from + idsPerStatement))
      .orderBy('set_id')
      .orderBy('place')
      .orderBy('picture_id')
      .execute();
    for (const { set_id, picture_id } of rows) bySet.get(set_id)?.push(picture_id);
  }
  return bySet;
}

/**
 * Puts pictures that are not in a set yet into it, in the order given: at its end, or before all others.
 * @returns those that were put in
 */
export async function putIn(
  db: Db,
  setId: string,
  pictureIds: readonly number[],
  at: 'start' | 'end',
  now: number,
): Promise<number[]> {
  const { first, last } = await db
    .selectFrom('set_picture')
    .select((select) => [select.fn.min<number | null>('place').as('first'), select.fn.max('place').as('last')])
    .where('set_id', '=', setId)
    .executeTakeFirstOrThrow();
  const start = at === 'end' ? Number(last ?? 0) + gap : Number(first ?? 0) - gap * pictureIds.length;
  const rows = pictureIds.map((picture_id, index) => ({
    ...{ set_id: setId, picture_id, place: start + index * gap, added_at: now },
  }));
  if (rows.length === 0) return [];
  const added = await db
    .insertInto('set_picture')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['set_id', 'picture_id']).doNothing())
    .returning('picture_id')
    .execute();
  return added.map((row) => row.picture_id);
}

export async function takeOut(
  db: Db,
  setIds: readonly string[],
  pictureIds: readonly number[],
): Promise<Array<{ pictureId: number; folderId: string }>> {
  if (setIds.length === 0) return [];
  const rows = await db
    .deleteFrom('set_picture')
    .where('set_id', 'in', [...setIds])
    .where('picture_id', 'in', [...pictureIds])
    .returning(['set_id', 'picture_id'])
    .execute();
  return rows.map((row) => ({ pictureId: row.picture_id, folderId: row.set_id }));
}

/** Moves a picture of a set before another, or to the end. False when one of them is not in it. */
export async function movePicture(db: Db, setId: string, pictureId: number, before: number | null): Promise<boolean> {
  const rows = await db
    .selectFrom('set_picture')
    .select(['picture_id', 'place'])
    .where('set_id', '=', setId)
    .orderBy('place')
    .orderBy('picture_id')
    .execute();
  if (!rows.some((row) => row.picture_id === pictureId)) return false;
  if (before === pictureId) return true;
  const others = rows.filter((row) => row.picture_id !== pictureId);
  const index = before === null ? others.length : others.findIndex((row) => row.picture_id === before);
  if (index < 0) return false;
  const previous = others[index - 1]?.place;
  const next = others[index]?.place;
  const place = placeBetween(previous, next);
  if (place !== undefined) {
    await setPlace(db, setId, pictureId, place);
    return true;
  }
  const order = others.map((row) => row.picture_id).toSpliced(index, 0, pictureId);
  for (const [at, id] of order.entries()) await setPlace(db, setId, id, (at + 1) * gap);
  return true;
}

/** A place between two neighbours; undefined when none is left. */
function placeBetween(previous: number | undefined, next: number | undefined): number | undefined {
  if (next === undefined) return (previous ?? 0) + gap;
  if (previous === undefined) return next - gap;
  const middle = Math.floor((previous + next) / 2);
  return middle > previous && middle < next ? middle : undefined;
}

async function setPlace(db: Db, setId: string, pictureId: number, place: number): Promise<void> {
  await db
    .updateTable('set_picture')
    .set({ place })
    .where('set_id', '=', setId)
    .where('picture_id', '=', pictureId)
    .execute();
}

/** Those of some pictures that lie in a folder of an account. */
export async function collectedAmong(db: Db, accountId: string, pictureIds: readonly number[]): Promise<Set<number>> {
  const collected = new Set<number>();
  for (let from = 0; from < pictureIds.length; from += idsPerStatement) {
    const rows = await db
      .selectFrom('set_picture')
      .innerJoin('picture_set', 'picture_set.id', 'set_picture.set_id')
      .select('set_picture.picture_id')
      .where('picture_set.owner_id', '=', accountId)
      .where('picture_set.kind', '=', 'folder')
      .where('picture_set.deleted_at', 'is', null)
      .where('set_picture.picture_id', 'in', pictureIds.slice(from, from + idsPerStatement))
      .execute();
    for (const row of rows) collected.add(row.picture_id);
  }
  return collected;
}

/** Counts collectors of pictures up or down. */
export async function countCollects(db: Db, pictureIds: readonly number[], by: 1 | -1): Promise<void> {
  for (let from = 0; from < pictureIds.length; from += idsPerStatement) {
    await db
      .updateTable('gallery_picture')
      .set((set) => ({ collects: set('collects', '+', by) }))
      .where('id', 'in', pictureIds.slice(from, from + idsPerStatement))
      .execute();
  }
}

/** Notes that an account has a set among its own, or not any more, and keeps the set's count. */
export async function collectSet(
  db: Db,
  row: { accountId: string; setId: string; isCollected: boolean; now: number },
): Promise<void> {
  const { accountId, setId, isCollected, now } = row;
  const changed = isCollected
    ? await db
        .insertInto('set_collect')
        .values({ account_id: accountId, set_id: setId, created_at: now })
        .onConflict((conflict) => conflict.columns(['account_id', 'set_id']).doNothing())
        .returning('set_id')
        .execute()
    : await db
        .deleteFrom('set_collect')
        .where('account_id', '=', accountId)
        .where('set_id', '=', setId)
        .returning('set_id')
        .execute();
  if (changed.length === 0) return;
  await db
    .updateTable('picture_set')
    .set((set) => ({ collects: set('collects', '+', isCollected ? 1 : -1) }))
    .where('id', '=', setId)
    .execute();
}

/** Those of some sets that an account has collected. */
export async function collectedSets(db: Db, accountId: string, setIds: readonly string[]): Promise<Set<string>> {
  if (setIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('set_collect')
    .select('set_id')
    .where('account_id', '=', accountId)
    .where('set_id', 'in', [...setIds])
    .execute();
  return new Set(rows.map((row) => row.set_id));
}
