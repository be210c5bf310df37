import { fillHoles } from './fill-holes';
import { emptyRect, isEmptyRect, type Rect, type Size } from './geometry';

/** What is done to the painted mask when it is shown and sent; the painted one stays as it is. */
export interface Refinement {
  /** Picture pixels the edge moves outwards; negative: inwards. −50–50. */
  grow: number;
  /** Picture pixels over which the edge fades, 0–50. */
  feather: number;
  areHolesFilled: boolean;
}

export const noRefinement: Refinement = { grow: 0, feather: 0, areHolesFilled: false };
export const refinementLimits = { grow: { min: -50, max: 50 }, feather: { min: 0, max: 50 } } as const;

export function isRefined({ grow, feather, areHolesFilled }: Refinement): boolean {
  return grow !== 0 || feather !== 0 || areHolesFilled;
}

/** One byte a pixel: 0 stays, 255 is changed, between them is the fading edge. */
export interface GreyMask extends Size {
  data: Uint8Array<ArrayBuffer>;
}

/** Every `step`-th pixel each way: enough to look at. */
export function reduced({ width, height, data }: GreyMask, step: number): GreyMask {
  if (step <= 1) return { width, height, data };
  const small = { width: Math.ceil(width / step), height: Math.ceil(height / step) };
  const pixels = new Uint8Array(small.width * small.height);
  const half = step >> 1;
  for (let y = 0; y < small.height; y += 1) {
    const row = Math.min(height - 1, y * step + half) * width;
    const start = y * small.width;
    for (let x = 0; x < small.width; x += 1)
      pixels[start + x] = data[row + Math.min(width - 1, x * step + half)] as number;
  }
  return { ...small, data: pixels };
}

/** The mask with holes filled, then grown or shrunk, then feathered. Lengths are divided by `step`. */
export function refine(mask: GreyMask, { grow, feather, areHolesFilled }: Refinement, step = 1): GreyMask {
  const { width, height } = mask;
  let data = areHolesFilled ? fillHoles(mask) : mask.data;
  if (grow !== 0) data = moveEdge({ width, height, data }, grow / step);
  if (feather !== 0) data = soften({ width, height, data }, feather / step);
  return { width, height, data };
}

function isEmpty(row: Uint8Array): boolean {
  for (let at = 0; at < row.length; at += 1) if (row[at] !== 0) return false;
  return true;
}

/** The smallest box around everything that is not 0. */
function markedBounds({ width, height, data }: GreyMask): Rect {
  const isRowMarked = (row: number) => !isEmpty(data.subarray(row * width, (row + 1) * width));
  let top = 0;
  while (top < height && !isRowMarked(top)) top += 1;
  if (top === height) return emptyRect;
  let bottom = height;
  while (!isRowMarked(bottom - 1)) bottom -= 1;
  let left = width;
  let right = 0;
  for (let row = top; row < bottom; row += 1) {
    const start = row * width;
    let at = 0;
    while (at < left && data[start + at] === 0) at += 1;
    left = at;
    at = width;
    while (at > right && data[start + at - 1] === 0) at -= 1;
    right = at;
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function widened({ x, y, width, height }: Rect, by: number, size: Size): Rect {
  const left = Math.max(0, x - by);
  const top = Math.max(0, y - by);
  return {
    x: left,
    y: top,
    width: Math.min(size.width, x + width + by) - left,
    height: Math.min(size.height, y + height + by) - top,
  };
}

/**
 * Moves the edge by the radius of a disc: outwards when positive. Exact (each pixel takes the nearest one of its
 * column, then the row says which of those are near enough), and its cost does not grow with the radius. The picture's
 * border is no edge: nothing shrinks away from it.
 */
export function moveEdge(mask: GreyMask, by: number): Uint8Array<ArrayBuffer> {
  const { width, data } = mask;
  const radius = Math.abs(by);
  const value = by > 0 ? 255 : 0;
  const area = widened(markedBounds(mask), Math.ceil(radius) + 1, mask);
  const result = data.slice();
  if (isEmptyRect(area)) return result;
  const far = Math.floor(radius) + 1;
  const reachAt = Int16Array.from({ length: far + 1 }, (_none, d) =>
    d < far ? Math.floor(Math.sqrt(radius * radius - d * d)) : -1,
  );
  const { x: left, y: top, width: across, height: down } = area;
  const above = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    const source = (top + y) * width + left;
    const row = y * across;
    for (let x = 0; x < across; x += 1) {
      const before = y > 0 ? (above[row - across + x] as number) : far;
      above[row + x] = data[source + x] === value ? 0 : before < far ? before + 1 : far;
    }
  }
  const below = new Uint8Array(across).fill(far);
  const reaches = new Int16Array(across);
  for (let y = down - 1; y >= 0; y -= 1) {
    const row = y * across;
    const target = (top + y) * width + left;
    let reach = -1;
    for (let x = 0; x < across; x += 1) {
      const up = above[row + x] as number;
      let nearest = up === 0 ? 0 : (below[x] as number) + 1;
      if (nearest > far) nearest = far;
      below[x] = nearest;
      const own = reachAt[nearest < up ? nearest : up] as number;
      reaches[x] = own;
      reach -= 1;
      if (own > reach) reach = own;
      if (reach >= 0) result[target + x] = value;
    }
    reach = -1;
    for (let x = across - 1; x >= 0; x -= 1) {
      const own = reaches[x] as number;
      reach -= 1;
      if (own > reach) reach = own;
      if (reach >= 0) result[target + x] = value;
    }
  }
  return result;
}

/** Fades the edge within `width` pixels on either side of it. Wide fades are made small and enlarged. */
function soften(mask: GreyMask, width: number): Uint8Array<ArrayBuffer> {
  const step = width >= 14 ? 4 : width >= 5 ? 2 : 1;
  const area = widened(markedBounds(mask), Math.ceil(width) + step, mask);
  if (isEmptyRect(area)) return mask.data.slice();
  const small = averaged(mask, area, step);
  // Two boxes one after the other make a tent about as wide as the fade.
  const radius = Math.max(1, Math.round(width / step / 4));
  for (let time = 0; time < 2; time += 1) {
    blurRows(small, radius);
    blurColumns(small, radius);
  }
  return enlarged(small, mask, area, step);
}

function averaged(mask: GreyMask, area: Rect, step: number): GreyMask {
  const width = Math.ceil(area.width / step);
  const height = Math.ceil(area.height / step);
  const data = new Uint8Array(width * height);
  const share = 1 / (step * step);
  const sums = new Uint16Array(width);
  const right = Math.min(area.width, mask.width - area.x);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let dy = 0; dy < step; dy += 1) {
      const row = Math.min(mask.height - 1, area.y + y * step + dy) * mask.width + area.x;
      for (let dx = 0; dx < step; dx += 1) {
        for (let x = 0, at = dx; x < width; x += 1, at += step)
          sums[x] = (sums[x] as number) + (mask.data[row + (at < right ? at : right - 1)] as number);
      }
    }
    const start = y * width;
    for (let x = 0; x < width; x += 1) data[start + x] = (sums[x] as number) * share;
  }
  return { width, height, data };
}

function blurRows({ width, height, data }: GreyMask, radius: number): void {
  const row = new Uint8Array(width + radius * 2);
  const share = 1 / (radius * 2 + 1);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    row.fill(data[start] as number, 0, radius);
    row.set(data.subarray(start, start + width), radius);
    row.fill(data[start + width - 1] as number, radius + width);
    let sum = 0;
    for (let x = 0; x < radius * 2; x += 1) sum += row[x] as number;
    for (let x = 0; x < width; x += 1) {
      sum += row[x + radius * 2] as number;
      data[start + x] = sum * share + 0.5;
      sum -= row[x] as number;
    }
  }
}

function blurColumns({ width, height, data }: GreyMask, radius: number): void {
  const source = data.slice();
  const sums = new Int32Array(width);
  const share = 1 / (radius * 2 + 1);
  const rowAt = (y: number) => Math.min(height - 1, Math.max(0, y)) * width;
  for (let y = -radius; y < radius; y += 1)
    for (let x = 0, row = rowAt(y); x < width; x += 1) sums[x] = (sums[x] as number) + (source[row + x] as number);
  for (let y = 0; y < height; y += 1) {
    const entering = rowAt(y + radius);
    const leaving = rowAt(y - radius);
    const start = y * width;
    for (let x = 0; x < width; x += 1) {
      const sum = (sums[x] as number) + (source[entering + x] as number);
      data[start + x] = sum * share + 0.5;
      sums[x] = sum - (source[leaving + x] as number);
    }
  }
}

function enlarged(small: GreyMask, size: Size, area: Rect, step: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(size.width * size.height);
  const { width, height } = small;
  for (let y = 0; y < area.height; y += 1) {
    const down = Math.min(height - 1, Math.max(0, (y + 0.5) / step - 0.5));
    const top = Math.floor(down);
    const part = down - top;
    const upper = top * width;
    const lower = Math.min(height - 1, top + 1) * width;
    const start = (area.y + y) * size.width + area.x;
    let last = 0;
    for (let cell = 0; cell < width; cell += 1) {
      const next = Math.min(width - 1, cell + 1);
      const left = (small.data[upper + cell] as number) * (1 - part) + (small.data[lower + cell] as number) * part;
      const right = (small.data[upper + next] as number) * (1 - part) + (small.data[lower + next] as number) * part;
      // Pixels whose middle lies between the middles of this cell and the next.
      const to = cell === width - 1 ? area.width : Math.min(area.width, Math.floor((cell + 1) * step + step / 2));
      if (left === right) {
        if (left !== 0) data.fill(left, start + last, start + to);
      } else {
        for (let x = last; x < to; x += 1) {
          const across = Math.min(1, Math.max(0, (x + 0.5) / step - 0.5 - cell));
          data[start + x] = left + (right - left) * across + 0.5;
        }
      }
      last = to;
    }
  }
  return data;
}
