import type { Case, CaseBlock, CaseDetail } from '#shared/contract/gallery-case';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { pageOf } from '../../base/cursor.ts';
import type { Store } from '../../base/store.ts';
import type { GalleryCategories, GalleryPictures } from '../index/picture-port.ts';
import type { Seek } from '../index/word-search.ts';
import * as cases from './case.repository.ts';
import { blocksOf } from './case-blocks.ts';
import { authorCards, isFollowing } from './people.repository.ts';

export interface CaseDeps {
  store: Store;
  clock: Clock;
  pictures: Pick<GalleryPictures, 'cards'>;
  categories: GalleryCategories & { pathOf(id: string): ReadonlyArray<{ id: string }> };
  seek: Seek;
}

export type CaseService = ReturnType<typeof createCaseService>;

export interface CaseQuery {
  cursor?: string | undefined;
  size: number;
  sort: cases.CaseSort;
  keyword?: string | undefined;
  classifyId?: string | undefined;
  style?: string | undefined;
  leastArea?: number | undefined;
  mostArea?: number | undefined;
  authorId?: string | undefined;
  isCollected: boolean;
}

const picturesOf = (row: cases.CaseRow): number[] => [
  row.cover_picture_id,
  ...blocksOf(row).flatMap((block) => (block.kind === 'text' ? [] : block.pictureId)),
];

/** Cases: projects told in texts, plans and pictures. */
export function createCaseService(deps: CaseDeps) {
  const { store } = deps;
  return {
    ...withDeps(deps, { list, find, collect }),
    /** Number of cases of an author that the caller may see. */
    countOf: (caller: UserCaller | null, authorId: string): Promise<number> =>
      cases.countCases(store.db, { viewerId: caller?.accountId ?? null, authorId }),
  };
}

async function list(deps: CaseDeps, caller: UserCaller | null, query: CaseQuery) {
  const { seek, store, categories, clock } = deps;
  if (!caller && query.isCollected) throw new ProductError('auth.required');
  const { style, leastArea, mostArea, authorId } = query;
  const viewerId = caller?.accountId ?? null;
  const filter: cases.CaseFilter = {
    ...{ style, leastArea, mostArea, authorId, viewerId },
    found: query.keyword ? await seek(query.keyword, () => cases.namesSeenBy(store.db, viewerId)) : undefined,
    classifyIds: query.classifyId === undefined ? undefined : categories.withBelow(query.classifyId),
    collectedBy: query.isCollected ? caller?.accountId : undefined,
  };
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'words', refusal: 'gallery.bad_cursor' },
    (stretch) => cases.pageOfCases(store.db, filter, { sort: query.sort, now: clock.now() }, stretch),
    (row) => ({ score: row.score, id: row.id }),
  );
  return {
    list: await describe(deps, caller, rows, await cardsFor(deps, caller, rows)),
    nextCursor,
    total: await cases.countCases(store.db, filter),
    styles: await cases.stylesOf(store.db, filter),
  };
}

async function find(deps: CaseDeps, caller: UserCaller | null, id: string): Promise<CaseDetail> {
  const row = await requireVisible(deps, caller, id);
  const cards = await cardsFor(deps, caller, [row]);
  const [described] = await describe(deps, caller, [row], cards);
  if (!described) throw new ProductError('gallery.case_not_found');
  const blocks = blocksOf(row).flatMap((block): CaseBlock[] => {
    if (block.kind === 'text') return [block];
    const picture = cards.get(block.pictureId);
    return picture ? [{ kind: block.kind, picture, caption: block.caption }] : [];
  });
  return {
    ...described,
    ...{ team: row.team, sourceUrl: row.source_url, blocks },
    next: await nextOf(deps, caller, row),
    isFollowed: caller !== null && (await isFollowing(deps.store.db, caller.accountId, row.author_id)),
  };
}

async function collect(deps: CaseDeps, caller: UserCaller, id: string, isCollected: boolean): Promise<void> {
  await requireVisible(deps, caller, id);
  const { accountId } = caller;
  await deps.store.transact((tx) =>
    cases.collectCase(tx, { accountId, caseId: id, isCollected, now: deps.clock.now() }),
  );
}

async function cardsFor(deps: CaseDeps, caller: UserCaller | null, rows: readonly cases.CaseRow[]) {
  const cards = await deps.pictures.cards(caller, [...new Set(rows.flatMap(picturesOf))]);
  return new Map(cards.map((card) => [card.id, card]));
}

/** Those of which the caller sees a picture at all. */
async function describe(
  deps: CaseDeps,
  caller: UserCaller | null,
  rows: readonly cases.CaseRow[],
  cards: ReadonlyMap<number, GalleryPicture>,
): Promise<Case[]> {
  const ids = rows.map((row) => row.id);
  const collected = caller ? await cases.collectedCases(deps.store.db, caller.accountId, ids) : new Set<string>();
  const authors = await authorCards(
    deps.store.db,
    rows.map((row) => row.author_id),
  );
  return rows.flatMap((row) => {
    const seen = [...new Set(picturesOf(row))].flatMap((id) => cards.get(id) ?? []);
    const [cover] = seen;
    const author = authors.get(row.author_id);
    if (!cover || !author) return [];
    return {
      ...{ id: row.id, title: row.title, classifyId: row.classify_id, location: row.location },
      ...{ year: row.built_year, areaSquareMetres: row.area_square_metres, style: row.style, intro: row.intro },
      ...{ cover, pictureCount: seen.length, collectCount: row.collects, isSample: row.is_sample === 1 },
      ...{ isCollected: collected.has(row.id), author, createdAt: row.created_at },
    };
  });
}

async function requireVisible(deps: CaseDeps, caller: UserCaller | null, id: string): Promise<cases.CaseRow> {
  const row = await cases.findCase(deps.store.db, id, caller?.accountId ?? null);
  if (!row) throw new ProductError('gallery.case_not_found');
  return row;
}

/** The next of the recommended ones under the same root of the categories. */
async function nextOf(deps: CaseDeps, caller: UserCaller | null, row: cases.CaseRow): Promise<CaseDetail['next']> {
  const { categories, clock, store } = deps;
  const [root] = categories.pathOf(row.classify_id);
  const filter = {
    viewerId: caller?.accountId ?? null,
    classifyIds: root ? categories.withBelow(root.id) : [row.classify_id],
  };
  const now = clock.now();
  const after = await cases.positionOf(store.db, row.id, now);
  const [next] = await cases.pageOfCases(store.db, filter, { sort: 'recommended', now }, { after, limit: 1 });
  return next ? { id: next.id, title: next.title } : null;
}
