import type { Work } from '#shared/contract/project';
import type { Task } from '#shared/contract/task';
import { isNewer } from '#shared/domain/task-status';
import type { WorksPage } from './works';

/** A place in the list: undefined while its page is known to exist and has not been read in this window. */
export type WorkPlace = Work | undefined;

export interface WorksListState {
  places: readonly WorkPlace[];
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

interface Page {
  cursor: string | null;
  /** While the page is not read. */
  count: number;
  lastId: string | null;
  works: Work[] | undefined;
}

export interface WorksList {
  get: () => WorksListState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the page after the last one; nothing happens while one is being read or when there is none. */
  loadMore: () => Promise<void>;
  /** Reads the pages that these places belong to, where they are not read yet. */
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
  let pages: Page[] = (outline?.pages ?? []).map((page) => ({ ...page, works: undefined }));
  let nextCursor: string | null = outline?.nextCursor ?? null;
  const listeners = new Set<() => void>();
  const reading = new Set<Page>();
  let isLoading = false;
  let error: Error | undefined;
  let headGrowth = 0;
  let state = stateNow();

  function stateNow(): WorksListState {
    const places = pages.flatMap<WorkPlace>((page) => page.works ?? Array<undefined>(page.count).fill(undefined));
    const isReady = pages.length > 0;
    return { places, isComplete: isReady && nextCursor === null, isReady, isLoading, error, headGrowth };
  }

  function tell() {
    // A page that something follows ends with its last work, also after works came and went.
    for (const page of pages) if (page.lastId !== null) page.lastId = page.works?.at(-1)?.taskId ?? page.lastId;
    state = stateNow();
    for (const listener of listeners) listener();
  }

  /** What is read of a page: up to where the next one begins, without what another page holds already. */
  function ownPart(page: Page, works: readonly Work[]): Work[] {
    const end = page.lastId === null ? -1 : works.findIndex((work) => work.taskId === page.lastId);
    const own = end < 0 ? works : works.slice(0, end + 1);
    const elsewhere = new Set(pages.flatMap((other) => (other === page ? [] : (other.works ?? []))).map(idOf));
    return own.filter((work) => !elsewhere.has(work.taskId));
  }

  async function readPage(page: Page) {
    if (page.works || reading.has(page)) return;
    reading.add(page);
    try {
      page.works = ownPart(page, (await read(page.cursor)).list);
      error = undefined;
    } catch (failure) {
      error = asError(failure);
    } finally {
      reading.delete(page);
      tell();
    }
  }

  function patch(taskId: string, next: (work: Work) => Work): boolean {
    for (const page of pages) {
      const at = page.works?.findIndex((work) => work.taskId === taskId) ?? -1;
      if (!page.works || at < 0) continue;
      page.works = page.works.with(at, next(page.works[at] as Work));
      return true;
    }
    return false;
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
        const known = new Set(pages.flatMap((page) => page.works ?? []).map(idOf));
        const works = answer.list.filter((work) => !known.has(work.taskId));
        const lastId = answer.nextCursor === null ? null : (answer.list.at(-1)?.taskId ?? null);
        pages.push({ cursor, count: works.length, lastId, works });
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
      let start = 0;
      for (const page of pages) {
        const count = page.works?.length ?? page.count;
        if (!page.works && start <= last && start + count > first) void readPage(page);
        start += count;
        if (start > last) return;
      }
    },
    async refreshHead() {
      const head = pages[0];
      if (!head) return this.loadMore();
      const fresh: Work[] = [];
      let cursor: string | null = null;
      let isJoined = false;
      for (let count = 0; count < mostNewPages && !isJoined; count += 1) {
        const answer: WorksPage = await read(cursor);
        const end = head.lastId === null ? -1 : answer.list.findIndex((work) => work.taskId === head.lastId);
        fresh.push(...(end < 0 ? answer.list : answer.list.slice(0, end + 1)));
        cursor = answer.nextCursor;
        isJoined = end >= 0 || cursor === null;
      }
      const known = new Map(pages.flatMap((page) => page.works ?? []).map((work) => [work.taskId, work]));
      const works = fresh.map((work) => newerOf(known.get(work.taskId), work));
      headGrowth += works.length - (head.works?.length ?? head.count);
      const isSplit = head.lastId !== null && !works.some((work) => work.taskId === head.lastId);
      if (isSplit || pages.length === 1) {
        const lastId = cursor === null ? null : (works.at(-1)?.taskId ?? null);
        pages = [{ cursor: null, count: works.length, lastId, works }];
        nextCursor = cursor;
      } else head.works = works;
      tell();
    },
    acceptTask(task) {
      const isKnown = patch(task.taskId, (work) => (isNewer(work, task) ? { ...work, ...task } : work));
      if (isKnown) tell();
      return isKnown;
    },
    change(taskIds, change) {
      for (const page of pages)
        if (page.works?.some((work) => taskIds.has(work.taskId)))
          page.works = page.works.map((work) => (taskIds.has(work.taskId) ? { ...work, ...change } : work));
      tell();
    },
    remove(taskIds) {
      const taken: Work[] = [];
      for (const page of pages) {
        const { works } = page;
        if (!works?.some((work) => taskIds.has(work.taskId))) continue;
        taken.push(...works.filter((work) => taskIds.has(work.taskId)));
        page.works = works.filter((work) => !taskIds.has(work.taskId));
      }
      tell();
      return taken;
    },
    insert(works, timeOf) {
      const known = new Set(state.places.flatMap((work) => (work ? [work.taskId] : [])));
      for (const work of works.filter(({ taskId }) => !known.has(taskId))) {
        const inOrder = (other: Work) => timeOf(other) < timeOf(work);
        const page = pages.find(({ works: others }) => others?.some(inOrder)) ?? pages.findLast((one) => one.works);
        if (!page?.works) continue;
        const at = page.works.findIndex(inOrder);
        page.works = page.works.toSpliced(at < 0 ? page.works.length : at, 0, work);
      }
      tell();
    },
    outline: () => ({
      pages: pages.map(({ cursor, count, lastId, works }) => ({ cursor, lastId, count: works?.length ?? count })),
      nextCursor,
    }),
  };
}

function idOf({ taskId }: Work): string {
  return taskId;
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error('作品没有读到，请稍后重试');
}
