import type { Size } from './blur.ts';

/** A connected set of pixels. */
export interface Component {
  /** Pixels. */
  area: number;
  /** Box, both ends included, pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Centre of mass, pixels. */
  x: number;
  y: number;
  /** Index of its first pixel in row order: the leftmost of its topmost row. */
  first: number;
  /** True when it has a pixel on the picture's border. */
  isAtEdge: boolean;
  /** Pixels with a neighbour (of four) inside the picture that is no member. */
  outline: number;
}

/** `labels` holds the place of each pixel's component in `components`, -1 for pixels of none. */
export interface Labelling {
  labels: Int32Array;
  components: Component[];
}

/** Stretches of members in rows, those of a row from left to right and the rows from top to bottom. */
interface Runs {
  count: number;
  row: Int32Array;
  /** First and last column. */
  from: Int32Array;
  to: Int32Array;
  /** An earlier run of the same component, or itself: the first of all is reached by going on from there. */
  parent: Int32Array;
}

function longer(values: Int32Array): Int32Array {
  const grown = new Int32Array(values.length * 2);
  grown.set(values);
  return grown;
}

/** The first run of a run's component. */
function firstOf(parent: Int32Array, run: number): number {
  let at = run;
  while (parent[at]! !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
}

/** @param reach how many columns beyond its ends a run touches runs of the row above */
function joinRuns(isMember: Uint8Array, { width, height }: Size, reach: number): Runs {
  const some = () => new Int32Array(4 * height + 64);
  const runs: Runs = { count: 0, row: some(), from: some(), to: some(), parent: some() };
  let above = 0;
  for (let y = 0; y < height; y++) {
    const start = runs.count;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      if (!isMember[row + x]) continue;
      const from = x;
      while (x + 1 < width && isMember[row + x + 1]) x++;
      const run = addRun(runs, y, from, x);
      while (above < start && runs.to[above]! < from - reach) above++;
      for (let other = above; other < start && runs.from[other]! <= x + reach; other++) {
        const one = firstOf(runs.parent, run);
        const two = firstOf(runs.parent, other);
        runs.parent[Math.max(one, two)] = Math.min(one, two);
      }
    }
    above = start;
  }
  return runs;
}

/** @returns the number of the new run, which is joined to none yet */
function addRun(runs: Runs, row: number, from: number, to: number): number {
  const run = runs.count++;
  if (run === runs.row.length) {
    runs.row = longer(runs.row);
    runs.from = longer(runs.from);
    runs.to = longer(runs.to);
    runs.parent = longer(runs.parent);
  }
  runs.row[run] = row;
  runs.from[run] = from;
  runs.to[run] = to;
  runs.parent[run] = run;
  return run;
}

/**
 * Connected components, in row order of their first pixels (runs joined row by row: Wu, Otoo, Suzuki, "Optimizing
 * two-pass connected-component labeling", 2009).
 *
 * @param isMember 0 or not 0 per pixel
 * @param isDiagonal whether pixels that only share a corner are connected (8 neighbours instead of 4)
 */
export function labelComponents(isMember: Uint8Array, size: Size, isDiagonal = false): Labelling {
  const { width, height } = size;
  const labels = new Int32Array(width * height).fill(-1);
  const { count, row, from, to, parent } = joinRuns(isMember, size, isDiagonal ? 1 : 0);
  const labelOf = new Int32Array(count);
  const components: Component[] = [];
  for (let run = 0; run < count; run++) {
    const [y, left, right] = [row[run]!, from[run]!, to[run]!];
    const start = y * width + left;
    const end = y * width + right;
    const first = firstOf(parent, run);
    // The first run of a component comes before its others.
    if (first === run) {
      labelOf[run] = components.length;
      components.push({
        area: 0,
        left,
        top: y,
        right,
        bottom: y,
        x: 0,
        y: 0,
        first: start,
        isAtEdge: false,
        outline: 0,
      });
    }
    const label = labelOf[first]!;
    labelOf[run] = label;
    labels.fill(label, start, end + 1);
    const found = components[label]!;
    const length = right - left + 1;
    found.area += length;
    found.x += ((left + right) * length) / 2;
    found.y += y * length;
    found.left = Math.min(found.left, left);
    found.right = Math.max(found.right, right);
    found.bottom = y;
    if (left === 0 || y === 0 || right === width - 1 || y === height - 1) found.isAtEdge = true;
    for (let at = start; at <= end; at++) {
      const isOutline =
        (at === start && left > 0) ||
        (at === end && right < width - 1) ||
        (y > 0 && !isMember[at - width]) ||
        (y < height - 1 && !isMember[at + width]);
      if (isOutline) found.outline++;
    }
  }
  for (const found of components) {
    found.x /= found.area;
    found.y /= found.area;
  }
  return { labels, components };
}

/**
 * Spreads labels into unlabelled pixels, each taking the label that reaches it first over four neighbours.
 *
 * @param labels changed in place; below 0 = none yet
 * @param isBarred pixels that are never entered
 */
export function growLabels(labels: Int32Array, { width, height }: Size, isBarred?: Uint8Array): void {
  const queue = new Int32Array(labels.length);
  let end = 0;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! < 0 || isBarred?.[i]) continue;
    const x = i % width;
    const hasOpenNeighbour =
      (x > 0 && labels[i - 1]! < 0) ||
      (x < width - 1 && labels[i + 1]! < 0) ||
      (i >= width && labels[i - width]! < 0) ||
      (i + width < labels.length && labels[i + width]! < 0);
    if (hasOpenNeighbour) queue[end++] = i;
  }
  const enter = (at: number, label: number) => {
    if (labels[at]! >= 0 || isBarred?.[at]) return;
    labels[at] = label;
    queue[end++] = at;
  };
  for (let start = 0; start < end; start++) {
    const at = queue[start]!;
    const x = at % width;
    const y = (at / width) | 0;
    const label = labels[at]!;
    if (x > 0) enter(at - 1, label);
    if (x < width - 1) enter(at + 1, label);
    if (y > 0) enter(at - width, label);
    if (y < height - 1) enter(at + width, label);
  }
}

/**
 * Which labels touch: for every label the neighbouring labels and the number of pixel sides they share. Pixels below 0
 * count as the neighbour -1.
 */
export function labelNeighbours(labels: Int32Array, { width, height }: Size, count: number): Map<number, number>[] {
  const neighbours = Array.from({ length: count }, () => new Map<number, number>());
  const meet = (one: number, other: number) => {
    if (one >= 0) neighbours[one]!.set(other, (neighbours[one]!.get(other) ?? 0) + 1);
    if (other >= 0) neighbours[other]!.set(one, (neighbours[other]!.get(one) ?? 0) + 1);
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const here = labels[i]!;
      if (x + 1 < width && labels[i + 1] !== here) meet(here, labels[i + 1]!);
      if (y + 1 < height && labels[i + width] !== here) meet(here, labels[i + width]!);
    }
  }
  return neighbours;
}

/**
 * Distance of each member pixel to the nearest pixel that is none, in pixels (chamfer 1, √2: Borgefors 1986; at most
 * 8 % too long). The picture's border is no edge.
 */
export function distanceInside(isMember: Uint8Array, { width, height }: Size): Float32Array {
  const distance = new Float32Array(isMember.length);
  const far = width + height;
  for (let i = 0; i < distance.length; i++) distance[i] = isMember[i] ? far : 0;
  for (let y = 0; y < height; y++) passRow(distance, width, y * width, 1, y > 0 ? -width : 0);
  for (let y = height - 1; y >= 0; y--) {
    passRow(distance, width, y * width + width - 1, -1, y < height - 1 ? width : 0);
  }
  return distance;
}

/**
 * Brings the distances of a row down to what its pixels before and the row done before it allow.
 *
 * @param first the pixel it begins with
 * @param step 1 to the right, -1 to the left
 * @param beside from a pixel to its neighbour in the row done before; 0 = there is none
 */
function passRow(distance: Float32Array, width: number, first: number, step: number, beside: number): void {
  const diagonal = Math.SQRT2;
  const last = first + (width - 1) * step;
  let before = Number.POSITIVE_INFINITY;
  for (let turn = 0, i = first; turn < width; turn++, i += step) {
    let least = distance[i]!;
    if (least === 0) {
      before = 0;
      continue;
    }
    if (before + 1 < least) least = before + 1;
    if (beside !== 0) {
      const other = i + beside;
      if (distance[other]! + 1 < least) least = distance[other]! + 1;
      if (i !== first && distance[other - step]! + diagonal < least) least = distance[other - step]! + diagonal;
      if (i !== last && distance[other + step]! + diagonal < least) least = distance[other + step]! + diagonal;
    }
    distance[i] = least;
    before = distance[i]!;
  }
}

/**
 * The area a mask covers while it moves in a straight line (the shadow of a prism on flat ground), by doubling steps.
 *
 * @param dx movement to the right, pixels
 * @param dy movement downwards, pixels
 */
export function sweepMask(mask: Uint8Array, { width, height }: Size, dx: number, dy: number): Uint8Array {
  let swept = Uint8Array.from(mask);
  const length = Math.max(Math.abs(dx), Math.abs(dy));
  // `done` unit steps are covered already; another sweep by as many doubles them, the last one only fills up.
  for (let done = 0; done < length; ) {
    const step = Math.min(Math.max(1, done), length - done);
    // Differences of rounded places, so that the last one is exact.
    const stepX = Math.round((dx * (done + step)) / length) - Math.round((dx * done) / length);
    const stepY = Math.round((dy * (done + step)) / length) - Math.round((dy * done) / length);
    const next = Uint8Array.from(swept);
    for (let y = Math.max(0, stepY); y < Math.min(height, height + stepY); y++) {
      const row = y * width;
      const from = (y - stepY) * width - stepX;
      for (let x = Math.max(0, stepX); x < Math.min(width, width + stepX); x++) {
        if (swept[from + x]) next[row + x] = 1;
      }
    }
    swept = next;
    done += step;
  }
  return swept;
}
