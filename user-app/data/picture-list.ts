import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { acceptPictures, knownPicture } from './gallery-pictures';

/** Boxes of a wall in its order: what is needed to lay it out. Only ever appended to while the list lives. */
export interface PictureBoxes {
  ids: number[];
  /** Height by width. */
  shapes: number[];
  /** 0xRRGGBB. */
  colours: number[];
}

export interface PictureListState {
  /** Boxes that are known; it grows. */
  count: number;
  /** Changes where boxes moved or went, so that what was laid out is of no use. */
  order: number;
  total: number;
  isReady: boolean;
  /** Whether the last box is known. */
  isComplete: boolean;
  isLoading: boolean;
  error: Error | undefined;
  /** Pictures that have come since, before the first one. */
  arrived: number;
}

interface Page {
  list: GalleryPicture[];
  nextCursor: string | null;
  total: number;
}

export interface PictureSource {
  read: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page>;
  /** Cards by their ids; those that may not be seen any more are left out. */
  readCards: (ids: readonly number[], signal: AbortSignal) => Promise<GalleryPicture[]>;
  /** All boxes at once; lists without it are read page by page. */
  readLayout?: (() => Promise<{ ids: number[]; widths: number[]; heights: number[]; colours: number[] }>) | undefined;
}

/** Enough to lay the wall out again after a reload. */
export interface PictureOutline extends PictureBoxes {
  cards: GalleryPicture[];
  nextCursor: string | null;
  total: number;
  isComplete: boolean;
}

export interface PictureList {
  boxes: PictureBoxes;
  /** Whether all boxes can be read at once. */
  isWhole: boolean;
  get: () => PictureListState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the beginning, or what follows the last box; nothing happens while that is under way. */
  loadMore: () => Promise<void>;
  /** Reads cards of these places where they are not known; what was asked for before and is not among them is dropped. */
  need: (first: number, last: number) => void;
  /** Whether a card could not be read, which {@link need} tries again, or is no more. */
  faultOf: (id: number) => 'missing' | 'gone' | undefined;
  /** Looks whether pictures have come before the first one. */
  lookForNew: () => Promise<void>;
  /** Checks for new pictures, and reloads the cards in view and those kept from before a reload. */
  refresh: () => Promise<void>;
  /** Reads the list from the beginning again. */
  reload: () => Promise<void>;
  /** Gives the boxes another order, or takes some away. */
  rearrange: (ids: readonly number[]) => void;
  indexOf: (id: number) => number;
  /** @param around place whose neighbours are kept as cards @param most boxes that are kept at most */
  outline: (around: number, most: number) => PictureOutline | undefined;
}

/** Cards of one request, and how many are read at once. */
const cardsPerRequest = 50;
const mostRequests = 3;
/** Cards kept for a reload, before and after the place. */
const keptCards = 30;

/** Nothing else is as tall for its width: uploads stop at 4:1. */
const tallest = 4;
const shapeOf = (width: number, height: number) => Math.min(tallest, Math.max(0.2, height / width));

export function createPictureList(source: PictureSource, kept?: PictureOutline): PictureList {
  const boxes: PictureBoxes = { ids: kept?.ids ?? [], shapes: kept?.shapes ?? [], colours: kept?.colours ?? [] };
  let places = new Map(boxes.ids.map((id, place) => [id, place]));
  let nextCursor: string | null = kept?.nextCursor ?? null;
  let error: Error | undefined;
  let isLoading = false;
  let isReady = kept !== undefined;
  let isComplete = kept?.isComplete ?? false;
  let total = kept?.total ?? 0;
  let order = 0;
  let arrived = 0;
  let reading = 0;
  const listeners = new Set<() => void>();
  /** Cards that could not be read, and cards that are no more. */
  const missing = new Set<number>();
  const gone = new Set<number>();
  const requests = new Set<{ ids: Set<number>; aborter: AbortController }>();
  let wanted = { first: 0, last: -1 };
  if (kept) acceptPictures(kept.cards);
  let state = makeState();

  function makeState(): PictureListState {
    return { count: boxes.ids.length, order, total, isReady, isComplete, isLoading, error, arrived };
  }

  function tell() {
    state = makeState();
    for (const listener of listeners) listener();
  }

  function append(id: number, shape: number, colour: number) {
    if (places.has(id)) return;
    places.set(id, boxes.ids.length);
    boxes.ids.push(id);
    boxes.shapes.push(shape);
    boxes.colours.push(colour);
  }

  function appendPage(page: Page) {
    acceptPictures(page.list);
    for (const { id, width, height, mainColor } of page.list)
      append(id, shapeOf(width, height), Number.parseInt(mainColor.slice(1), 16) || 0);
    nextCursor = page.nextCursor;
    total = page.total;
    isComplete = nextCursor === null;
  }

  /** The whole rest at once; where that cannot be had, the list goes on page by page. */
  async function appendLayout(run: number): Promise<boolean> {
    const layout = await source.readLayout?.().catch(() => undefined);
    if (!layout || run !== reading) return false;
    for (const [at, id] of layout.ids.entries())
      append(id, shapeOf(layout.widths[at] ?? 1, layout.heights[at] ?? 1), layout.colours[at] ?? 0);
    isComplete = true;
    return true;
  }

  async function load(run: number): Promise<void> {
    isLoading = true;
    error = undefined;
    tell();
    try {
      if (!isReady) {
        const page = await source.read(undefined);
        if (run !== reading) return;
        appendPage(page);
        isReady = true;
      } else if (!(await appendLayout(run))) {
        const page = await source.read(nextCursor ?? undefined);
        if (run !== reading) return;
        appendPage(page);
      }
    } catch (failure) {
      if (run === reading) error = asError(failure);
    } finally {
      if (run === reading) {
        isLoading = false;
        tell();
        readWanted();
      }
    }
  }

  function readWanted() {
    const { ids } = boxes;
    const asked = new Set([...requests].flatMap((request) => [...request.ids]));
    const open: number[] = [];
    for (let place = wanted.first; place <= Math.min(wanted.last, ids.length - 1); place += 1) {
      const id = ids[place];
      if (id !== undefined && !knownPicture(id) && !asked.has(id) && !missing.has(id) && !gone.has(id)) open.push(id);
    }
    while (open.length > 0 && requests.size < mostRequests) void readCards(open.splice(0, cardsPerRequest));
  }

  async function readCards(ids: readonly number[]) {
    const request = { ids: new Set(ids), aborter: new AbortController() };
    requests.add(request);
    try {
      const cards = await source.readCards(ids, request.aborter.signal);
      for (const { id } of cards) request.ids.delete(id);
      acceptPictures(cards);
      for (const id of request.ids) gone.add(id);
    } catch {
      if (!request.aborter.signal.aborted) for (const id of ids) missing.add(id);
    } finally {
      requests.delete(request);
      tell();
      readWanted();
    }
  }

  function dropUnwanted() {
    for (const { ids, aborter } of requests) {
      const isWanted = [...ids].some((id) => {
        const place = places.get(id) ?? -1;
        return place >= wanted.first && place <= wanted.last;
      });
      if (!isWanted) aborter.abort();
    }
  }

  return {
    boxes,
    isWhole: source.readLayout !== undefined,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async loadMore() {
      if (!isLoading && !isComplete) await load(reading);
    },
    need(first, last) {
      wanted = { first: Math.max(0, first), last };
      for (let place = wanted.first; place <= last; place += 1) missing.delete(boxes.ids[place] ?? 0);
      dropUnwanted();
      readWanted();
    },
    faultOf: (id) => (missing.has(id) ? 'missing' : gone.has(id) ? 'gone' : undefined),
    async lookForNew() {
      if (!isReady || isLoading) return;
      const run = reading;
      const page = await source.read(undefined).catch(() => undefined);
      if (!page || run !== reading) return;
      acceptPictures(page.list);
      arrived = page.list.filter(({ id }) => !places.has(id)).length;
      tell();
    },
    async refresh() {
      await this.lookForNew();
      const looked = boxes.ids.slice(wanted.first, wanted.last + 1).slice(0, cardsPerRequest);
      if (looked.length > 0) await readCards(looked);
      const ids = kept?.cards.map(({ id }) => id) ?? [];
      if (ids.length > 0) await readCards(ids);
    },
    async reload() {
      reading += 1;
      for (const { aborter } of requests) aborter.abort();
      for (const part of [boxes.ids, boxes.shapes, boxes.colours]) part.length = 0;
      places = new Map();
      missing.clear();
      isReady = false;
      isComplete = false;
      nextCursor = null;
      arrived = 0;
      order += 1;
      await load(reading);
    },
    rearrange(ids) {
      const kept = ids.flatMap((id) => {
        const place = places.get(id);
        return place === undefined ? [] : [{ id, shape: boxes.shapes[place] ?? 1, colour: boxes.colours[place] ?? 0 }];
      });
      total -= boxes.ids.length - kept.length;
      for (const part of [boxes.ids, boxes.shapes, boxes.colours]) part.length = 0;
      places = new Map();
      for (const { id, shape, colour } of kept) append(id, shape, colour);
      order += 1;
      tell();
    },
    indexOf: (id) => places.get(id) ?? -1,
    outline(around, most) {
      if (!isReady) return undefined;
      const { ids, shapes, colours } = boxes;
      const cards = ids
        .slice(Math.max(0, around - keptCards), around + keptCards)
        .flatMap((id) => knownPicture(id) ?? []);
      // A longer list is read again; its place is found by the card.
      if (ids.length > most) return undefined;
      return { ids, shapes: shapes.map(thousandths), colours, cards, nextCursor, total, isComplete };
    },
  };
}

const thousandths = (shape: number) => Math.round(shape * 1e6) / 1e6;

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error('图片没有读到，请稍后重试');
}
