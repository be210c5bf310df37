/** Greyscale mask, one byte per pixel in row order: 0 is kept, 255 is changed, values between are a soft edge. */
export interface GreyMask {
  /** Width and height in pixels. */
  width: number;
  height: number;
  data: Uint8Array<ArrayBuffer>;
}

/** Bounding box in whole pixels; `x + width` and `y + height` are exclusive. */
interface MaskBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

function isEmpty(row: Uint8Array): boolean {
  for (let at = 0; at < row.length; at += 1) if (row[at] !== 0) return false;
  return true;
}

/** Returns the smallest box around all pixels that are not 0; its width and height are 0 for an empty mask. */
export function markedBounds({ width, height, data }: GreyMask): MaskBox {
  const isRowMarked = (row: number) => !isEmpty(data.subarray(row * width, (row + 1) * width));
  let top = 0;
  while (top < height && !isRowMarked(top)) top += 1;
  if (top === height) return { x: 0, y: 0, width: 0, height: 0 };
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

function around({ x, y, width, height }: MaskBox, by: number, mask: GreyMask): MaskBox {
  if (width === 0) return { x, y, width, height };
  const left = Math.max(0, x - by);
  const top = Math.max(0, y - by);
  return {
    x: left,
    y: top,
    width: Math.min(mask.width, x + width + by) - left,
    height: Math.min(mask.height, y + height + by) - top,
  };
}

/**
 * Dilates (positive `by`) or erodes (negative) a mask by a disc with a radius of `|by|` pixels. Exact, at a cost that
 * does not depend on the radius: the first pass finds for each pixel the distance to the nearest source pixel in its
 * column, the second checks along each row which of them are within the radius. The mask is not eroded at the picture's
 * border.
 * @returns the data of a new mask of the same size
 */
export function moveEdge(mask: GreyMask, by: number): Uint8Array<ArrayBuffer> {
  const { width, data } = mask;
  const radius = Math.abs(by);
  const value = by > 0 ? 255 : 0;
  const area = around(markedBounds(mask), Math.ceil(radius) + 1, mask);
  const result = data.slice();
  if (area.width === 0) return result;
  const far = Math.floor(radius) + 1;
  const reachAt = Int16Array.from({ length: far + 1 }, (_none, d) =>
    d < far ? Math.floor(Math.sqrt(radius * radius - d * d)) : -1,
  );
  const { x: left, y: top, width: across, height: down } = area;
  const above = distancesFromAbove(mask, area, value, far);
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
    reachBack(reaches, result, target, value);
  }
  return result;
}

/** Distance of each pixel of the area to the nearest source pixel above it in its column, at most `far`. */
function distancesFromAbove({ width, data }: GreyMask, area: MaskBox, value: number, far: number): Uint8Array {
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
  return above;
}

/** Marks from the end of a row to its start what the discs to the right reach. */
function reachBack(reaches: Int16Array, result: Uint8Array, target: number, value: number): void {
  let reach = -1;
  for (let x = reaches.length - 1; x >= 0; x -= 1) {
    const own = reaches[x] as number;
    reach -= 1;
    if (own > reach) reach = own;
    if (reach >= 0) result[target + x] = value;
  }
}
