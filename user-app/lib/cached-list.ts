import { shownFailure } from '#shared/domain/failure-words';
import { createPlaces, type ListPlaces, type PlacesPage } from './list-places';
import { Listeners } from './listeners';

export interface CursorPage<T> {
  list: T[];
  nextCursor: string | null;
}

export interface ListSource<T> {
  /** Reads a page, the first one without a cursor. */
  read: (cursor: string | undefined) => Promise<CursorPage<T>>;
  idOf: (row: T) => string;
  /** A row that is read again, given its known state; without it the state that comes last holds. */
  newerOf?: (known: T | undefined, next: T) => T;
  /** Time that the list is ordered by, newest first, ms; for lists that rows are put into. */
  timeOf?: (row: T) => number;
}

export interface ListState<T> {
  /** The same object until a place changes. */
  places: ListPlaces<T>;
  /** True when the last page is known, read or not. */
  isComplete: boolean;
  /** True when the first page has answered. */
  isReady: boolean;
  isLoading: boolean;
  /** Why what was read last did not come, with a message that can be shown. */
  error: Error | undefined;
  /** Number of rows added before the second page since the list was made. */
  headGrowth: number;
}

/** Enough to lay the list out again after a reload: how many rows each page held, and where it begins. */
export interface ListOutline {
  pages: { cursor: string | null; count: number; lastId: string | null }[];
  nextCursor: string | null;
}

/** Immutable: a change replaces the page, so that places made from the old pages stay valid. */
interface Page<T> extends PlacesPage<T> {
  /** Null for the first page. */
  cursor: string | null;
  /** Null for the last page. */
  lastId: string | null;
}

/** Pages that are read at once where places are looked at. */
const mostReads = 2;

/** Pages the beginning may have grown by before the list starts afresh. */
const mostNewPages = 4;

const noRange = { first: 0, last: -1 };

/**
 * A list of the server that is read page by page with cursors, and kept. Pages of an earlier visit keep their place and
 * height without being read, so that a place deep in a long list is found again at once.
 */
export class CachedList<T> {
  readonly #source: ListSource<T>;
  #pages: readonly Page<T>[];
  #nextCursor: string | null;
  /** Number of the page that holds a row. */
  readonly #pageOf = new Map<string, number>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  /** Cursors of the pages that are being read. */
  readonly #reading = new Set<string | null>();
  #needed = noRange;
  #isReady: boolean;
  /** Grows with every reload: what was asked for before it is of no use. */
  #run = 0;
  #isLoading = false;
  #error: Error | undefined;
  #headGrowth = 0;
  /** Rows that were put in, with their number: what is read of the beginning meanwhile may not hold them yet. */
  #added: { row: T; number: number }[] = [];
  #addedCount = 0;
  #laidOut: readonly Page<T>[];
  #state: ListState<T>;

  constructor(source: ListSource<T>, outline?: ListOutline) {
    this.#source = source;
    this.#pages = (outline?.pages ?? []).map((page) => ({ ...page, rows: undefined }));
    this.#nextCursor = outline?.nextCursor ?? null;
    this.#isReady = this.#pages.length > 0;
    this.#laidOut = this.#pages;
    this.#state = this.#stateWith(this.#placesNow());
  }

  readonly get = (): ListState<T> => this.#state;

  /** Reads the page after the last one; nothing happens while one is being read or when there is none. */
  readonly loadMore = async (): Promise<void> => {
    if (!this.#isLoading && !this.#state.isComplete) await this.#load(this.#isReady ? this.#nextCursor : null);
  };

  /** Reads the list from its beginning; what is known of it stays until the first page has come. */
  readonly reload = async (): Promise<void> => {
    this.#run += 1;
    await this.#load(null);
  };

  /** Reads the pages that these places belong to, where they are not read yet; what was needed before is let go. */
  need(first: number, last: number): void {
    this.#needed = { first, last };
    this.#readNeeded();
  }

  /** Reads the beginning again: new rows come in, known ones are brought up to date. */
  readonly refreshHead = async (): Promise<void> => {
    if (!this.#isReady) return this.loadMore();
    const lastId = this.#pages[0]?.lastId ?? null;
    const run = this.#run;
    const before = this.#addedCount;
    const { fresh, cursor } = await this.#readHead(lastId);
    if (run !== this.#run) return;
    this.#headGrowth += fresh.length - (this.#pages[0]?.count ?? 0);
    const isJoined = lastId !== null && fresh.some((row) => this.#source.idOf(row) === lastId);
    if (isJoined) this.#setRows(0, fresh);
    else this.#begin(fresh, cursor);
    this.#addSince(before);
    this.#tell();
  };

  has(id: string): boolean {
    return this.#pageOf.has(id);
  }

  /** Changes rows, e.g. before the server has done so. */
  change(ids: ReadonlySet<string>, next: (row: T) => T): void {
    this.#edit(ids, (rows) => rows.map((row) => (ids.has(this.#source.idOf(row)) ? next(row) : row)));
  }

  /** Takes rows out; the answer is what was taken. */
  remove(ids: ReadonlySet<string>): T[] {
    const taken: T[] = [];
    const isMeant = (row: T) => ids.has(this.#source.idOf(row));
    this.#added = this.#added.filter(({ row }) => !isMeant(row));
    this.#edit(ids, (rows) => {
      taken.push(...rows.filter(isMeant));
      return rows.filter((row) => !isMeant(row));
    });
    return taken;
  }

  /** Puts rows that the list does not hold where they belong by time, also before its first page has come. */
  insert(rows: readonly T[]): void {
    for (const row of rows) {
      this.#addedCount += 1;
      this.#added.push({ row, number: this.#addedCount });
      this.#insertRow(row);
    }
    this.#tell();
  }

  /** Puts other rows in place of those that are read; what follows them is read after them as before. */
  replace(next: (rows: readonly T[]) => T[]): void {
    if (!this.#isReady) return;
    this.#begin(next(this.#state.places.loaded()), this.#nextCursor);
    this.#tell();
  }

  outline(): ListOutline {
    const pages = this.#pages.map(({ cursor, count, lastId }) => ({ cursor, lastId, count }));
    return { pages, nextCursor: this.#nextCursor };
  }

  #placesNow(): ListPlaces<T> {
    return createPlaces(this.#pages, this.#source.idOf, (id) => this.#pageOf.get(id));
  }

  #stateWith(places: ListPlaces<T>): ListState<T> {
    return {
      places,
      isComplete: this.#isReady && this.#nextCursor === null,
      isReady: this.#isReady,
      isLoading: this.#isLoading,
      error: this.#error,
      headGrowth: this.#headGrowth,
    };
  }

  #tell(): void {
    const places = this.#pages === this.#laidOut ? this.#state.places : this.#placesNow();
    this.#laidOut = this.#pages;
    this.#state = this.#stateWith(places);
    this.#listeners.tell();
  }

  async #load(cursor: string | null): Promise<void> {
    const run = this.#run;
    const before = this.#isReady ? this.#addedCount : 0;
    this.#isLoading = true;
    this.#tell();
    try {
      const { list, nextCursor } = await this.#source.read(cursor ?? undefined);
      if (run !== this.#run) return;
      this.#error = undefined;
      if (cursor === null) {
        this.#isReady = true;
        this.#begin(list, nextCursor);
        this.#addSince(before);
      } else this.#append(cursor, list, nextCursor);
    } catch (failure) {
      if (run === this.#run) this.#error = asError(failure);
    } finally {
      if (run === this.#run) {
        this.#isLoading = false;
        this.#tell();
      }
    }
  }

  /** Puts a page after the last one. */
  #append(cursor: string, list: readonly T[], nextCursor: string | null): void {
    const rows = list.filter((row) => !this.has(this.#source.idOf(row)));
    this.#pages = [...this.#pages, { cursor, count: 0, lastId: this.#endOf(list, nextCursor), rows: undefined }];
    this.#setRows(this.#pages.length - 1, rows);
    this.#nextCursor = nextCursor;
  }

  /** Makes these rows the first page and the only one. */
  #begin(rows: readonly T[], nextCursor: string | null): void {
    this.#pageOf.clear();
    this.#pages = [{ cursor: null, count: 0, lastId: this.#endOf(rows, nextCursor), rows: undefined }];
    this.#nextCursor = nextCursor;
    this.#setRows(0, rows);
  }

  #endOf(rows: readonly T[], nextCursor: string | null): string | null {
    const last = nextCursor === null ? undefined : rows.at(-1);
    return last === undefined ? null : this.#source.idOf(last);
  }

  #addSince(count: number): void {
    for (const { row, number } of this.#added) if (number > count) this.#insertRow(row);
  }

  /** Puts a row that the list does not hold where it belongs by time. */
  #insertRow(row: T): void {
    const { idOf, timeOf = () => 0 } = this.#source;
    if (this.has(idOf(row))) return;
    if (this.#pages.length === 0) this.#pages = [{ cursor: null, count: 0, lastId: null, rows: [] }];
    const isOlder = (known: T) => timeOf(known) < timeOf(row);
    const older = this.#pages.findIndex((page) => page.rows?.some(isOlder));
    const number = older < 0 ? this.#pages.findLastIndex((page) => page.rows) : older;
    const held = this.#pages[number]?.rows;
    if (!held) return;
    const index = held.findIndex(isOlder);
    this.#setRows(number, held.toSpliced(index < 0 ? held.length : index, 0, row));
  }

  #setRows(number: number, rows: readonly T[]): void {
    const page = this.#pages[number];
    if (!page) return;
    const { idOf } = this.#source;
    for (const row of page.rows ?? []) if (this.#pageOf.get(idOf(row)) === number) this.#pageOf.delete(idOf(row));
    for (const row of rows) this.#pageOf.set(idOf(row), number);
    // Rows came or went, so `lastId` has to name the last one again. On the last page it stays null.
    const last = rows.at(-1);
    const lastId = page.lastId === null || last === undefined ? page.lastId : idOf(last);
    this.#pages = this.#pages.with(number, { ...page, rows, count: rows.length, lastId });
  }

  /** Applies `next` to every page that holds one of these rows. */
  #edit(ids: ReadonlySet<string>, next: (rows: readonly T[]) => readonly T[]): void {
    const numbers = new Set([...ids].map((id) => this.#pageOf.get(id)));
    for (const number of this.#pages.keys())
      if (numbers.has(number)) this.#setRows(number, next(this.#pages[number]?.rows ?? []));
    this.#tell();
  }

  /** The rows of an answer up to that of `lastId`, all of them where it is not among them. */
  #upTo(rows: readonly T[], lastId: string | null): { rows: readonly T[]; isFound: boolean } {
    const end = lastId === null ? -1 : rows.findIndex((row) => this.#source.idOf(row) === lastId);
    return { rows: end < 0 ? rows : rows.slice(0, end + 1), isFound: end >= 0 };
  }

  /** The rows of an answer that belong to a page: up to its last one, without those that another page holds. */
  #ownPart(number: number, rows: readonly T[]): T[] {
    const own = this.#upTo(rows, this.#pages[number]?.lastId ?? null).rows;
    return own.filter((row) => (this.#pageOf.get(this.#source.idOf(row)) ?? number) === number);
  }

  async #readPage(cursor: string | null): Promise<void> {
    this.#reading.add(cursor);
    try {
      const { list } = await this.#source.read(cursor ?? undefined);
      const number = this.#pages.findIndex((page) => page.cursor === cursor && !page.rows);
      if (number >= 0) this.#setRows(number, this.#ownPart(number, list));
      this.#error = undefined;
    } catch (failure) {
      this.#error = asError(failure);
      this.#needed = noRange;
    } finally {
      this.#reading.delete(cursor);
      this.#tell();
      this.#readNeeded();
    }
  }

  #readNeeded(): void {
    const { first, last } = this.#needed;
    let start = 0;
    for (const { rows, count, cursor } of this.#pages) {
      if (start > last || this.#reading.size >= mostReads) return;
      if (!rows && start + count > first && !this.#reading.has(cursor)) void this.#readPage(cursor);
      start += count;
    }
  }

  /** The rows up to `lastId`, or as many pages as the beginning may have grown by, and the cursor after them. */
  async #readHead(lastId: string | null): Promise<{ fresh: T[]; cursor: string | null }> {
    const { read, idOf, newerOf = (_known, next) => next } = this.#source;
    const fresh: T[] = [];
    let cursor: string | null = null;
    for (let count = 0; count < mostNewPages; count += 1) {
      const answer: CursorPage<T> = await read(cursor ?? undefined);
      const { rows, isFound } = this.#upTo(answer.list, lastId);
      fresh.push(...rows);
      cursor = answer.nextCursor;
      if (isFound || cursor === null) break;
    }
    return { fresh: fresh.map((row) => newerOf(this.#state.places.rowOf(idOf(row)), row)), cursor };
  }
}

function asError(failure: unknown): Error {
  return shownFailure(failure instanceof Error ? failure : new Error(String(failure)));
}
