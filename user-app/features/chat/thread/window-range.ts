/** Rows that are drawn, from `first` up to and without `end`. */
export interface RowWindow {
  first: number;
  end: number;
}

/** Rows drawn around the view. */
export const windowRows = 30;
/** Rows beside the view that must be drawn; where fewer are, the window moves. */
const margin = 4;

/** The last rows of so many. */
export const lastWindow = (count: number): RowWindow => ({ first: Math.max(0, count - windowRows), end: count });

/**
 * The rows to be drawn for a view. The known window stays while it covers the view with some rows beside it, so that
 * scrolling does not draw anew with each step.
 * @param heights of all rows, measured or guessed, px
 * @param top of the view within the rows, px
 */
export function windowFor(heights: readonly number[], top: number, viewHeight: number, known: RowWindow): RowWindow {
  const count = heights.length;
  let at = 0;
  let seenFirst = 0;
  while (seenFirst < count - 1 && at + (heights[seenFirst] ?? 0) <= top) {
    at += heights[seenFirst] ?? 0;
    seenFirst += 1;
  }
  let seenEnd = seenFirst;
  while (seenEnd < count && at < top + viewHeight) {
    at += heights[seenEnd] ?? 0;
    seenEnd += 1;
  }
  const isCovered =
    known.end <= count &&
    known.first <= Math.max(0, seenFirst - margin) &&
    known.end >= Math.min(count, seenEnd + margin);
  if (isCovered) return known;
  const spare = Math.max(2 * margin, windowRows - (seenEnd - seenFirst));
  const first = Math.max(0, Math.min(seenFirst - Math.ceil(spare / 2), count - windowRows));
  return { first, end: Math.min(count, Math.max(seenEnd + Math.floor(spare / 2), first + windowRows)) };
}

export const sum = (heights: readonly number[], from: number, end: number): number => {
  let all = 0;
  for (let at = from; at < end; at += 1) all += heights[at] ?? 0;
  return all;
};
