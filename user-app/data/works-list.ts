import type { Work } from '#shared/contract/project';
import type { Task } from '#shared/contract/task';
import { isNewer } from '#shared/domain/task-status';
import type { WorksPage } from './works';
import { createWorkPlaces, type PlacesPage, type WorkPlaces } from './works-places';

export interface WorksListState {
  /** The same object until a place changes. */
  places: WorkPlaces;
  /** Whether the last page is known, read or not. */
  isComplete: boolean;
  /** Whether the first page has answered. */
  isReady: boolean;
  isLoading: boolean;
  error: Error | undefined;
  /** How many more works stand before the second page than when the list was made. */
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

export interface WorksList {
  get: () => WorksListState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the page after the last one; nothing happens while one is being read or when there is none. */
  loadMore: () => Promise<void>;
  /** Reads the pages that these places belong to, where they are not read yet; what was needed before is let go. */
  need: (first: number, last: number) => void;
  /** Reads the beginning again: new works come in, known ones are brought up to date. */
  refreshHead: () => Promise<void>;
  /** Takes in a newer state of a task; false when the list does not hold it. */
  acceptTask: (task: Task) => boolean;
  change: (taskIds: ReadonlySet<string>, change: Partial<Work>) => void;
  /** Takes works out; the answer is what was taken. */
  remove: (taskIds: ReadonlySet<string>) => Work[];
  /** Puts works back where they belong by time. */
  insert: (works: readonly Work[], timeOf: (work: Work) => number) => void;
  outline: () => WorksOutline;
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

/**
 * A list of works that is read page by page with cursors. Pages of an earlier visit keep their place and height
 * without being read, so that a place deep in a long list is found again at once.
 */
export function createWorksList(
  read: (cursor: string | null) => Promise<WorksPage>,
  outline?: WorksOutline,
): WorksList {
  let pages: readonly Page[] = (outline?.pages ?? []).map((page) => ({ ...page, works: undefined }));
  let nextCursor: string | null = outline?.nextCursor ?? null;
  /** Number of the page that holds a work. */
  const pageOf = new Map<string, number>();
  const listeners = new Set<() => void>();
  /** Cursors of the pages that are being read, and the places that are wanted of them. */
  const reading = new Set<string | null>();
  let needed = { first: 0, last: -1 };
  let isLoading = false;
  let error: Error | undefined;
  let headGrowth = 0;
  let laidOut = pages;
  let state = stateWith(placesNow());

  function placesNow(): WorkPlaces {
    return createWorkPlaces(pages, (taskId) => pageOf.get(taskId));
  }

  function stateWith(places: WorkPlaces): WorksListState {
    const isReady = pages.length > 0;
    return { places, isComplete: isReady && nextCursor === null, isReady, isLoading, error, headGrowth };
  }

  function tell() {
    const places = pages === laidOut ? state.places : placesNow();
    laidOut = pages;
    state = stateWith(places);
    for (const listener of listeners) listener();
  }

  function setWorks(number: number, works: readonly Work[]) {
    const page = pages[number];
    if (!page) return;
    for (const { taskId } of page.works ?? []) if (pageOf.get(taskId) === number) pageOf.delete(taskId);
    for (const { taskId } of works) pageOf.set(taskId, number);
    // Works came or went, so `lastId` has to name the last one again. On the last page it stays null.
    const lastId = page.lastId === null ? null : (works.at(-1)?.taskId ?? page.lastId);
    pages = pages.with(number, { ...page, works, count: works.length, lastId });
  }

  /** Applies `next` to every page that holds one of these works. */
  function edit(taskIds: ReadonlySet<string>, next: (works: readonly Work[]) => readonly Work[]) {
    const numbers = new Set([...taskIds].map((taskId) => pageOf.get(taskId)));
    for (const number of pages.keys()) if (numbers.has(number)) setWorks(number, next(pages[number]?.works ?? []));
    tell();
  }

  /** The works of an answer that belong to a page: up to its last one, without those that another page holds. */
  function ownPart(number: number, works: readonly Work[]): Work[] {
    const lastId = pages[number]?.lastId ?? null;
    const end = lastId === null ? -1 : works.findIndex((work) => work.taskId === lastId);
    const own = end < 0 ? works : works.slice(0, end + 1);
    return own.filter(({ taskId }) => (pageOf.get(taskId) ?? number) === number);
  }

  async function readPage(cursor: string | null) {
    reading.add(cursor);
    try {
      const { list } = await read(cursor);
      const number = pages.findIndex((page) => page.cursor === cursor && !page.works);
      if (number >= 0) setWorks(number, ownPart(number, list));
      error = undefined;
    } catch (failure) {
      error = asError(failure);
      needed = { first: 0, last: -1 };
    } finally {
      reading.delete(cursor);
      tell();
      readNeeded();
    }
  }

  function readNeeded() {
    let start = 0;
    for (const { works, count, cursor } of pages) {
      if (start > needed.last || reading.size >= mostReads) return;
      if (!works && start + count > needed.first && !reading.has(cursor)) void readPage(cursor);
      start += count;
    }
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async loadMore() {
      if (isLoading || (pages.length > 0 && nextCursor === null)) return;
      isLoading = true;
      tell();
      const cursor = nextCursor;
      try {
        const answer = await read(cursor);
        const works = answer.list.filter(({ taskId }) => !pageOf.has(taskId));
        const lastId = answer.nextCursor === null ? null : (answer.list.at(-1)?.taskId ?? null);
        pages = [...pages, { cursor, count: 0, lastId, works: undefined }];
        setWorks(pages.length - 1, works);
        nextCursor = answer.nextCursor;
        error = undefined;
      } catch (failure) {
        error = asError(failure);
      } finally {
        isLoading = false;
        tell();
      }
    },
    need(first, last) {
      needed = { first, last };
      readNeeded();
    },
    async refreshHead() {
      if (pages.length === 0) return this.loadMore();
      const lastId = pages[0]?.lastId ?? null;
      const fresh: Work[] = [];
      let cursor: string | null = null;
      let isJoined = false;
      for (let count = 0; count < mostNewPages && !isJoined; count += 1) {
        const answer: WorksPage = await read(cursor);
        const end = lastId === null ? -1 : answer.list.findIndex((work) => work.taskId === lastId);
        fresh.push(...(end < 0 ? answer.list : answer.list.slice(0, end + 1)));
        cursor = answer.nextCursor;
        isJoined = end >= 0 || cursor === null;
      }
      const works = fresh.map((work) => newerOf(state.places.workOf(work.taskId), work));
      headGrowth += works.length - (pages[0]?.count ?? 0);
      const isSplit = lastId !== null && !works.some((work) => work.taskId === lastId);
      if (isSplit || pages.length === 1) {
        const end = cursor === null ? null : (works.at(-1)?.taskId ?? null);
        pageOf.clear();
        pages = [{ cursor: null, count: 0, lastId: end, works: undefined }];
        nextCursor = cursor;
      }
      setWorks(0, works);
      tell();
    },
    acceptTask(task) {
      if (!pageOf.has(task.taskId)) return false;
      const next = (work: Work) => (work.taskId === task.taskId && isNewer(work, task) ? { ...work, ...task } : work);
      edit(new Set([task.taskId]), (works) => works.map(next));
      return true;
    },
    change(taskIds, change) {
      edit(taskIds, (works) => works.map((work) => (taskIds.has(work.taskId) ? { ...work, ...change } : work)));
    },
    remove(taskIds) {
      const taken: Work[] = [];
      edit(taskIds, (works) => {
        taken.push(...works.filter((work) => taskIds.has(work.taskId)));
        return works.filter((work) => !taskIds.has(work.taskId));
      });
      return taken;
    },
    insert(works, timeOf) {
      for (const work of works.filter(({ taskId }) => !pageOf.has(taskId))) {
        const inOrder = (other: Work) => timeOf(other) < timeOf(work);
        const older = pages.findIndex(({ works: others }) => others?.some(inOrder));
        const number = older < 0 ? pages.findLastIndex((page) => page.works) : older;
        const others = pages[number]?.works;
        if (!others) continue;
        const at = others.findIndex(inOrder);
        setWorks(number, others.toSpliced(at < 0 ? others.length : at, 0, work));
      }
      tell();
    },
    outline: () => ({
      pages: pages.map(({ cursor, count, lastId }) => ({ cursor, lastId, count })),
      nextCursor,
    }),
  };
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error('作品没有读到，请稍后重试');
}
