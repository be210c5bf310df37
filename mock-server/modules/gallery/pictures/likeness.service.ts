import type { z } from 'zod';
import type { GalleryPicture, LikenessWeights, pictureContract } from '#shared/contract/gallery-picture';
import { isImageFormat } from '#shared/contract/image';
import { ProductError } from '#shared/errors';
import { bitCount, colourLikeness, edgeLength, layoutLikeness } from '../../../../engine/kernels/likeness/index.ts';
import { createTurns } from '../../../turns.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { type PageWindow, pageOf } from '../../base/cursor.ts';
import { createMemory } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import type { ImageService } from '../../studio/image/image.service.ts';
import type { PictureLikeness } from '../../studio/image/picture-likeness.ts';
import type { GalleryCatalogue } from '../index/gallery-catalogue.ts';
import type { GalleryIndex } from '../index/gallery-index.ts';
import * as pictures from '../index/picture.repository.ts';
import type { Viewer } from './picture.rules.ts';
import type { PictureVisibility } from './picture-visibility.ts';

type Weights = z.output<typeof LikenessWeights>;
type Page = Weights & { cursor?: string | undefined; size: number };
type PictureQuery = z.output<typeof pictureContract.picturesLike.input>;

export interface LikenessDeps {
  store: Store;
  images: ImageService;
  catalogue: GalleryCatalogue;
  categories: CategoryService;
  visibility: PictureVisibility;
}

export type LikenessService = ReturnType<typeof createLikenessService>;

/** Picture that similar ones are searched for. */
interface Sample extends Pick<PictureLikeness, 'phash' | 'dhash' | 'dhashMirrored'> {
  features: Uint8Array;
  /** Empty where a picture has none. */
  classifyId: string;
  tags: ReadonlySet<string>;
}

interface Ranked {
  /** The likest first, one of each picture that is there several times. */
  slots: number[];
  scores: number[];
  /** The same picture again. */
  copies: number[];
}

/** Pictures a list of similar ones has at most; what is further down is not alike any more. */
const rankedMost = 400;
/** Bits in which two copies of one picture differ at most. */
const copyBits = { perceptual: 10, mirrored: 4 };
/** Pictures that are compared between two looks at the time. */
const comparedAtOnce = 256;
/** Lists that are kept, for their next pages. */
const keptLists = 64;
const scoreScale = 1e6;

interface LikenessParts extends LikenessDeps {
  versionOf: (index: GalleryIndex) => string;
  kept: ReturnType<typeof createMemory<{ ranked: Promise<Ranked>; version: string }>>;
}

/** Pictures like another one, by how they are laid out, their colours, and what they show. */
export function createLikenessService(deps: LikenessDeps) {
  const { store } = deps;
  const kept = createMemory<{ ranked: Promise<Ranked>; version: string }>(store, keptLists);
  const names = new WeakMap<GalleryIndex, number>();
  let indexes = 0;
  function versionOf(index: GalleryIndex): string {
    const name = names.get(index) ?? ++indexes;
    names.set(index, name);
    return `${name} ${index.version()}`;
  }
  const parts: LikenessParts = { ...deps, versionOf, kept };
  return withDeps(parts, { similar, like });
}

/** Throws `gallery.picture_not_found`, `gallery.bad_cursor`. */
async function similar(deps: LikenessParts, caller: UserCaller | null, id: number, query: Page) {
  const { visibility, store } = deps;
  await visibility.row(await visibility.viewerOf(caller), id);
  const row = await pictures.findPicture(store.db, id);
  if (!row?.features || !row.phash || !row.dhash || !row.dhash_mirrored)
    return { list: [], nextCursor: null, total: 0 };
  const tags = new Set(await pictures.tagsOf(store.db, id));
  const hashes = { phash: row.phash, dhash: row.dhash, dhashMirrored: row.dhash_mirrored };
  const sample = { ...hashes, features: row.features, classifyId: row.classify_id, tags };
  const { copyIds: _copies, ...answer } = await page(deps, caller, query, `${id}`, sample);
  return answer;
}

/** Throws `image.not_found`, `image.not_made`, `gallery.bad_cursor`. */
async function like(
  deps: LikenessParts,
  caller: UserCaller,
  { imageId, crop, ...query }: PictureQuery,
): Promise<{ list: GalleryPicture[]; nextCursor: string | null; total: number; copies: GalleryPicture[] }> {
  const { images, store, visibility } = deps;
  const image = (await images.requireOwn(store.db, caller.accountId, [imageId])).get(imageId);
  if (!image || !isImageFormat(image.format)) throw new ProductError('image.not_found');
  const { features, ...hashes } = await images.likeness(caller.accountId, image, crop);
  const sample = {
    ...hashes,
    features: Buffer.from(features, 'base64'),
    classifyId: '',
    tags: new Set<string>(),
  };
  const key = `${imageId} ${JSON.stringify(crop ?? null)}`;
  const { copyIds, ...answer } = await page(deps, caller, query, key, sample);
  return { ...answer, copies: await visibility.cards(caller, copyIds.slice(0, query.size)) };
}

/** Nearness of each category of the index, 0–1: share of the path that is common from the root down. */
function categoryNearness(deps: LikenessDeps, index: GalleryIndex, classifyId: string): Float32Array {
  const path = deps.categories.pathOf(classifyId).map(({ id }) => id);
  return Float32Array.from(index.categories.names, (name) => {
    const other = deps.categories.pathOf(name).map(({ id }) => id);
    const shared = path.filter((id, level) => other[level] === id).length;
    return path.length === 0 ? 0 : shared / Math.max(path.length, other.length);
  });
}

async function rank(deps: LikenessDeps, index: GalleryIndex, sample: Sample, weights: Weights): Promise<Ranked> {
  const { columns, orders, texts } = index;
  const turns = createTurns();
  const order = orders.newest.slots().slice();
  const nearness = categoryNearness(deps, index, sample.classifyId);
  const total = weights.layout + weights.colour + weights.category || 1;
  const isCopy = copyCheck(index, sample);
  const isSampleTag = Uint8Array.from(texts.tagNames, (name) => Number(sample.tags.has(name)));
  const edges = edgeLength(sample.features);
  const copies: number[] = [];
  const best = createBest(rankedMost);
  for (let place = 0; place < order.length; place++) {
    if (place % comparedAtOnce === 0 && turns.isOver()) await turns.give();
    const slot = order[place]!;
    if (!columns.measured[slot]) continue;
    if (isCopy(slot)) {
      copies.push(slot);
      continue;
    }
    const { block, from } = index.featuresAt(slot);
    const tags = sharedTags(sample.tags.size, isSampleTag, texts.tagsAt(slot));
    const near = weights.category * (0.7 * (nearness[columns.categories[slot]!] ?? 0) + 0.3 * tags);
    const layout =
      weights.layout &&
      weights.layout * layoutLikeness(block, from, sample.features, edges * columns.edgeLengths[slot]!);
    // Colours take longest to compare, and change nothing where the rest leaves them too far behind.
    const missing = total * best.least() - near - layout;
    const colour =
      missing < weights.colour &&
      weights.colour * colourLikeness(block, from, sample.features, missing / weights.colour);
    best.offer(slot, (layout + Number(colour) + near) / total);
  }
  const ranked: Array<{ slot: number; score: number }> = [];
  for (const one of best.all()) if (!ranked.some(({ slot }) => areOne(index, slot, one.slot))) ranked.push(one);
  return {
    slots: ranked.map(({ slot }) => slot),
    scores: ranked.map(({ score }) => Math.round(scoreScale * score)),
    copies,
  };
}

function isShown(index: GalleryIndex, onlooker: Viewer): (slot: number) => boolean {
  const { columns, owners } = index;
  return (slot) =>
    index.slotOf(columns.ids[slot]!) === slot &&
    !onlooker.blocked.has(owners.names[columns.owners[slot]!]!) &&
    !onlooker.hidden.has(columns.ids[slot]!);
}

async function page(deps: LikenessParts, caller: UserCaller | null, query: Page, key: string, sample: Sample) {
  const { catalogue, visibility, versionOf, kept } = deps;
  const index = await catalogue.ready();
  const { layout, colour, category } = query;
  const name = `${key} ${layout} ${colour} ${category}`;
  const version = versionOf(index);
  let list = kept.get(name);
  if (list?.version !== version) {
    list = { ranked: rank(deps, index, sample, { layout, colour, category }), version };
    kept.set(name, list);
  }
  const { slots, scores, copies } = await list.ranked;
  const isSeen = isShown(index, await visibility.viewerOf(caller));
  const rows = slots
    .map((slot, place) => ({ slot, id: index.columns.ids[slot]!, score: scores[place]! }))
    .filter(({ slot }) => isSeen(slot))
    .toSorted((one, other) => other.score - one.score || other.id - one.id);
  const found = await pageOf(
    query,
    { ids: 'numbers', refusal: 'gallery.bad_cursor' },
    async ({ after, limit }: PageWindow) => {
      const isAfter = (row: { id: number; score: number }) =>
        !after || row.score < after.score || (row.score === after.score && row.id < Number(after.id));
      return rows.filter(isAfter).slice(0, limit);
    },
    ({ id, score }) => ({ id, score }),
  );
  const cards = await visibility.cards(
    caller,
    found.rows.map(({ id }) => id),
  );
  const copyIds = copies.filter(isSeen).map((slot) => index.columns.ids[slot]!);
  return { list: cards, nextCursor: found.nextCursor, total: rows.length, copyIds };
}

/** Returns the test for a copy of the sample among the pictures of the index, mirrored ones included. */
function copyCheck({ columns }: GalleryIndex, { phash, dhash, dhashMirrored }: Sample): (slot: number) => boolean {
  const halves = (hash: string) => [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)] as const;
  const [perceptualHigh, perceptualLow] = halves(phash);
  const [mirroredHigh, mirroredLow] = halves(dhashMirrored);
  const [high, low] = halves(dhash);
  return (slot) => {
    if (!columns.measured[slot]) return false;
    const { phashHigh, phashLow, dhashHigh, dhashLow } = columns;
    const bits = bitCount(phashHigh[slot]! ^ perceptualHigh) + bitCount(phashLow[slot]! ^ perceptualLow);
    if (bits <= copyBits.perceptual) return true;
    // In pictures that change along one side alone the mirror tells nothing.
    if (bitCount(high ^ mirroredHigh) + bitCount(low ^ mirroredLow) <= copyBits.mirrored) return false;
    const mirrored = bitCount(dhashHigh[slot]! ^ mirroredHigh) + bitCount(dhashLow[slot]! ^ mirroredLow);
    return mirrored <= copyBits.mirrored;
  };
}

function areOne({ columns }: GalleryIndex, one: number, other: number): boolean {
  const { phashHigh, phashLow } = columns;
  const bits = bitCount(phashHigh[one]! ^ phashHigh[other]!) + bitCount(phashLow[one]! ^ phashLow[other]!);
  return bits <= copyBits.perceptual;
}

/** @param isSampleTag by the place of a tag */
function sharedTags(sampleTags: number, isSampleTag: Uint8Array, tags: readonly number[]): number {
  if (sampleTags === 0 || tags.length === 0) return 0;
  let shared = 0;
  for (const tag of tags) shared += isSampleTag[tag] ?? 0;
  return shared / Math.max(sampleTags, tags.length);
}

/** The highest scores above 0; among equal ones those that were offered first. */
function createBest(most: number) {
  let entries: Array<{ slot: number; score: number }> = [];
  let least = 0;
  function cut(): void {
    entries = entries.toSorted((one, other) => other.score - one.score).slice(0, most);
    least = entries.length === most ? entries[most - 1]!.score : 0;
  }
  return {
    /** A score has to be above it. */
    least: () => least,
    offer(slot: number, score: number): void {
      if (score <= least) return;
      entries.push({ slot, score });
      if (entries.length === 2 * most) cut();
    },
    /** Highest first. */
    all(): typeof entries {
      cut();
      return entries;
    },
  };
}
