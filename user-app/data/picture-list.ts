import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { Listeners } from '../lib/listeners';
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
  /** True when the last box is known. */
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

/** Cards of one request, and how many are read at once. */
const cardsPerRequest = 50;
const mostRequests = 3;
/** Cards kept for a reload, before and after the place. */
const keptCards = 30;

/** Nothing else is as tall for its width: uploads stop at 4:1. */
const tallest = 4;
const shapeOf = (width: number, height: number) => Math.min(tallest, Math.max(0.2, height / width));

/**
 * A list of the gallery: boxes of all pictures, as far as they are known, and cards of those that are looked at.
 * @param kept of an earlier visit: the list goes on from there without a request
 */
export class GalleryList {
  readonly #source: PictureSource;
  readonly boxes: PictureBoxes;
  /** True when all boxes can be read at once. */
  readonly isWhole: boolean;
  #places: Map<number, number>;
  #nextCursor: string | null;
  #error: Error | undefined;
  #isLoading = false;
  #isReady: boolean;
  #isComplete: boolean;
  #total: number;
  #order = 0;
  #arrived = 0;
  /** Grows with every reload: answers to what was asked before it are of no use. */
  #run = 0;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  /** Cards that could not be read, and cards that are no more. */
  readonly #missing = new Set<number>();
  readonly #gone = new Set<number>();
  readonly #requests = new Set<{ ids: Set<number>; aborter: AbortController }>();
  #wanted = { first: 0, last: -1 };
  readonly #keptCards: readonly number[];
  #state: PictureListState;

  constructor(source: PictureSource, kept?: PictureOutline) {
    this.#source = source;
    this.boxes = { ids: kept?.ids ?? [], shapes: kept?.shapes ?? [], colours: kept?.colours ?? [] };
    this.isWhole = source.readLayout !== undefined;
    this.#places = new Map(this.boxes.ids.map((id, index) => [id, index]));
    this.#nextCursor = kept?.nextCursor ?? null;
    this.#isReady = kept !== undefined;
    this.#isComplete = kept?.isComplete ?? false;
    this.#total = kept?.total ?? 0;
    this.#keptCards = kept?.cards.map(({ id }) => id) ?? [];
    if (kept) acceptPictures(kept.cards);
    this.#state = this.#makeState();
  }

  readonly get = (): PictureListState => this.#state;

  /** Reads the beginning, or what follows the last box; nothing happens while that is under way. */
  async loadMore(): Promise<void> {
    if (!this.#isLoading && !this.#isComplete) await this.#load(this.#run);
  }

  /** Reads cards of these places where they are not known; what was asked for before and is not among them is dropped. */
  need(first: number, last: number): void {
    this.#wanted = { first: Math.max(0, first), last };
    for (let index = this.#wanted.first; index <= last; index += 1) this.#missing.delete(this.boxes.ids[index] ?? 0);
    this.#dropUnwanted();
    this.#readWanted();
  }

  /** Fault of a card: `missing` when it could not be read, which {@link need} tries again; `gone` when it was removed. */
  faultOf(id: number): 'missing' | 'gone' | undefined {
    if (this.#missing.has(id)) return 'missing';
    return this.#gone.has(id) ? 'gone' : undefined;
  }

  /** Looks whether pictures have come before the first one. */
  async lookForNew(): Promise<void> {
    if (!this.#isReady || this.#isLoading) return;
    const run = this.#run;
    const page = await this.#source.read(undefined).catch(() => undefined);
    if (!page || run !== this.#run) return;
    acceptPictures(page.list);
    this.#arrived = page.list.filter(({ id }) => !this.#places.has(id)).length;
    this.#tell();
  }

  /** Checks for new pictures, and reloads the cards in view and those kept from before a reload. */
  async refresh(): Promise<void> {
    await this.lookForNew();
    const inView = this.boxes.ids.slice(this.#wanted.first, this.#wanted.last + 1).slice(0, cardsPerRequest);
    if (inView.length > 0) await this.#readCards(inView);
    if (this.#keptCards.length > 0) await this.#readCards(this.#keptCards);
  }

  /** Reads the list from the beginning again. */
  async reload(): Promise<void> {
    this.#run += 1;
    for (const { aborter } of this.#requests) aborter.abort();
    this.#empty();
    this.#missing.clear();
    this.#isReady = false;
    this.#isComplete = false;
    this.#nextCursor = null;
    this.#arrived = 0;
    this.#order += 1;
    await this.#load(this.#run);
  }

  /** Gives the boxes another order, or takes some away. */
  rearrange(ids: readonly number[]): void {
    const { shapes, colours } = this.boxes;
    const left = ids.flatMap((id) => {
      const index = this.#places.get(id);
      return index === undefined ? [] : [{ id, shape: shapes[index] ?? 1, colour: colours[index] ?? 0 }];
    });
    this.#total -= this.boxes.ids.length - left.length;
    this.#empty();
    for (const { id, shape, colour } of left) this.#append(id, shape, colour);
    this.#order += 1;
    this.#tell();
  }

  indexOf(id: number): number {
    return this.#places.get(id) ?? -1;
  }

  /** @param around place whose neighbours are kept as cards @param most boxes that are kept at most */
  outline(around: number, most: number): PictureOutline | undefined {
    const { ids, shapes, colours } = this.boxes;
    // A longer list is read again; its place is found by the card.
    if (!this.#isReady || ids.length > most) return undefined;
    const cards = ids
      .slice(Math.max(0, around - keptCards), around + keptCards)
      .flatMap((id) => knownPicture(id) ?? []);
    const position = { nextCursor: this.#nextCursor, total: this.#total, isComplete: this.#isComplete };
    return { ids, shapes: shapes.map(thousandths), colours, cards, ...position };
  }

  #makeState(): PictureListState {
    return {
      count: this.boxes.ids.length,
      order: this.#order,
      total: this.#total,
      isReady: this.#isReady,
      isComplete: this.#isComplete,
      isLoading: this.#isLoading,
      error: this.#error,
      arrived: this.#arrived,
    };
  }

  #tell(): void {
    this.#state = this.#makeState();
    this.#listeners.tell();
  }

  #empty(): void {
    for (const part of [this.boxes.ids, this.boxes.shapes, this.boxes.colours]) part.length = 0;
    this.#places = new Map();
  }

  #append(id: number, shape: number, colour: number): void {
    if (this.#places.has(id)) return;
    this.#places.set(id, this.boxes.ids.length);
    this.boxes.ids.push(id);
    this.boxes.shapes.push(shape);
    this.boxes.colours.push(colour);
  }

  #appendPage(page: Page): void {
    acceptPictures(page.list);
    for (const { id, width, height, mainColor } of page.list)
      this.#append(id, shapeOf(width, height), Number.parseInt(mainColor.slice(1), 16) || 0);
    this.#nextCursor = page.nextCursor;
    this.#total = page.total;
    this.#isComplete = page.nextCursor === null;
  }

  /** The whole rest at once; where that cannot be had, the list goes on page by page. */
  async #appendLayout(run: number): Promise<boolean> {
    const layout = await this.#source.readLayout?.().catch(() => undefined);
    if (!layout || run !== this.#run) return false;
    for (const [index, id] of layout.ids.entries())
      this.#append(id, shapeOf(layout.widths[index] ?? 1, layout.heights[index] ?? 1), layout.colours[index] ?? 0);
    this.#isComplete = true;
    return true;
  }

  /** Reads the first page, or the rest at once, or the next page. */
  async #extend(run: number): Promise<void> {
    if (this.#isReady && (await this.#appendLayout(run))) return;
    const page = await this.#source.read(this.#isReady ? (this.#nextCursor ?? undefined) : undefined);
    if (run !== this.#run) return;
    this.#appendPage(page);
    this.#isReady = true;
  }

  async #load(run: number): Promise<void> {
    this.#isLoading = true;
    this.#error = undefined;
    this.#tell();
    const error = await this.#extend(run).then(() => undefined, asError);
    if (run !== this.#run) return;
    this.#error = error;
    this.#isLoading = false;
    this.#tell();
    this.#readWanted();
  }

  #isUnread(id: number): boolean {
    return !knownPicture(id) && !this.#missing.has(id) && !this.#gone.has(id);
  }

  #readWanted(): void {
    const { first, last } = this.#wanted;
    const asked = new Set([...this.#requests].flatMap((request) => [...request.ids]));
    const unread = this.boxes.ids.slice(first, last + 1).filter((id) => !asked.has(id) && this.#isUnread(id));
    while (unread.length > 0 && this.#requests.size < mostRequests)
      void this.#readCards(unread.splice(0, cardsPerRequest));
  }

  async #readCards(ids: readonly number[]): Promise<void> {
    const request = { ids: new Set(ids), aborter: new AbortController() };
    this.#requests.add(request);
    try {
      const cards = await this.#source.readCards(ids, request.aborter.signal);
      for (const { id } of cards) request.ids.delete(id);
      acceptPictures(cards);
      for (const id of request.ids) this.#gone.add(id);
    } catch {
      if (!request.aborter.signal.aborted) for (const id of ids) this.#missing.add(id);
    } finally {
      this.#requests.delete(request);
      this.#tell();
      this.#readWanted();
    }
  }

  #dropUnwanted(): void {
    const { first, last } = this.#wanted;
    for (const { ids, aborter } of this.#requests) {
      const isWanted = [...ids].some((id) => this.indexOf(id) >= first && this.indexOf(id) <= last);
      if (!isWanted) aborter.abort();
    }
  }
}

const thousandths = (shape: number) => Math.round(shape * 1e6) / 1e6;

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error('图片没有读到，请稍后重试');
}
