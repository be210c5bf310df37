import { type Selectable, sql } from 'kysely';
import type { DesignCaseTable } from '../../../db/schema-gallery.ts';
import { notBlocked, ownerActive } from '../../../db/visibility.ts';
import type { PageWindow, Position } from '../../base/cursor.ts';
import type { Db } from '../../base/store.ts';
import { recommendedScore } from '../index/pin.repository.ts';
import { foundIn } from '../index/word-search.repository.ts';
import type { Sought } from '../index/word-search.ts';

export type CaseRow = Selectable<DesignCaseTable>;
export type CaseSort = 'recommended' | 'newest' | 'popular';

export interface CaseFilter {
  found?: Sought | undefined;
  /** A category and everything below it. */
  classifyIds?: readonly string[] | undefined;
  style?: string | undefined;
  /** Square metres. */
  leastArea?: number | undefined;
  mostArea?: number | undefined;
  authorId?: string | undefined;
  /** Only what this account has collected. */
  collectedBy?: string | undefined;
  /** Viewer; null without a login. */
  viewerId: string | null;
}

const scores: Record<CaseSort, string> = {
  // A day ahead for each who has collected it.
  recommended: 'design_case.created_at + design_case.collects * 86400000',
  newest: 'design_case.created_at',
  popular: 'design_case.collects',
};

/** Searches ignore pins. */
const scoreOf = (sort: CaseSort, now: number, isSearch = false) =>
  sort === 'recommended' && !isSearch
    ? recommendedScore('design_case', scores.recommended, now)
    : sql.raw<number>(scores[sort]);

export async function pageOfCases(
  db: Db,
  filter: CaseFilter,
  { sort, now }: { sort: CaseSort; now: number },
  { after, limit }: PageWindow,
): Promise<Array<CaseRow & { score: number }>> {
  const score = scoreOf(sort, now, filter.found !== undefined);
  return matching(db, filter)
    .selectAll('design_case')
    .select(score.as('score'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${score}, design_case.id) < (${after?.score}, ${after?.id})`),
    )
    .orderBy(score, 'desc')
    .orderBy('design_case.id', 'desc')
    .limit(limit)
    .execute();
}

/** Position of a case among the recommended ones. */
export async function positionOf(db: Db, id: string, now: number): Promise<Position> {
  const { score } = await db
    .selectFrom('design_case')
    .select(scoreOf('recommended', now).as('score'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { score, id };
}

export async function countCases(db: Db, filter: CaseFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The styles of what a filter finds, each once. */
/** Styles that occur, those of most cases first. */
export async function stylesOf(db: Db, filter: CaseFilter): Promise<string[]> {
  const rows = await matching(db, { ...filter, style: undefined })
    .select('design_case.style')
    .where('design_case.style', '!=', '')
    .groupBy('design_case.style')
    .orderBy((select) => select.fn.countAll(), 'desc')
    .orderBy('design_case.style')
    .execute();
  return rows.map((row) => row.style);
}

/** A case that the viewer may see. */
export async function findCase(db: Db, id: string, viewerId: string | null): Promise<CaseRow | undefined> {
  return matching(db, { viewerId }).selectAll('design_case').where('design_case.id', '=', id).executeTakeFirst();
}

export async function namesSeenBy(db: Db, viewerId: string | null): Promise<Array<{ id: string; title: string }>> {
  return matching(db, { viewerId }).select(['design_case.id', 'design_case.title']).execute();
}

function matching(db: Db, filter: CaseFilter) {
  const { found, classifyIds, style, leastArea, mostArea, authorId, collectedBy, viewerId } = filter;
  const author = 'design_case.author_id';
  let query = db
    .selectFrom('design_case')
    .where('design_case.deleted_at', 'is', null)
    .where('design_case.is_hidden', '=', 0)
    .where(ownerActive(author))
    .where(notBlocked(author, viewerId))
    .where(showsSomething);
  if (found) {
    const texts = ['title', 'location', 'style', 'team', 'intro'].map((name) => `design_case.${name}`);
    const columns = { id: 'design_case.id', texts, classifyId: 'design_case.classify_id' };
    query = query.where(foundIn(found, columns));
  }
  if (classifyIds) query = query.where('design_case.classify_id', 'in', [...classifyIds]);
  if (style !== undefined) query = query.where('design_case.style', '=', style);
  if (leastArea !== undefined) query = query.where('design_case.area_square_metres', '>=', leastArea);
  if (mostArea !== undefined) query = query.where('design_case.area_square_metres', '<=', mostArea);
  if (authorId !== undefined) query = query.where(author, '=', authorId);
  if (collectedBy !== undefined)
    query = query.where('design_case.id', 'in', (cases) =>
      cases.selectFrom('case_collect').select('case_id').where('account_id', '=', collectedBy),
    );
  return query;
}

/** A case of which no picture is public any more is not told. */
const showsSomething = sql<boolean>`EXISTS (
  SELECT 1 FROM case_picture JOIN gallery_picture ON gallery_picture.id = case_picture.picture_id
  WHERE case_picture.case_id = design_case.id AND gallery_picture.state = 'public'
    AND gallery_picture.deleted_at IS NULL)`;

export async function collectedCases(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('case_collect')
    .select('case_id')
    .where('account_id', '=', accountId)
    .where('case_id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.case_id));
}

/** Notes that an account has collected a case, or not any more, and keeps the case's count. */
export async function collectCase(
  db: Db,
  row: { accountId: string; caseId: string; isCollected: boolean; now: number },
): Promise<void> {
  const { accountId, caseId, isCollected, now } = row;
  const changed = isCollected
    ? await db
        .insertInto('case_collect')
        .values({ account_id: accountId, case_id: caseId, created_at: now })
        .onConflict((conflict) => conflict.columns(['account_id', 'case_id']).doNothing())
        .returning('case_id')
        .execute()
    : await db
        .deleteFrom('case_collect')
        .where('account_id', '=', accountId)
        .where('case_id', '=', caseId)
        .returning('case_id')
        .execute();
  if (changed.length === 0) return;
  await db
    .updateTable('design_case')
    .set((set) => ({ collects: set('collects', '+', isCollected ? 1 : -1) }))
    .where('id', '=', caseId)
    .execute();
}
