import type { Size } from '../../base/blur.ts';

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
  /** Whether it has a pixel on the picture's border. */
  isAtEdge: boolean;
  /** Pixels with a neighbour (of four) inside the picture that is no member. */
  outline: number;
}

/** `labels` holds the place of each pixel's component in `components`, -1 for pixels of none. */
export interface Labelling {
  labels: Int32Array;
  components: Component[];
}

/**
 * Connected components by flood fill, in row order of their first pixels.
 *
 * @param isMember 0 or not 0 per pixel
 * @param isDiagonal whether pixels that only share a corner are connected (8 neighbours instead of 4)
 */
export function labelComponents(isMember: Uint8Array, { width, height }: Size, isDiagonal = false): Labelling {
  const count = width * height;
  const labels = new Int32Array(count).fill(-1);
  const stack = new Int32Array(count);
  const sides = Int32Array.of(-width, -1, 1, width);
  const components: Component[] = [];
  for (let first = 0; first < count; first++) {
    if (!isMember[first] || labels[first]! >= 0) continue;
    const label = components.length;
    const found: Component = {
      area: 0,
      left: width,
      top: height,
      right: 0,
      bottom: 0,
      x: 0,
      y: 0,
      first,
      isAtEdge: false,
      outline: 0,
    };
    let open = 0;
    stack[open++] = first;
    labels[first] = label;
    while (open > 0) {
      const at = stack[--open]!;
      const x = at % width;
      const y = (at / width) | 0;
      found.area++;
      found.x += x;
      found.y += y;
      if (x < found.left) found.left = x;
      if (x > found.right) found.right = x;
      if (y < found.top) found.top = y;
      if (y > found.bottom) found.bottom = y;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) found.isAtEdge = true;
      let isOutline = false;
      if (!isDiagonal && x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        // Away from the border the neighbours need no looking after; their order is that of the loop below.
        for (let side = 0; side < 4; side++) {
          const next = at + sides[side]!;
          if (!isMember[next]) isOutline = true;
          else if (labels[next]! < 0) {
            labels[next] = label;
            stack[open++] = next;
          }
        }
        if (isOutline) found.outline++;
        continue;
      }
      for (let dy = -1; dy <= 1; dy++) {
        const row = y + dy;
        if (row < 0 || row >= height) continue;
        for (let dx = -1; dx <= 1; dx++) {
          const column = x + dx;
          if (column < 0 || column >= width || (dx === 0 && dy === 0)) continue;
          const isCorner = dx !== 0 && dy !== 0;
          if (isCorner && !isDiagonal) continue;
          const next = row * width + column;
          if (!isMember[next]) {
            if (!isCorner) isOutline = true;
          } else if (labels[next]! < 0) {
            labels[next] = label;
            stack[open++] = next;
          }
        }
      }
      if (isOutline) found.outline++;
    }
    found.x /= found.area;
    found.y /= found.area;
    components.push(found);
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
  const diagonal = Math.SQRT2;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let least = distance[i]!;
      if (least === 0) continue;
      if (x > 0) least = Math.min(least, distance[i - 1]! + 1);
      if (y > 0) {
        least = Math.min(least, distance[i - width]! + 1);
        if (x > 0) least = Math.min(least, distance[i - width - 1]! + diagonal);
        if (x < width - 1) least = Math.min(least, distance[i - width + 1]! + diagonal);
      }
      distance[i] = least;
    }
  }
  for (let y = height - 1, i = distance.length - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, i--) {
      let least = distance[i]!;
      if (least === 0) continue;
      if (x < width - 1) least = Math.min(least, distance[i + 1]! + 1);
      if (y < height - 1) {
        least = Math.min(least, distance[i + width]! + 1);
        if (x > 0) least = Math.min(least, distance[i + width - 1]! + diagonal);
        if (x < width - 1) least = Math.min(least, distance[i + width + 1]! + diagonal);
      }
      distance[i] = least;
    }
  }
  return distance;
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
