import type { z } from 'zod';
import type { AuthorCard, pictureContract, Suggestion } from '#shared/contract/gallery-picture';
import { createTurns, placesAtOnce } from '../../../turns.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { findTyped, type Readable, readable, soundOf } from '../../base/pinyin.ts';
import type { Store } from '../../base/store.ts';
import type { CategoryService, KnownCategory } from '../../studio/category/category.service.ts';
import { authorCards } from '../collections/people.repository.ts';
import type { GalleryCatalogue } from '../index/gallery-catalogue.ts';
import type { GalleryIndex } from '../index/gallery-index.ts';
import { soughtWords } from '../index/search-match.ts';
import { editDistance, plain } from '../index/search-words.ts';
import type { Word } from '../index/text-index.ts';
import type { Viewer } from './picture.rules.ts';
import type { createPictureLists } from './picture-lists.ts';
import type { PictureVisibility } from './picture-visibility.ts';
import * as search from './search.repository.ts';

type SearchAnswer = z.output<typeof pictureContract.searchGallery.output>;

export interface SearchDeps {
  store: Store;
  catalogue: GalleryCatalogue;
  categories: CategoryService;
  visibility: PictureVisibility;
  lists: ReturnType<typeof createPictureLists>;
  /** Image sets the caller may see whose words fit. */
  countSets: (caller: UserCaller | null, keyword: string) => Promise<number>;
  countCases: (caller: UserCaller | null, keyword: string) => Promise<number>;
}

export type SearchService = ReturnType<typeof createSearchService>;

/** Hot words of a new gallery. */
const firstHotWords = [
  ...['湖畔别墅', '新中式', '侘寂', '夜景', '清水混凝土', '商业综合体', '奶油风客厅', '庭院'],
  ...['鸟瞰', '民宿', '坡屋顶', '图书馆', '落地窗', '雪景', '总平面', '原木'],
];
const most = { category: 4, author: 2, imageSet: 2, all: 10, categories: 8, authors: 6, nearest: 5 } as const;
const deepestLevel = 3;

interface SearchParts extends SearchDeps {
  readableNames: Map<string, Readable>;
  picturesBelow: (index: GalleryIndex) => Map<string, number>;
}

/** Finding in words: what all may see, and nothing of what is private, waiting or gone. */
export function createSearchService(deps: SearchDeps) {
  const { store, categories } = deps;
  const readableNames = new Map<string, Readable>();
  store.whenEmptied(() => readableNames.clear());
  let below = { index: undefined as GalleryIndex | undefined, version: -1, counts: new Map<string, number>() };
  /** Pictures at and below each category, counted once until the index changes. */
  function picturesBelow(index: GalleryIndex): Map<string, number> {
    if (below.index === index && below.version === index.version()) return below.counts;
    const counts = new Map<string, number>();
    const { columns } = index;
    const inIndex = index.categories.names.map(() => 0);
    for (const slot of index.orders.newest.slots()) inIndex[columns.categories[slot]!]! += 1;
    for (const [place, id] of index.categories.names.entries())
      for (const { id: above } of categories.pathOf(id)) counts.set(above, (counts.get(above) ?? 0) + inIndex[place]!);
    below = { index, version: index.version(), counts };
    return counts;
  }
  store.whenEmptied(() => start(deps));
  const parts: SearchParts = { ...deps, readableNames, picturesBelow };
  return {
    ...withDeps(parts, { find, suggest, start }),
    hotWords: (): Promise<string[]> => search.hotWords(store.db),
  };
}

async function find(deps: SearchParts, caller: UserCaller | null, keyword: string): Promise<SearchAnswer> {
  const { visibility, catalogue, categories, lists, countSets, countCases } = deps;
  const typed = plain(keyword);
  const nothing = { pictures: 0, imageSets: 0, cases: 0, authors: 0 };
  if (typed === '') return { counts: nothing, authors: [], categories: [], nearest: [], synonyms: [] };
  const onlooker = await visibility.viewerOf(caller);
  const index = await catalogue.ready();
  const sought = soughtWords(index, keyword, categories.isName);
  const pictures = await lists.count(caller, keyword);
  const { count, authors } = await authorsLike(deps, index, onlooker, typed);
  const counts = {
    pictures,
    imageSets: await countSets(caller, keyword),
    cases: await countCases(caller, keyword),
    authors: count,
  };
  return {
    counts,
    authors,
    categories: categoriesLike(deps, index, typed)
      .slice(0, most.categories)
      .map(({ category }) => ({ id: category.id, name: category.name, hint: hintOf(deps, category) })),
    nearest: pictures === 0 ? await nearestTo(deps, index, onlooker, typed) : [],
    synonyms: [...new Set(sought.flatMap(({ synonyms }) => synonyms))],
  };
}

async function suggest(deps: SearchParts, caller: UserCaller | null, keyword: string): Promise<Suggestion[]> {
  const { store, visibility, catalogue } = deps;
  const typed = plain(keyword).replace(/\s+/g, '');
  if (typed === '') {
    const words = await search.hotWords(store.db);
    return words.slice(0, most.all).map((text) => ({ kind: 'word', text, id: null, hint: '', marks: [] }));
  }
  const onlooker = await visibility.viewerOf(caller);
  const index = await catalogue.ready();
  const inCategories = categoriesLike(deps, index, typed)
    .slice(0, most.category)
    .map(({ category, mark }): Suggestion => {
      return { kind: 'category', text: category.name, id: category.id, hint: hintOf(deps, category), marks: [mark] };
    });
  const { authors } = await authorsLike(deps, index, onlooker, typed);
  const byAuthors = authors.slice(0, most.author).flatMap(({ authorId, name, isHouse }): Suggestion[] => {
    const mark = findTyped(readableOf(deps, name), typed);
    return mark ? [{ kind: 'author', text: name, id: authorId, hint: isHouse ? '编辑部' : '作者', marks: [mark] }] : [];
  });
  const sets: Suggestion[] = [];
  const turns = createTurns();
  for (const { id, title } of await search.openSets(store.db, onlooker.accountId)) {
    if (turns.isOver()) await turns.give();
    const mark = findTyped(readable(title), typed);
    if (mark) sets.push({ kind: 'imageSet', text: title, id, hint: '图集', marks: [mark] });
    if (sets.length === most.imageSet) break;
  }
  const others = [...inCategories, ...byAuthors, ...sets];
  return [...(await wordsLike(index, onlooker, typed, most.all - others.length)), ...others];
}

function readableOf(deps: SearchParts, name: string): Readable {
  const known = deps.readableNames.get(name) ?? readable(name);
  deps.readableNames.set(name, known);
  return known;
}

function hintOf({ categories }: SearchDeps, category: KnownCategory) {
  return categories
    .pathOf(category.id)
    .slice(0, -1)
    .map(({ name }) => name)
    .join(' · ');
}

/** Categories whose name was typed, those with most pictures first. */
function categoriesLike(deps: SearchParts, index: GalleryIndex, typed: string) {
  const counts = deps.picturesBelow(index);
  return deps.categories
    .shown()
    .filter(({ level }) => level <= deepestLevel)
    .flatMap((category) => {
      const mark = findTyped(readableOf(deps, category.name), typed);
      return mark ? [{ category, mark, count: counts.get(category.id) ?? 0 }] : [];
    })
    .toSorted((one, other) => other.count - one.count || one.category.level - other.category.level);
}

/** Authors of pictures that all may see, by name. */
async function authorsLike(deps: SearchParts, index: GalleryIndex, onlooker: Viewer, typed: string) {
  const ids: string[] = [];
  const turns = createTurns();
  for (const id of index.owners.names) {
    if (turns.isOver()) await turns.give();
    if (index.countOf(id) === 0 || onlooker.blocked.has(id)) continue;
    if (findTyped(readableOf(deps, index.ownerNames.get(id) ?? ''), typed)) ids.push(id);
  }
  const cards = await authorCards(deps.store.db, ids.slice(0, most.authors));
  return { count: ids.length, authors: ids.flatMap((id): AuthorCard[] => (cards.has(id) ? [cards.get(id)!] : [])) };
}

/** Words that lead somewhere and look or sound nearly as what was typed. */
async function nearestTo(deps: SearchParts, index: GalleryIndex, onlooker: Viewer, typed: string): Promise<string[]> {
  const allowed = typed.length <= 4 ? 1 : 2;
  const sound = soundOf(typed);
  const found = new Map<string, number>();
  const compare = (word: string, reading: Readable): void => {
    if (word.length < 2 || word === typed) return;
    const mark = findTyped(reading, sound);
    const isSound = mark?.[0] === 0 && mark[1] === reading.letters.length;
    const distance = isSound ? 0 : editDistance(word, typed, allowed);
    const isPart = typed.includes(word);
    if (distance <= allowed && distance < word.length) found.set(reading.text, distance);
    else if (isPart) found.set(reading.text, allowed + 1 - word.length / 100);
  };
  const countFor = await countsFor(index, onlooker);
  const turns = createTurns();
  for (const word of index.texts.words.values()) {
    if (turns.isOver()) await turns.give();
    if (countFor(word) > 0) compare(word.readable.text, word.readable);
  }
  for (const { name } of deps.categories.shown()) compare(plain(name), readableOf(deps, name));
  return [...found]
    .toSorted(([, one], [, other]) => one - other)
    .slice(0, most.nearest)
    .map(([word]) => word);
}

/** Puts in the first hot words where there are none. */
async function start(deps: SearchDeps): Promise<void> {
  if ((await search.hotWords(deps.store.db)).length === 0) await search.insertHotWords(deps.store.db, firstHotWords);
}

/** Returns the number of pictures of a word that the viewer sees: hidden ones do not count. */
async function countsFor(index: GalleryIndex, { blocked, hidden }: Viewer): Promise<(word: Word) => number> {
  const kept = new Map<Word, number>();
  const keep = (slot: number): void => {
    for (const word of index.texts.wordsAt(slot)) kept.set(word, (kept.get(word) ?? 0) + 1);
  };
  const { columns, owners } = index;
  const isBlocked = owners.names.map((id) => blocked.has(id));
  if (isBlocked.includes(true)) {
    const turns = createTurns();
    for (let slot = 0; slot < index.slotsUsed(); slot++) {
      if (slot % placesAtOnce === 0 && turns.isOver()) await turns.give();
      if (isBlocked[columns.owners[slot]!]) keep(slot);
    }
  }
  for (const id of hidden) {
    const slot = index.slotOf(id);
    if (slot !== undefined && !isBlocked[columns.owners[slot]!]) keep(slot);
  }
  return (word) => word.count - (kept.get(word) ?? 0);
}

/** Tags and parts of titles: those that begin so first, then those of most pictures. */
async function wordsLike(index: GalleryIndex, onlooker: Viewer, typed: string, amount: number): Promise<Suggestion[]> {
  const found: Array<{ text: string; mark: [number, number]; count: number; rank: number }> = [];
  const countFor = await countsFor(index, onlooker);
  const turns = createTurns();
  for (const word of index.texts.words.values()) {
    if (turns.isOver()) await turns.give();
    const mark = findTyped(word.readable, typed);
    const count = mark ? countFor(word) : 0;
    if (mark && count > 0)
      found.push({ text: word.readable.text, mark, count, rank: count + (mark[0] === 0 ? 1e6 : 0) });
  }
  return found
    .toSorted((one, other) => other.rank - one.rank || one.text.length - other.text.length)
    .slice(0, amount)
    .map(({ text, mark, count }): Suggestion => {
      return { kind: 'word', text, id: null, hint: `${count} 张`, marks: [mark] };
    });
}
