import type { Work } from '#shared/contract/project';

/** A place in the list: undefined while its page is known to exist and has not been read in this window. */
export type WorkPlace = Work | undefined;

/** A page of the list, read or not. */
export interface PlacesPage {
  works: readonly Work[] | undefined;
  /** Number of places it takes. */
  count: number;
}

/** The list as one row of places. It is laid over the pages as they are, so that a long list costs no more to make. */
export interface WorkPlaces {
  readonly length: number;
  /** Number of places that are read. */
  readonly loadedCount: number;
  at: (index: number) => WorkPlace;
  /** The places from `first` up to `end`, without it. */
  slice: (first: number, end: number) => WorkPlace[];
  /** Index of a work; −1 when the list does not hold it. */
  indexOf: (taskId: string | undefined) => number;
  workOf: (taskId: string) => WorkPlace;
  /** Every place's id, and every work that is read: as long as the list is. */
  ids: () => (string | undefined)[];
  loaded: () => Work[];
}

/** `pageOf` answers the number of the page that holds a work; it may know of later changes. */
export function createWorkPlaces(
  pages: readonly PlacesPage[],
  pageOf: (taskId: string) => number | undefined,
): WorkPlaces {
  const starts: number[] = [];
  let length = 0;
  let loadedCount = 0;
  for (const { works, count } of pages) {
    starts.push(length);
    length += count;
    loadedCount += works?.length ?? 0;
  }

  function at(index: number): WorkPlace {
    if (index < 0 || index >= length) return undefined;
    let low = 0;
    let high = pages.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return pages[low]?.works?.[index - (starts[low] ?? 0)];
  }

  function indexOf(taskId: string | undefined): number {
    const page = taskId === undefined ? undefined : pageOf(taskId);
    if (page === undefined) return -1;
    const within = pages[page]?.works?.findIndex((work) => work.taskId === taskId) ?? -1;
    return within < 0 ? -1 : (starts[page] ?? 0) + within;
  }

  return {
    length,
    loadedCount,
    at,
    slice(first, end) {
      const found: WorkPlace[] = [];
      for (let index = Math.max(0, first); index < Math.min(end, length); index += 1) found.push(at(index));
      return found;
    },
    indexOf,
    workOf: (taskId) => at(indexOf(taskId)),
    ids: () =>
      pages.flatMap(
        ({ works, count }) => works?.map(({ taskId }) => taskId) ?? Array<undefined>(count).fill(undefined),
      ),
    loaded: () => pages.flatMap(({ works }) => works ?? []),
  };
}
