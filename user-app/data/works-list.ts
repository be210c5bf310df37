import type { Work } from '#shared/contract/project';
import type { Task } from '#shared/contract/task';
import { isNewer } from '#shared/domain/task-status';
import { Listeners } from '../lib/listeners';
import type { WorksPage } from './works';
import { createWorkPlaces, type PlacesPage, type WorkPlaces } from './works-places';

export interface WorksListState {
  /** The same object until a place changes. */
  places: WorkPlaces;
  /** True when the last page is known, read or not. */
  isComplete: boolean;
  /** True when the first page has answered. */
  isReady: boolean;
  isLoading: boolean;
  error: Error | undefined;
  /** Number of works added before the second page since the list was made. */
  headGrowth: number;
}

/** Enough to lay the list out again after a reload: how many works each page held, and where it begins. */
export interface WorksOutline {
  pages: { cursor: string | null; count: number; lastId: string | null }[];
  nextCursor: string | null;
}

/** Immutable: a change replaces the page, so that places made from the old pages stay valid. */
interface Page extends PlacesPage {
  cursor: string | null;
  /** Null for the last page. */
  lastId: string | null;
}

/** Pages that are read at once where places are looked at. */
const mostReads = 2;

/** Pages the beginning may have grown by before the list starts afresh. */
const mostNewPages = 4;

const newerOf = (known: Work | undefined, next: Work): Work =>
  known && !isNewer(known, next) && known.seq !== next.seq ? { ...next, ...taskPart(known) } : next;

function taskPart({ title, projectId, isStarred, deletedAt, purgeAt, ...task }: Work): Task {
  return task;
}

/** The works of an answer up to that of `lastId`, all of them where it is not among them. */
function upTo(works: readonly Work[], lastId: string | null): { works: readonly Work[]; isFound: boolean } {
  const end = lastId === null ? -1 : works.findIndex((work) => work.taskId === lastId);
  return { works: end < 0 ? works : works.slice(0, end + 1), isFound: end >= 0 };
}

const noRange = { first: 0, last: -1 };

/**
 * A list of works that is read page by page with cursors. Pages of an earlier visit keep their place and height
 * without being read, so that a place deep in a long list is found again at once.
 */
export class WorksList {
  readonly #read: (cursor: string | null) => Promise<WorksPage>;
  #pages: readonly Page[];
  #nextCursor: string | null;
  /** Number of the page that holds a work. */
  readonly #pageOf = new Map<string, number>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  /** Cursors of the pages that are being read. */
  readonly #reading = new Set<string | null>();
  #needed = noRange;
  #isLoading = false;
  #error: Error | undefined;
  #headGrowth = 0;
  #laidOut: readonly Page[];
  #state: WorksListState;

  constructor(read: (cursor: string | null) => Promise<WorksPage>, outline?: WorksOutline) {
    this.#read = read;
    this.#pages = (outline?.pages ?? []).map((page) => ({ ...page, works: undefined }));
    this.#nextCursor = outline?.nextCursor ?? null;
    this.#laidOut = this.#pages;
    this.#state = this.#stateWith(this.#placesNow());
  }

  readonly get = (): WorksListState => this.#state;

  /** Reads the page after the last one; nothing happens while one is being read or when there is none. */
  async loadMore(): Promise<void> {
    if (this.#isLoading || (this.#pages.length > 0 && this.#nextCursor === null)) return;
    this.#isLoading = true;
    this.#tell();
    const cursor = this.#nextCursor;
    try {
      const answer = await this.#read(cursor);
      const works = answer.list.filter(({ taskId }) => !this.#pageOf.has(taskId));
      const lastId = answer.nextCursor === null ? null : (answer.list.at(-1)?.taskId ?? null);
      this.#pages = [...this.#pages, { cursor, count: 0, lastId, works: undefined }];
      this.#setWorks(this.#pages.length - 1, works);
      this.#nextCursor = answer.nextCursor;
      this.#error = undefined;
    } catch (failure) {
      this.#error = asError(failure);
    } finally {
      this.#isLoading = false;
      this.#tell();
    }
  }

  /** Reads the pages that these places belong to, where they are not read yet; what was needed before is let go. */
  need(first: number, last: number): void {
    this.#needed = { first, last };
    this.#readNeeded();
  }

  /** Reads the beginning again: new works come in, known ones are brought up to date. */
  async refreshHead(): Promise<void> {
    if (this.#pages.length === 0) return this.loadMore();
    const lastId = this.#pages[0]?.lastId ?? null;
    const { fresh, cursor } = await this.#readHead(lastId);
    const works = fresh.map((work) => newerOf(this.#state.places.workOf(work.taskId), work));
    this.#headGrowth += works.length - (this.#pages[0]?.count ?? 0);
    const isSplit = lastId !== null && !works.some((work) => work.taskId === lastId);
    if (isSplit || this.#pages.length === 1) {
      const end = cursor === null ? null : (works.at(-1)?.taskId ?? null);
      this.#pageOf.clear();
      this.#pages = [{ cursor: null, count: 0, lastId: end, works: undefined }];
      this.#nextCursor = cursor;
    }
    this.#setWorks(0, works);
    this.#tell();
  }

  /** Takes in a newer state of a task; false when the list does not hold it. */
  acceptTask(task: Task): boolean {
    if (!this.#pageOf.has(task.taskId)) return false;
    const next = (work: Work) => (work.taskId === task.taskId && isNewer(work, task) ? { ...work, ...task } : work);
    this.#edit(new Set([task.taskId]), (works) => works.map(next));
    return true;
  }

  change(taskIds: ReadonlySet<string>, change: Partial<Work>): void {
    this.#edit(taskIds, (works) => works.map((work) => (taskIds.has(work.taskId) ? { ...work, ...change } : work)));
  }

  /** Takes works out; the answer is what was taken. */
  remove(taskIds: ReadonlySet<string>): Work[] {
    const taken: Work[] = [];
    this.#edit(taskIds, (works) => {
      taken.push(...works.filter((work) => taskIds.has(work.taskId)));
      return works.filter((work) => !taskIds.has(work.taskId));
    });
    return taken;
  }

  /** Puts works back where they belong by time. */
  insert(works: readonly Work[], timeOf: (work: Work) => number): void {
    for (const work of works.filter(({ taskId }) => !this.#pageOf.has(taskId))) {
      const isOlder = (other: Work) => timeOf(other) < timeOf(work);
      const older = this.#pages.findIndex((page) => page.works?.some(isOlder));
      const number = older < 0 ? this.#pages.findLastIndex((page) => page.works) : older;
      const held = this.#pages[number]?.works;
      if (!held) continue;
      const index = held.findIndex(isOlder);
      this.#setWorks(number, held.toSpliced(index < 0 ? held.length : index, 0, work));
    }
    this.#tell();
  }

  outline(): WorksOutline {
    const pages = this.#pages.map(({ cursor, count, lastId }) => ({ cursor, lastId, count }));
    return { pages, nextCursor: this.#nextCursor };
  }

  #placesNow(): WorkPlaces {
    return createWorkPlaces(this.#pages, (taskId) => this.#pageOf.get(taskId));
  }

  #stateWith(places: WorkPlaces): WorksListState {
    const isReady = this.#pages.length > 0;
    return {
      places,
      isComplete: isReady && this.#nextCursor === null,
      isReady,
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

  #setWorks(number: number, works: readonly Work[]): void {
    const page = this.#pages[number];
    if (!page) return;
    for (const { taskId } of page.works ?? []) if (this.#pageOf.get(taskId) === number) this.#pageOf.delete(taskId);
    for (const { taskId } of works) this.#pageOf.set(taskId, number);
    // Works came or went, so `lastId` has to name the last one again. On the last page it stays null.
    const lastId = page.lastId === null ? null : (works.at(-1)?.taskId ?? page.lastId);
    this.#pages = this.#pages.with(number, { ...page, works, count: works.length, lastId });
  }

  /** Applies `next` to every page that holds one of these works. */
  #edit(taskIds: ReadonlySet<string>, next: (works: readonly Work[]) => readonly Work[]): void {
    const numbers = new Set([...taskIds].map((taskId) => this.#pageOf.get(taskId)));
    for (const number of this.#pages.keys())
      if (numbers.has(number)) this.#setWorks(number, next(this.#pages[number]?.works ?? []));
    this.#tell();
  }

  /** The works of an answer that belong to a page: up to its last one, without those that another page holds. */
  #ownPart(number: number, works: readonly Work[]): Work[] {
    const own = upTo(works, this.#pages[number]?.lastId ?? null).works;
    return own.filter(({ taskId }) => (this.#pageOf.get(taskId) ?? number) === number);
  }

  async #readPage(cursor: string | null): Promise<void> {
    this.#reading.add(cursor);
    try {
      const { list } = await this.#read(cursor);
      const number = this.#pages.findIndex((page) => page.cursor === cursor && !page.works);
      if (number >= 0) this.#setWorks(number, this.#ownPart(number, list));
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
    for (const { works, count, cursor } of this.#pages) {
      if (start > last || this.#reading.size >= mostReads) return;
      if (!works && start + count > first && !this.#reading.has(cursor)) void this.#readPage(cursor);
      start += count;
    }
  }

  /** The works up to `lastId`, or as many pages as the beginning may have grown by, and the cursor after them. */
  async #readHead(lastId: string | null): Promise<{ fresh: Work[]; cursor: string | null }> {
    const fresh: Work[] = [];
    let cursor: string | null = null;
    for (let count = 0; count < mostNewPages; count += 1) {
      const answer = await this.#read(cursor);
      const { works, isFound } = upTo(answer.list, lastId);
      fresh.push(...works);
      cursor = answer.nextCursor;
      if (isFound || cursor === null) break;
    }
    return { fresh, cursor };
  }
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error('作品没有读到，请稍后重试');
}
