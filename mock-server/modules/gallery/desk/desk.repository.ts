import { type SqlBool, sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { Db } from '../../base/store.ts';
import { pinColumns } from '../index/pin.repository.ts';

type Ids = ReadonlyArray<string | number>;

const openReports = sql<number>`(SELECT count(*) FROM picture_report
  WHERE picture_report.picture_id = gallery_picture.id AND picture_report.answered_at IS NULL)`;

/** Condition for pictures that staff may see. */
const isForReview = sql<SqlBool>`(gallery_picture.deleted_at IS NULL AND gallery_picture.state <> 'private')`;

export const reviewSource: ListSource<'gallery_picture'> = {
  table: 'gallery_picture',
  columns: {
    id: 'id',
    imageId: 'image_id',
    title: 'title',
    description: 'description',
    source: 'source',
    classifyId: 'classify_id',
    state: 'state',
    isWaiting: sql`(gallery_picture.state = 'pending')`,
    authorId: 'owner_id',
    openReports,
    isReported: sql`(${openReports} > 0)`,
    reviewReason: 'review_reason',
    createdAt: 'created_at',
    reviewedAt: 'reviewed_at',
    ...pinColumns('gallery_picture'),
  },
  scope: () => isForReview,
  search: (typed) => sql`(${contains('gallery_picture.title', typed)}
    OR gallery_picture.owner_id IN (SELECT id FROM account WHERE ${contains('account.nick_name', typed)}))`,
};

export type ReviewRow = Awaited<ReturnType<typeof staffReviews>>[number];

export async function staffReviews(db: Db, ids: Ids) {
  return db
    .selectFrom('gallery_picture')
    .innerJoin('image', 'image.id', 'gallery_picture.image_id')
    .innerJoin('account as author', 'author.id', 'gallery_picture.owner_id')
    .leftJoin('account as reviewer', 'reviewer.id', 'gallery_picture.reviewed_by')
    .select(['gallery_picture.id', 'image_id', 'title', 'description', 'gallery_picture.source', 'classify_id'])
    .select(['state', 'gallery_picture.owner_id', 'gallery_picture.created_at', 'reviewed_at', 'review_reason'])
    .select(['image.width', 'image.height', 'author.nick_name as author_name', 'reviewer.nick_name as reviewer_name'])
    .select(['pin_place', 'pinned_until', openReports.as('open_reports')])
    .where('gallery_picture.id', 'in', ids as number[])
    .where(isForReview)
    .execute();
}

export async function tagsOfAll(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('gallery_tag')
    .select(['picture_id', 'tag'])
    .where('picture_id', 'in', [...ids])
    .orderBy('tag')
    .execute();
}

/** Reasons of the reports nobody has answered, each once. */
export async function openReasons(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('picture_report')
    .select(['picture_id', 'reason'])
    .distinct()
    .where('picture_id', 'in', [...ids])
    .where('answered_at', 'is', null)
    .execute();
}

export async function decide(
  db: Db,
  id: number,
  decision: { state: 'public' | 'rejected'; reviewedBy: string; reason: string; now: number },
): Promise<void> {
  const { state, reviewedBy, reason, now } = decision;
  await db
    .updateTable('gallery_picture')
    .set({ state, reviewed_by: reviewedBy, reviewed_at: now, review_reason: reason })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('picture_report')
    .set({ answered_at: now })
    .where('picture_id', '=', id)
    .where('answered_at', 'is', null)
    .execute();
}

const openOfAuthors = (db: Db) =>
  db
    .selectFrom('author_report as report')
    .innerJoin('account as author', 'author.id', 'report.author_id')
    .where('report.answered_at', 'is', null);

const openOfAuthor = sql`FROM author_report
  WHERE author_report.author_id = account.id AND author_report.answered_at IS NULL`;

/** Those with reports nobody has answered. */
export const reportedSource: ListSource<'account'> = {
  table: 'account',
  columns: {
    id: 'id',
    name: 'nick_name',
    openReports: sql`(SELECT count(*) ${openOfAuthor})`,
    createdAt: sql`(SELECT max(author_report.created_at) ${openOfAuthor})`,
  },
  scope: () => sql<SqlBool>`account.id IN (SELECT author_id FROM author_report WHERE answered_at IS NULL)`,
  search: (typed) => contains('account.nick_name', typed),
};

export async function reportedAuthors(db: Db, ids: Ids) {
  return openOfAuthors(db)
    .select((select) => [
      ...(['author.id', 'author.nick_name as name'] as const),
      select.fn.countAll<number>().as('open_reports'),
      select.fn.max('report.created_at').as('created_at'),
    ])
    .where('author.id', 'in', ids as string[])
    .groupBy(['author.id', 'author.nick_name'])
    .execute();
}

/** Newest first. */
export async function openReportsOf(db: Db, authorId: string, most: number) {
  return openOfAuthors(db)
    .select(['report.id', 'author.nick_name as name', 'report.reason', 'report.details', 'report.created_at'])
    .where('author.id', '=', authorId)
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id')
    .limit(most)
    .execute();
}

export async function answerReportsOf(db: Db, authorId: string, now: number): Promise<void> {
  await db
    .updateTable('author_report')
    .set({ answered_at: now })
    .where('author_id', '=', authorId)
    .where('answered_at', 'is', null)
    .execute();
}

export async function openReportIdsOf(db: Db, authorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('author_report')
    .select('id')
    .where('author_id', '=', authorId)
    .where('answered_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function reopenAuthorReports(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.updateTable('author_report').set({ answered_at: null }).where('id', 'in', ids).execute();
}

export type ReviewState = NonNullable<Awaited<ReturnType<typeof reviewState>>>;

/** State that a decision changes: the picture's, and the reports it answers. */
export async function reviewState(db: Db, id: number) {
  const picture = await db
    .selectFrom('gallery_picture')
    .select(['state', 'reviewed_by', 'reviewed_at', 'review_reason'])
    .where('id', '=', id)
    .executeTakeFirst();
  const reports = await db
    .selectFrom('picture_report')
    .select('id')
    .where('picture_id', '=', id)
    .where('answered_at', 'is', null)
    .execute();
  return picture && { ...picture, openReports: reports.map((report) => report.id) };
}

export async function putReviewBack(db: Db, id: number, { openReports, ...picture }: ReviewState): Promise<void> {
  await db.updateTable('gallery_picture').set(picture).where('id', '=', id).execute();
  if (openReports.length > 0)
    await db.updateTable('picture_report').set({ answered_at: null }).where('id', 'in', openReports).execute();
}

export async function pinPicture(
  db: Db,
  id: number,
  { pinPlace, pinnedUntil }: { pinPlace: number | null; pinnedUntil: number | null },
): Promise<void> {
  await db
    .updateTable('gallery_picture')
    .set({ pin_place: pinPlace, pinned_until: pinnedUntil })
    .where('id', '=', id)
    .execute();
}
