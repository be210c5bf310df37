import { sql } from 'kysely';
import { contains } from '../../db/dialect.ts';
import type { Window } from '../list-window.ts';
import type { Db } from '../store.ts';

export interface ReviewFilter {
  q?: string | undefined;
  states: readonly string[];
  isReported?: boolean | undefined;
  authorId?: string | undefined;
}

/** Columns that the list can be put in order by; those that wait stand in front of all others. */
export const reviewSorts = { createdAt: 'picture.created_at', reviewedAt: 'picture.reviewed_at' } as const;

const openReports = sql<number>`(SELECT count(*) FROM picture_report
  WHERE picture_report.picture_id = picture.id AND picture_report.answered_at IS NULL)`;

export type ReviewRow = Awaited<ReturnType<typeof findReview>> & {};

function matching(db: Db, { q, states, isReported, authorId }: ReviewFilter) {
  return db
    .selectFrom('gallery_picture as picture')
    .innerJoin('image', 'image.id', 'picture.image_id')
    .innerJoin('account as author', 'author.id', 'picture.owner_id')
    .leftJoin('account as reviewer', 'reviewer.id', 'picture.reviewed_by')
    .where('picture.deleted_at', 'is', null)
    .where('picture.state', '!=', 'private')
    .$if(states.length > 0, (query) => query.where('picture.state', 'in', [...states] as Array<'pending'>))
    .$if(isReported === true, (query) => query.where(sql<boolean>`${openReports} > 0`))
    .$if(isReported === false, (query) => query.where(sql<boolean>`${openReports} = 0`))
    .$if(authorId !== undefined, (query) => query.where('picture.owner_id', '=', authorId ?? ''))
    .$if(Boolean(q), (query) =>
      query.where((where) => where.or([contains('picture.title', q ?? ''), contains('author.nick_name', q ?? '')])),
    );
}

const shown = (db: Db, filter: ReviewFilter) =>
  matching(db, filter)
    .select(['picture.id', 'picture.image_id', 'picture.title', 'picture.description', 'picture.source'])
    .select(['picture.classify_id', 'picture.state', 'picture.owner_id', 'picture.created_at', 'picture.reviewed_at'])
    .select(['picture.review_reason', 'image.width', 'image.height'])
    .select(['author.nick_name as author_name', 'reviewer.nick_name as reviewer_name'])
    .select(openReports.as('open_reports'));

export async function pageOfReviews(db: Db, filter: ReviewFilter, window: Window) {
  const { total } = await matching(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await shown(db, filter)
    .orderBy(sql`picture.state = 'pending'`, 'desc')
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('picture.id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
}

export async function findReview(db: Db, id: number) {
  return shown(db, { states: [] }).where('picture.id', '=', id).executeTakeFirst();
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

export const reportedSorts = { createdAt: 'created_at' } as const;

/** Those with reports nobody has answered. */
export async function pageOfReported(db: Db, q: string | undefined, window: Window) {
  const asked = openOfAuthors(db).$if(Boolean(q), (query) => query.where(contains('author.nick_name', q ?? '')));
  const { total } = await asked
    .select((select) => select.fn.count<number>('author.id').distinct().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await asked
    .select((select) => [
      ...(['author.id', 'author.nick_name as name'] as const),
      select.fn.countAll<number>().as('open_reports'),
      select.fn.max('report.created_at').as('created_at'),
    ])
    .groupBy(['author.id', 'author.nick_name'])
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('author.id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
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

/** What a decision changes: the picture's state, and the reports it answers. */
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
