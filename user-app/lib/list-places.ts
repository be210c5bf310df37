/** A page of a list, read or not. */
export interface PlacesPage<T> {
  /** Undefined while the page is known to exist and has not been read in this window. */
  rows: readonly T[] | undefined;
  /** Number of places it takes. */
  count: number;
}

/** A list as one row of places. It is laid over the pages as they are, so that a long list costs no more to make. */
export interface ListPlaces<T> {
  readonly length: number;
  /** Number of places that are read. */
  readonly loadedCount: number;
  /** The row at an index; undefined where its page has not been read. */
  at: (index: number) => T | undefined;
  /** The places from `first` up to `end`, without it. */
  slice: (first: number, end: number) => (T | undefined)[];
  /** Index of a row; −1 when the list does not hold it. */
  indexOf: (id: string | undefined) => number;
  rowOf: (id: string) => T | undefined;
  /** Every place's id, and every row that is read: as long as the list is. */
  ids: () => (string | undefined)[];
  loaded: () => T[];
}

/** `pageOf` answers the number of the page that holds a row; it may know of later changes. */
export function createPlaces<T>(
  pages: readonly PlacesPage<T>[],
  idOf: (row: T) => string,
  pageOf: (id: string) => number | undefined,
): ListPlaces<T> {
  const starts: number[] = [];
  let length = 0;
  let loadedCount = 0;
  for (const { rows, count } of pages) {
    starts.push(length);
    length += count;
    loadedCount += rows?.length ?? 0;
  }

  function at(index: number): T | undefined {
    if (index < 0 || index >= length) return undefined;
    let low = 0;
    let high = pages.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return pages[low]?.rows?.[index - (starts[low] ?? 0)];
  }

  function indexOf(id: string | undefined): number {
    const page = id === undefined ? undefined : pageOf(id);
    if (page === undefined) return -1;
    const within = pages[page]?.rows?.findIndex((row) => idOf(row) === id) ?? -1;
    return within < 0 ? -1 : (starts[page] ?? 0) + within;
  }

  return {
    length,
    loadedCount,
    at,
    slice(first, end) {
      const found: (T | undefined)[] = [];
      for (let index = Math.max(0, first); index < Math.min(end, length); index += 1) found.push(at(index));
      return found;
    },
    indexOf,
    rowOf: (id) => at(indexOf(id)),
    ids: () => pages.flatMap(({ rows, count }) => rows?.map(idOf) ?? Array<undefined>(count).fill(undefined)),
    loaded: () => pages.flatMap(({ rows }) => rows ?? []),
  };
}
