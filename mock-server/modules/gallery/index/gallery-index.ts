import {
  type GalleryColour,
  galleryColourNames,
  galleryKinds,
  largeSide,
  orientationOf,
  orientations,
  type PictureSort,
  pictureSorts,
  pictureSources,
  pictureTimes,
  pictureViews,
} from '#shared/domain/gallery';
import { day } from '#shared/domain/time';
import { edgeLength, featureLength } from '../../../../engine/kernels/likeness/index.ts';
import type { Turns } from '../../../turns.ts';
import { withDeps } from '../../../with-deps.ts';
import { createOrder, type Order } from './gallery-order.ts';
import type { Pin } from './pin.rules.ts';
import { createTextIndex } from './text-index.ts';

/** A public picture as the index keeps it. */
export interface IndexedPicture {
  id: number;
  width: number;
  height: number;
  /** `#rrggbb`. */
  main_color: string;
  owner_id: string;
  nick_name: string;
  classify_id: string;
  source: string;
  kind: string;
  camera_view: string | null;
  time_of_day: string | null;
  colour_bits: number;
  collects: number;
  downloads: number;
  published_at: number | null;
  created_at: number;
  phash: string | null;
  dhash: string | null;
  dhash_mirrored: string | null;
  features: Uint8Array | null;
  title: string;
  description: string;
  tags: readonly string[];
  pin_place: number | null;
  pinned_until: number | null;
}

/** Filters as lists take them; several values of one mean any of them. */
export interface IndexFilters {
  source?: readonly string[] | undefined;
  kind?: readonly string[] | undefined;
  colour?: readonly string[] | undefined;
  orientation?: readonly string[] | undefined;
  view?: readonly string[] | undefined;
  time?: readonly string[] | undefined;
  isLarge?: boolean | undefined;
}

/** The traits of a picture, each a bit: a filter is a mask, and has to share a bit with the picture. */
const traits: readonly string[] = [
  ...pictureSources.map((name) => `source ${name}`),
  ...galleryKinds.map((name) => `kind ${name}`),
  ...orientations.map((name) => `orientation ${name}`),
  ...pictureViews.map((name) => `view ${name}`),
  ...pictureTimes.map((name) => `time ${name}`),
  'large',
];
const traitBits = new Map(traits.map((name, place) => [name, 1 << place]));
const bit = (name: string): number => traitBits.get(name) ?? 0;

export function traitsOf(
  picture: Pick<IndexedPicture, 'width' | 'height' | 'source' | 'kind' | 'camera_view' | 'time_of_day'>,
): number {
  const { width, height } = picture;
  return (
    bit(`source ${picture.source}`) |
    bit(`kind ${picture.kind}`) |
    bit(`orientation ${orientationOf(width, height)}`) |
    (picture.camera_view ? bit(`view ${picture.camera_view}`) : 0) |
    (picture.time_of_day ? bit(`time ${picture.time_of_day}`) : 0) |
    (Math.max(width, height) >= largeSide ? bit('large') : 0)
  );
}

/** Returns the test of a picture's traits and colours against the filters; made once for a list. */
export function passes(filters: IndexFilters): (traitsOfIt: number, colourBits: number) => boolean {
  const masks: number[] = [];
  for (const group of ['source', 'kind', 'orientation', 'view', 'time'] as const) {
    const asked = filters[group];
    if (asked?.length) masks.push(asked.reduce((mask, name) => mask | bit(`${group} ${name}`), 0));
  }
  if (filters.isLarge) masks.push(bit('large'));
  const colours = (filters.colour ?? []).reduce(
    (mask, name) => mask | (1 << galleryColourNames.indexOf(name as GalleryColour)),
    0,
  );
  const [one = ~0, two = ~0, ...more] = masks;
  const isAny = masks.length === 0;
  return (own, ownColours) =>
    (isAny || ((own & one) !== 0 && (own & two) !== 0 && more.every((mask) => (own & mask) !== 0))) &&
    (colours === 0 || (ownColours & colours) !== 0);
}

/** The score of a list's order; whole and not negative, as cursors take it. */
function scoreOf(sort: PictureSort, picture: IndexedPicture): number {
  const since = picture.published_at ?? picture.created_at;
  if (sort === 'newest') return since;
  if (sort === 'popular') return 3 * picture.collects + picture.downloads;
  return since + boostOf(picture) + (scatter(picture.id) % day);
}

/** Boost of a picture among the recommended by its collections, milliseconds of age. */
function boostOf({ collects }: Pick<IndexedPicture, 'collects'>): number {
  return Math.round((Math.log2(1 + collects) * day) / 2);
}

/** A number that belongs to an id and looks like chance (Knuth's multiplicative hash). */
function scatter(id: number): number {
  return Math.imul(id, 2_654_435_761) >>> 0;
}

/** A number that changes with what a picture is found by in words (FNV-1a). */
function wordsKey({ title, description, tags: tagList }: IndexedPicture): number {
  let key = 0x811c9dc5;
  for (const letter of `${title}\n${description}\n${tagList.join()}`)
    key = Math.imul(key ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return key >>> 0;
}

const firstRoom = 1024;
/** Slots whose features stand in one array. */
const featureBlock = 16_384;

interface IndexSize {
  /** Slots that the columns have room for. */
  room: number;
  /** Slots in use or given up; every slot is below it. */
  used: number;
  /** Number of changes. */
  version: number;
}

export type GalleryIndex = ReturnType<typeof createGalleryIndex>;

interface GalleryIndexState {
  features: Uint8Array[];
  size: IndexSize;
  columns: Columns;
  owners: ReturnType<typeof createNames>;
  ownerNames: Map<string, string>;
  categories: ReturnType<typeof createNames>;
  pins: Map<number, Pin>;
  slots: Map<number, number>;
  texts: ReturnType<typeof createTextIndex>;
  ownerCounts: Map<string, number>;
  orders: Record<
    'recommended' | 'newest' | 'popular',
    {
      slots: () => Int32Array<ArrayBufferLike>;
      insert(slot: number): void;
      remove(slot: number): void;
      build(count: number): Promise<void>;
    }
  >;
}

/**
 * Every picture that all may see, in arrays of numbers: 100,000 take about 10 MB. What is private, waits for review, was
 * refused or removed is not in it at all, so that no list, count, layout or suggestion can show it. The database is the
 * truth; a picture stands at a slot, which is given to nobody else when the picture goes.
 */
export function createGalleryIndex() {
  const size: IndexSize = { room: firstRoom, used: 0, version: 0 };
  const columns = emptyColumns();
  /** Features one picture after the other, in the order of slots. */
  const features: Uint8Array[] = [];
  const slots = new Map<number, number>();
  /** By slot. */
  const pins = new Map<number, Pin>();
  const texts = createTextIndex();
  const owners = createNames();
  const ownerNames = new Map<string, string>();
  const ownerCounts = new Map<string, number>();
  const categories = createNames();
  const orders = Object.fromEntries(
    pictureSorts.map((sort) => [
      sort,
      createOrder((one, other) => {
        const scores = columns[sort];
        return scores[other]! - scores[one]! || columns.ids[other]! - columns.ids[one]!;
      }),
    ]),
  ) as Record<PictureSort, Order>;
  const parts: GalleryIndexState = {
    features,
    size,
    columns,
    owners,
    ownerNames,
    categories,
    pins,
    slots,
    texts,
    ownerCounts,
    orders,
  };
  return {
    ...withDeps(parts, { reserve, featuresAt, append, put, drop }),
    columns,
    owners,
    /** Names as they were when a picture of the owner was read last. */
    ownerNames: ownerNames as ReadonlyMap<string, string>,
    /** Pictures of an owner. */
    countOf: (ownerId: string): number => ownerCounts.get(ownerId) ?? 0,
    categories,
    orders,
    /** Slots that staff have put before the recommended ones, those of which that is over too. */
    pins: pins as ReadonlyMap<number, Pin>,
    texts,
    /** Counts the changes. */
    version: () => size.version,
    /** Slots in use or given up; every slot is below it. */
    slotsUsed: () => size.used,
    count: () => slots.size,
    slotOf: (id: number): number | undefined => slots.get(id),
  };
}

/** Makes size.room for as many pictures without holding up others. */
async function reserve(deps: GalleryIndexState, more: number, turns: Turns): Promise<void> {
  for (const _column of growth(deps, more)) if (turns.isOver()) await turns.give();
}

/** Makes size.room for more pictures, one column after the other. */
function* growth(deps: GalleryIndexState, more: number): Iterable<void> {
  const { features, size, columns } = deps;
  while (features.length * featureBlock < size.used + more) {
    features.push(new Uint8Array(featureBlock * featureLength));
    yield;
  }
  let larger = size.room;
  while (larger < size.used + more) larger *= 2;
  if (larger === size.room) return;
  for (const [name, old] of Object.entries(columns)) {
    const column = new (old.constructor as typeof Float64Array)(larger);
    column.set(old as Float64Array);
    Object.assign(columns, { [name]: column });
    yield;
  }
  size.room = larger;
}

/** Writes what may change without the picture's place in the order of recommendation changing. */
function write(deps: GalleryIndexState, slot: number, picture: IndexedPicture): void {
  const { columns, owners, ownerNames, categories, pins } = deps;
  columns.ids[slot] = picture.id;
  columns.widths[slot] = picture.width;
  columns.heights[slot] = picture.height;
  columns.colours[slot] = Number.parseInt(picture.main_color.slice(1), 16) || 0;
  columns.owners[slot] = owners.place(picture.owner_id);
  ownerNames.set(picture.owner_id, picture.nick_name);
  columns.categories[slot] = categories.place(picture.classify_id);
  columns.traits[slot] = traitsOf(picture);
  columns.colourBits[slot] = picture.colour_bits;
  columns.newest[slot] = scoreOf('newest', picture);
  columns.popular[slot] = scoreOf('popular', picture);
  columns.boosts[slot] = boostOf(picture);
  for (const name of ['phash', 'dhash', 'dhash_mirrored'] as const) {
    const hash = picture[name] ?? '';
    const column = name === 'dhash_mirrored' ? 'mirrored' : name;
    columns[`${column}High`][slot] = Number.parseInt(hash.slice(0, 8), 16) || 0;
    columns[`${column}Low`][slot] = Number.parseInt(hash.slice(8), 16) || 0;
  }
  columns.measured[slot] = Number(picture.features?.length === featureLength);
  if (columns.measured[slot] && picture.features) {
    const { block, from } = featuresAt(deps, slot);
    block.set(picture.features, from);
    columns.edgeLengths[slot] = edgeLength(block, from);
  }
  columns.words[slot] = wordsKey(picture);
  if (picture.pin_place === null) pins.delete(slot);
  else pins.set(slot, { place: picture.pin_place, until: picture.pinned_until });
}

/** The array in which features of a slot stand, and where they begin. */
function featuresAt(deps: GalleryIndexState, slot: number): { block: Uint8Array; from: number } {
  return { block: deps.features[Math.floor(slot / featureBlock)]!, from: (slot % featureBlock) * featureLength };
}

/** Takes a new picture in without a place in the orders, which {@link createOrder}'s `build` gives to all at once. */
function append(deps: GalleryIndexState, picture: IndexedPicture): number {
  const { size, features, slots, texts, ownerCounts, columns } = deps;
  if (size.used === Math.min(size.room, features.length * featureBlock)) for (const _column of growth(deps, 1));
  const slot = size.used++;
  slots.set(picture.id, slot);
  write(deps, slot, picture);
  texts.add(slot, picture);
  ownerCounts.set(picture.owner_id, (ownerCounts.get(picture.owner_id) ?? 0) + 1);
  columns.recommended[slot] = scoreOf('recommended', picture);
  return slot;
}

/**
 * A picture as it is now. Among the recommended it keeps its place but for what more or fewer have collected it.
 * Returns its slot.
 */
function put(deps: GalleryIndexState, picture: IndexedPicture): number {
  const { size, slots, columns, orders } = deps;
  size.version++;
  const before = slots.get(picture.id);
  const recommended =
    before === undefined
      ? scoreOf('recommended', picture)
      : columns.recommended[before]! + boostOf(picture) - columns.boosts[before]!;
  const scores = { recommended, newest: scoreOf('newest', picture), popular: scoreOf('popular', picture) };
  // Words are only ever added: with other words a picture moves to another slot.
  if (before !== undefined && columns.words[before] !== wordsKey(picture)) drop(deps, picture.id);
  const known = slots.get(picture.id);
  const moved = pictureSorts.filter((sort) => known === undefined || columns[sort][known] !== scores[sort]);
  if (known !== undefined) for (const sort of moved) orders[sort].remove(known);
  const slot = known ?? append(deps, picture);
  write(deps, slot, picture);
  columns.recommended[slot] = recommended;
  for (const sort of moved) orders[sort].insert(slot);
  return slot;
}

/** Takes a picture out; the slot it had, if any. */
function drop(deps: GalleryIndexState, id: number): number | undefined {
  const { slots, size, orders, pins, texts, owners, columns, ownerCounts } = deps;
  const slot = slots.get(id);
  if (slot === undefined) return undefined;
  size.version++;
  for (const sort of pictureSorts) orders[sort].remove(slot);
  slots.delete(id);
  pins.delete(slot);
  texts.forget(slot);
  const ownerId = owners.names[columns.owners[slot]!] ?? '';
  ownerCounts.set(ownerId, (ownerCounts.get(ownerId) ?? 1) - 1);
  return slot;
}

type Columns = ReturnType<typeof emptyColumns>;

function emptyColumns() {
  return {
    ids: new Float64Array(firstRoom),
    widths: new Uint32Array(firstRoom),
    heights: new Uint32Array(firstRoom),
    colours: new Uint32Array(firstRoom),
    owners: new Uint32Array(firstRoom),
    categories: new Uint32Array(firstRoom),
    traits: new Uint32Array(firstRoom),
    colourBits: new Uint16Array(firstRoom),
    /** Hashes in halves; 0 until they are measured. */
    phashHigh: new Uint32Array(firstRoom),
    phashLow: new Uint32Array(firstRoom),
    dhashHigh: new Uint32Array(firstRoom),
    dhashLow: new Uint32Array(firstRoom),
    mirroredHigh: new Uint32Array(firstRoom),
    mirroredLow: new Uint32Array(firstRoom),
    /** 1 for pictures with features. */
    measured: new Uint8Array(firstRoom),
    /** Of its features, see `edgeLength`. */
    edgeLengths: new Float32Array(firstRoom),
    /** Tells whether words have changed. */
    words: new Uint32Array(firstRoom),
    recommended: new Float64Array(firstRoom),
    /** Boost by collections that `recommended` includes. */
    boosts: new Float64Array(firstRoom),
    newest: new Float64Array(firstRoom),
    popular: new Float64Array(firstRoom),
  };
}

/** Numbers names in the order in which they come. */
function createNames() {
  const places = new Map<string, number>();
  const names: string[] = [];
  return {
    names: names as readonly string[],
    find: (name: string) => places.get(name),
    place(name: string): number {
      const known = places.get(name);
      if (known !== undefined) return known;
      places.set(name, names.length);
      return names.push(name) - 1;
    },
  };
}
