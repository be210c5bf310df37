export interface GridLayout {
  columns: number;
  /** Pixels: width of a cell, height of its picture, from one row to the next. */
  cellWidth: number;
  pictureHeight: number;
  rowHeight: number;
  gap: number;
}

/** Title and status under a picture, px. */
const textHeight = 60;

/** Height to width of a picture's place: what most renderings have. */
const pictureShape = 0.625;

/** A grid of equal cells, so that the place of every row is known without looking at it. `width` in px. */
export function layOut(width: number): GridLayout {
  const isNarrow = width < 640;
  const gap = isNarrow ? 10 : 16;
  const columns = isNarrow ? 2 : Math.max(2, Math.round((width + gap) / (252 + gap)));
  const cellWidth = Math.max(1, (width - gap * (columns - 1)) / columns);
  const pictureHeight = Math.round(cellWidth * pictureShape);
  return { columns, cellWidth, pictureHeight, rowHeight: pictureHeight + textHeight + gap, gap };
}

export interface RowRange {
  first: number;
  last: number;
}

/** Rows that a view shows, `overscan` more on both sides. `top` is the view's upper edge within the grid, px. */
export function rowsInView(
  { rowHeight }: GridLayout,
  rows: number,
  top: number,
  viewHeight: number,
  overscan: number,
): RowRange {
  const last = Math.min(rows - 1, Math.floor((top + viewHeight) / rowHeight) + overscan);
  return { first: Math.max(0, Math.min(Math.floor(top / rowHeight) - overscan, last)), last };
}

/**
 * Which rows of `view` are cards by now: those that were, and at most `most` more, from the first row to be seen on.
 * `overscan` rows at both ends of `view` are not to be seen.
 */
export function revealMore(cards: RowRange, view: RowRange, overscan: number, most: number): RowRange {
  if (view.first > view.last) return view;
  let first = Math.max(cards.first, view.first);
  let last = Math.min(cards.last, view.last);
  if (first > last) {
    first = Math.min(view.first + overscan, view.last);
    last = first - 1;
  }
  for (let left = most; left > 0; left -= 1)
    if (last < view.last) last += 1;
    else if (first > view.first) first -= 1;
  return { first, last };
}

export type Direction =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'rowStart'
  | 'rowEnd'
  | 'start'
  | 'end'
  | 'pageUp'
  | 'pageDown';

/** Cell that a key leads to; the same cell at an edge. */
export function step(from: number, to: Direction, columns: number, count: number, rowsPerPage: number): number {
  const rowStart = from - (from % columns);
  const within = (index: number) => Math.max(0, Math.min(count - 1, index));
  const vertical = (rows: number) => {
    const target = from + rows * columns;
    if (target < 0) return from % columns;
    if (target < count) return target;
    const isInLastRow = rowStart + columns >= count;
    return isInLastRow ? from : count - 1;
  };
  switch (to) {
    case 'left':
      return within(from - 1);
    case 'right':
      return within(from + 1);
    case 'up':
      return from < columns ? from : from - columns;
    case 'down':
      return vertical(1);
    case 'rowStart':
      return rowStart;
    case 'rowEnd':
      return within(rowStart + columns - 1);
    case 'start':
      return 0;
    case 'end':
      return within(count - 1);
    case 'pageUp':
      return vertical(-rowsPerPage);
    case 'pageDown':
      return vertical(rowsPerPage);
  }
}

/** The widths pictures are asked for in, px: few, so that they are in the cache. */
const thumbWidths = [240, 360, 480, 720] as const;

export function thumbWidth(cellWidth: number, density: number): number {
  const wanted = cellWidth * Math.min(density, 2);
  return thumbWidths.find((width) => width >= wanted) ?? 720;
}
