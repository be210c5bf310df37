import type { Size } from './blur.ts';

/** A part of a picture worked on by itself: `left` to `right` and `top` to `bottom` (without) are looked at. */
export interface Tile extends Size {
  left: number;
  top: number;
  /** The part of the tile that is its result, in pixels of the picture; ends without. */
  result: { left: number; top: number; right: number; bottom: number };
}

/** Side of a tile's result, pixels: with margins and forty planes still below 200 MB. */
const tileSide = 640;

/**
 * Divides a picture into tiles for filters that look no farther than `margin` pixels; a picture not much larger than a
 * tile is one.
 *
 * @param margin pixels, whole
 */
export function tilesOf({ width, height }: Size, margin: number): Tile[] {
  const columns = partsOf(width, margin);
  return partsOf(height, margin).flatMap((row) =>
    columns.map((column) => ({
      left: column.first,
      top: row.first,
      width: column.last - column.first,
      height: row.last - row.first,
      result: { left: column.start, top: row.start, right: column.end, bottom: row.end },
    })),
  );
}

function partsOf(length: number, margin: number) {
  const count = length <= tileSide * 2.5 ? 1 : Math.ceil(length / tileSide);
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * length) / count);
    const end = Math.floor(((index + 1) * length) / count);
    return { start, end, first: Math.max(0, start - margin), last: Math.min(length, end + margin) };
  });
}

/**
 * Copies a tile out of a picture.
 *
 * @param channels values per pixel
 */
export function cutTile<T extends Uint8Array | Float32Array>(plane: T, { width }: Size, tile: Tile, channels = 1): T {
  const across = tile.width * channels;
  const out = new (plane.constructor as new (length: number) => T)(across * tile.height);
  for (let y = 0; y < tile.height; y++) {
    const from = ((tile.top + y) * width + tile.left) * channels;
    out.set(plane.subarray(from, from + across), y * across);
  }
  return out;
}

/** Calls `place` for every pixel of the tile's result with its index in the picture and in the tile. */
export function eachResult({ width }: Size, tile: Tile, place: (i: number, own: number) => void): void {
  const { left, top, right, bottom } = tile.result;
  for (let y = top; y < bottom; y++) {
    let own = (y - tile.top) * tile.width + left - tile.left;
    for (let i = y * width + left; i < y * width + right; i++, own++) place(i, own);
  }
}
