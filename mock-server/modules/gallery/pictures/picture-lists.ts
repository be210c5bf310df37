import type { z } from 'zod';
import { type GalleryPicture, PictureFilters } from '#shared/contract/gallery-picture';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { createTurns, placesAtOnce, type Turns } from '../../../turns.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { type PageWindow, type Position, pageOf } from '../../base/cursor.ts';
import { createMemory } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import type { GalleryCatalogue } from '../index/gallery-catalogue.ts';
import { type GalleryIndex, passes, traitsOf } from '../index/gallery-index.ts';
import * as pictures from '../index/picture.repository.ts';
import { isPinned, pinScore } from '../index/pin.rules.ts';
import { relevance, soughtWords } from '../index/search-match.ts';
import { isFound, type Seek } from '../index/word-search.ts';
import type { Viewer } from './picture.rules.ts';
import type { PictureVisibility } from './picture-visibility.ts';

type Filters = z.output<typeof PictureFilters>;
interface Page {
  cursor?: string | undefined;
  size: number;
}

/** Pictures that pass the filters, in order: parallel to each other, scores falling. */
interface Listed {
  length: number;
  idAt(place: number): number;
  scoreAt(place: number): number;
  widthAt(place: number): number;
  heightAt(place: number): number;
  /** 0xRRGGBB. */
  colourAt(place: number): number;
}

export interface ListDeps {
  store: Store;
  catalogue: GalleryCatalogue;
  categories: CategoryService;
  visibility: PictureVisibility;
  seek: Seek;
  clock: Clock;
}

/** Lists kept for their next pages: at most this many times 4 bytes a picture. */
const keptLists = 32;
/** Places of a set count up; cursors take scores that fall. */
const highestPlace = 1e12;

interface ListParts extends ListDeps {
  wall: (index: GalleryIndex, onlooker: Viewer, filters: Filters) => Promise<Listed>;
}

/** Lists of pictures: what everybody may see from the index, what belongs to a set or a person from the database. */
export function createPictureLists(deps: ListDeps) {
  const { store } = deps;
  /** Lists that all are shown alike, until the index changes. */
  const kept = createMemory<Promise<Listed>>(store, keptLists);
  let keptOf = { index: undefined as GalleryIndex | undefined, version: -1 };
  async function wall(index: GalleryIndex, onlooker: Viewer, filters: Filters): Promise<Listed> {
    if (onlooker.blocked.size > 0 || onlooker.hidden.size > 0 || filters.isFollowed)
      return filtered(deps, index, onlooker, filters);
    if (keptOf.index !== index || keptOf.version !== index.version()) {
      keptOf = { index, version: index.version() };
      kept.clear();
    }
    const { sort, classifyId, source, kind, colour, orientation, view, time, isLarge, keyword, authorId } = filters;
    const key = JSON.stringify([
      sort,
      classifyId,
      source,
      kind,
      colour,
      orientation,
      view,
      time,
      isLarge,
      keyword,
      authorId,
      pinnedIn(deps, index, filters),
    ]);
    const known = kept.get(key) ?? filtered(deps, index, onlooker, filters);
    kept.set(key, known);
    return known;
  }
  const parts: ListParts = { ...deps, wall };
  return {
    ...withDeps(parts, { page, count }),
    /** Ids, sizes and colours of all that passes, as JSON of the contract's answer. */
    layout: async (caller: UserCaller | null, filters: Filters): Promise<AsyncIterable<string>> =>
      layoutText(await listed(parts, caller, filters)),
  };
}

async function page(
  deps: ListParts,
  caller: UserCaller | null,
  { ids, ...query }: Filters & Page & { ids?: number[] | undefined },
): Promise<{ list: GalleryPicture[]; nextCursor: string | null; total: number }> {
  if (ids) {
    const list = await deps.visibility.cards(caller, ids);
    return { list, nextCursor: null, total: list.length };
  }
  const all = await listed(deps, caller, query);
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'numbers', refusal: 'gallery.bad_cursor' },
    async (stretch) => stretchOf(all, stretch),
    (row) => row,
  );
  const list = await deps.visibility.cards(
    caller,
    rows.map(({ id }) => id),
  );
  return { list, nextCursor, total: all.length };
}

/** Pictures of all that have the words. */
async function count(
  { catalogue, visibility, wall }: ListParts,
  caller: UserCaller | null,
  keyword: string,
): Promise<number> {
  const filters = PictureFilters.parse({ keyword });
  return (await wall(await catalogue.ready(), await visibility.viewerOf(caller), filters)).length;
}

/** Categories at or below one, by their number in the index; undefined where every category passes. */
function categoryMask(deps: ListDeps, index: GalleryIndex, classifyId: string | undefined): Uint8Array | undefined {
  if (!classifyId) return undefined;
  return Uint8Array.from(index.categories.names, (id) => Number(isBelow(deps, id, classifyId)));
}

function isBelow(deps: ListDeps, id: string, classifyId: string): boolean {
  return id === classifyId || deps.categories.pathOf(id).some((above) => above.id === classifyId);
}

/** Pictures of the index that pass the filters. Blocked owners and hidden pictures are left out. */
async function filtered(deps: ListDeps, index: GalleryIndex, onlooker: Viewer, filters: Filters): Promise<Listed> {
  const { columns } = index;
  const turns = createTurns();
  const pinned = pinnedIn(deps, index, filters);
  const { order, scores } = await ordered(deps, index, filters, turns);
  if (pinned.length > 0) {
    const rest = order.filter((slot) => !pinned.includes(slot));
    order.set(pinned);
    order.set(rest, pinned.length);
  }
  const pinScores = new Map(pinned.map((slot) => [slot, pinScore(index.pins.get(slot)!)]));
  const isShown = await showing(deps, index, onlooker, filters);
  let found = new Int32Array(order.length);
  let length = 0;
  for (let place = 0; place < order.length; place++) {
    if (place % placesAtOnce === 0 && turns.isOver()) await turns.give();
    const slot = order[place]!;
    if (isShown(slot)) found[length++] = slot;
  }
  found = found.slice(0, length);
  return {
    length,
    idAt: (place) => columns.ids[found[place]!]!,
    scoreAt: (place) => pinScores.get(found[place]!) ?? scores[found[place]!]!,
    widthAt: (place) => columns.widths[found[place]!]!,
    heightAt: (place) => columns.heights[found[place]!]!,
    colourAt: (place) => columns.colours[found[place]!]!,
  };
}

/** Tells of a slot whether the picture in it passes. */
async function showing(
  deps: ListDeps,
  index: GalleryIndex,
  onlooker: Viewer,
  filters: Filters,
): Promise<(slot: number) => boolean> {
  const { columns, owners } = index;
  const isPassing = passes(filters);
  const inCategory = categoryMask(deps, index, filters.classifyId);
  const owner = filters.authorId === undefined ? undefined : (owners.find(filters.authorId) ?? -1);
  const placesOf = (ids: Iterable<string>) => new Set([...ids].flatMap((id) => owners.find(id) ?? []));
  const blocked = placesOf(onlooker.blocked);
  const followed = filters.isFollowed
    ? placesOf(await pictures.followedBy(deps.store.db, onlooker.accountId ?? ''))
    : undefined;
  return (slot) => {
    const ownerOfIt = columns.owners[slot]!;
    if (!isPassing(columns.traits[slot]!, columns.colourBits[slot]!)) return false;
    if (inCategory && inCategory[columns.categories[slot]!] === 0) return false;
    if (owner !== undefined && ownerOfIt !== owner) return false;
    if (followed && !followed.has(ownerOfIt)) return false;
    if (blocked.size > 0 && blocked.has(ownerOfIt)) return false;
    return onlooker.hidden.size === 0 || !onlooker.hidden.has(columns.ids[slot]!);
  };
}

/** Slots that stand before the recommended ones now, in the order of their places. */
function pinnedIn(deps: ListDeps, { pins, columns }: GalleryIndex, { sort, keyword }: Filters): number[] {
  if (sort !== 'recommended' || keyword) return [];
  const now = deps.clock.now();
  return [...pins]
    .filter(([, pin]) => isPinned(pin, now))
    .sort(([one, a], [other, b]) => a.place - b.place || columns.ids[other]! - columns.ids[one]!)
    .map(([slot]) => slot);
}

/** Slots in the order asked for and its scores: all, or those that have the words; by how well they fit, if need be. */
async function ordered(
  deps: ListDeps,
  index: GalleryIndex,
  { sort, keyword }: Filters,
  turns: Turns,
): Promise<{ order: Int32Array; scores: Float64Array }> {
  const { columns, orders } = index;
  // Others may have pictures come and go in between.
  const order = orders[sort].slots().slice();
  if (!keyword) return { order, scores: columns[sort] };
  const sought = soughtWords(index, keyword, deps.categories.isName);
  const fit = await relevance(index, sought, deps.categories.pathOf, turns);
  let length = 0;
  for (let place = 0; place < order.length; place++) if (fit[order[place]!]! > 0) order[length++] = order[place]!;
  const fitting = order.subarray(0, length);
  return sort === 'recommended' ? byRelevance(index, fitting, fit, turns) : { order: fitting, scores: columns[sort] };
}

/** Pictures of a set, of a folder or of the caller, as far as the caller may see them. */
async function shelf(deps: ListDeps, onlooker: Viewer, filters: Filters): Promise<Listed> {
  const { visibility, seek, store } = deps;
  const { entries, isOwn } = await shelved(deps, onlooker, filters);
  const seen = await visibility.rows(
    onlooker,
    entries.map(({ id }) => id),
  );
  const rows = new Map(seen.map((row) => [row.id, row]));
  const isPassing = passes(filters);
  const sought = filters.keyword ? await seek(filters.keyword) : undefined;
  const tags = sought ? await pictures.tagsOfAll(store.db, [...rows.keys()]) : undefined;
  const listed = entries.flatMap(({ id, score }) => {
    const row = rows.get(id);
    if (!row || (!isOwn && onlooker.hidden.has(id))) return [];
    if (filters.authorId && row.owner_id !== filters.authorId) return [];
    if (filters.classifyId && !isBelow(deps, row.classify_id, filters.classifyId)) return [];
    const texts = [row.title, row.description, row.nick_name, ...(tags?.get(id) ?? [])];
    if (sought && !isFound(sought, texts, row.classify_id)) return [];
    return isPassing(traitsOf(row), row.colour_bits) ? [{ row, score }] : [];
  });
  const at = (place: number) => listed[place] as (typeof listed)[number];
  return {
    length: listed.length,
    idAt: (place) => at(place).row.id,
    scoreAt: (place) => at(place).score,
    widthAt: (place) => at(place).row.width,
    heightAt: (place) => at(place).row.height,
    colourAt: (place) => Number.parseInt(at(place).row.main_color.slice(1), 16) || 0,
  };
}

async function shelved(
  deps: ListDeps,
  onlooker: Viewer,
  { imageSetId, folderId, isCollected }: Filters,
): Promise<{ entries: Entry[]; isOwn: boolean }> {
  const { store } = deps;
  const setId = imageSetId ?? folderId;
  if (setId === undefined && isCollected) {
    const collected = await pictures.collectedPictures(store.db, onlooker.accountId ?? '');
    return { entries: collected.map(({ id, collected_at }) => ({ id, score: collected_at })), isOwn: true };
  }
  if (setId === undefined) {
    const own = await pictures.ownPictures(store.db, onlooker.accountId ?? '');
    return { entries: own.map(({ id, created_at }) => ({ id, score: created_at })), isOwn: true };
  }
  const set = await pictures.findSet(store.db, setId, imageSetId === undefined ? 'folder' : 'set');
  const isOwn = set !== undefined && set.owner_id === onlooker.accountId;
  const isOpen = set?.is_private === 0 && set.status === 'active' && set.owner_deleted_at === null;
  if (!set || !(isOwn || (isOpen && !onlooker.blocked.has(set.owner_id))))
    throw new ProductError(imageSetId === undefined ? 'gallery.folder_not_found' : 'gallery.set_not_found');
  const places = await pictures.placesIn(store.db, setId);
  return { entries: places.map(({ picture_id, place }) => ({ id: picture_id, score: highestPlace - place })), isOwn };
}

async function listed(deps: ListParts, caller: UserCaller | null, filters: Filters): Promise<Listed> {
  const { visibility, catalogue, wall } = deps;
  const { isOwn, isCollected, isFollowed, imageSetId, folderId } = filters;
  if ((isOwn || isCollected || isFollowed) && !caller) throw new ProductError('auth.required');
  const onlooker = await visibility.viewerOf(caller);
  if (isOwn || isCollected || imageSetId !== undefined || folderId !== undefined) return shelf(deps, onlooker, filters);
  return wall(await catalogue.ready(), onlooker, filters);
}

/** Some 50 kB of text. */
const numbersInPiece = 8192;

async function* layoutText(all: Listed): AsyncIterable<string> {
  const turns = createTurns();
  const columns = { ids: all.idAt, widths: all.widthAt, heights: all.heightAt, colours: all.colourAt };
  let before = '{';
  for (const [name, at] of Object.entries(columns)) {
    yield `${before}${JSON.stringify(name)}:[`;
    for (let from = 0; from < all.length; from += numbersInPiece) {
      const to = Math.min(all.length, from + numbersInPiece);
      let text = from === 0 ? '' : ',';
      for (let place = from; place < to; place++) text += place === from ? at(place) : `,${at(place)}`;
      yield text;
      if (turns.isOver()) await turns.give();
    }
    before = '],';
  }
  yield ']}';
}

interface Entry extends Position {
  id: number;
}

/** Binary search: scores fall, and among equal ones ids. */
function stretchOf(listed: Listed, { after, limit }: PageWindow): Entry[] {
  let from = 0;
  if (after) {
    let high = listed.length;
    while (from < high) {
      const middle = (from + high) >>> 1;
      const score = listed.scoreAt(middle);
      const isAfter = score < after.score || (score === after.score && listed.idAt(middle) < Number(after.id));
      if (isAfter) high = middle;
      else from = middle + 1;
    }
  }
  const rows: Entry[] = [];
  for (let place = from; place < Math.min(listed.length, from + limit); place++)
    rows.push({ id: listed.idAt(place), score: listed.scoreAt(place) });
  return rows;
}

/** Scores of a search: how well a picture fits, then the minute up to which it is recommended. */
const minutesRoom = 1e8;

const highestFitness = 9999;

/** Pictures that have the words, the best first; among equals in the order of recommendation. */
async function byRelevance({ columns }: GalleryIndex, order: Int32Array, fit: Float32Array, turns: Turns) {
  const scores = new Float64Array(fit.length);
  const fitnessOf = (slot: number) => Math.min(highestFitness, Math.round(10 * fit[slot]!));
  /** Position of the next slot of each fitness. */
  const next = new Uint32Array(highestFitness + 1);
  for (const slot of order) next[fitnessOf(slot)]!++;
  let before = 0;
  for (let fitness = highestFitness; fitness >= 0; fitness--) {
    const count = next[fitness]!;
    next[fitness] = before;
    before += count;
  }
  const slots = new Int32Array(order.length);
  for (let place = 0; place < order.length; place++) {
    if (place % placesAtOnce === 0 && turns.isOver()) await turns.give();
    const slot = order[place]!;
    const fitness = fitnessOf(slot);
    scores[slot] = fitness * minutesRoom + Math.floor(columns.recommended[slot]! / minute);
    slots[next[fitness]!++] = slot;
  }
  // Within a minute cursors go by id.
  for (let from = 0; from < slots.length; ) {
    if (turns.isOver()) await turns.give();
    let to = from + 1;
    while (to < slots.length && scores[slots[to]!] === scores[slots[from]!]) to++;
    if (to - from > 1) slots.subarray(from, to).sort((one, other) => columns.ids[other]! - columns.ids[one]!);
    from = to;
  }
  return { order: slots, scores };
}
