import type { Size } from '../../../canvas/geometry';

/**
 * The mask with every unmarked region filled that does not reach the border of the picture. Works on runs of rows, so a
 * large empty picture costs little.
 */
export function fillHoles({ width, height, data }: Size & { data: Uint8Array }): Uint8Array<ArrayBuffer> {
  const result = data.slice() as Uint8Array<ArrayBuffer>;
  const runs = emptyRuns(data, width, height);
  // The last set stands for everything outside the picture.
  const outside = runs.starts.length;
  const { rootOf, join } = disjointSets(outside + 1);
  for (let row = 0; row < height; row += 1) joinRow(runs, { row, width, height }, join);
  const open = rootOf(outside);
  for (let row = 0; row < height; row += 1) {
    for (let at = runs.firstOfRow[row] as number; at < (runs.firstOfRow[row + 1] as number); at += 1) {
      if (rootOf(at) === open) continue;
      result.fill(255, row * width + (runs.starts[at] as number), row * width + (runs.ends[at] as number));
    }
  }
  return result;
}

/** Sets of the numbers 0 up to `count`, each on its own at first. */
function disjointSets(count: number) {
  const parents = Int32Array.from({ length: count }, (_none, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] as number] as number;
      root = parents[root] as number;
    }
    return root;
  };
  const join = (a: number, b: number) => {
    parents[rootOf(a)] = rootOf(b);
  };
  return { rootOf, join };
}

/** Joins the runs of a row with those they touch in the row above, and with the outside at the picture's border. */
function joinRow(
  { starts, ends, firstOfRow }: RowRuns,
  { row, width, height }: Size & { row: number },
  join: (a: number, b: number) => void,
): void {
  const first = firstOfRow[row] as number;
  const end = firstOfRow[row + 1] as number;
  let above = row > 0 ? (firstOfRow[row - 1] as number) : first;
  for (let at = first; at < end; at += 1) {
    const from = starts[at] as number;
    const to = ends[at] as number;
    if (row === 0 || row === height - 1 || from === 0 || to === width) join(at, starts.length);
    while (above < first && (ends[above] as number) <= from) above += 1;
    for (let touched = above; touched < first && (starts[touched] as number) < to; touched += 1) join(at, touched);
  }
}

interface RowRuns {
  starts: number[];
  ends: number[];
  /** Index of the first run of each row, and the number of runs at the end. */
  firstOfRow: Int32Array;
}

function emptyRuns(data: Uint8Array, width: number, height: number): RowRuns {
  const starts: number[] = [];
  const ends: number[] = [];
  const firstOfRow = new Int32Array(height + 1);
  for (let row = 0; row < height; row += 1) {
    firstOfRow[row] = starts.length;
    const pixels = data.subarray(row * width, (row + 1) * width);
    for (let at = pixels.indexOf(0); at >= 0; ) {
      const end = pixels.indexOf(255, at);
      starts.push(at);
      ends.push(end < 0 ? width : end);
      at = end < 0 ? -1 : pixels.indexOf(0, end);
    }
  }
  firstOfRow[height] = starts.length;
  return { starts, ends, firstOfRow };
}
