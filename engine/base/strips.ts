import type { Size } from './blur.ts';

/** Rows worked on at once: `first` (with) to `last` (without) are looked at, `top` to `bottom` are the result. */
export interface Strip {
  first: number;
  last: number;
  top: number;
  bottom: number;
}

/** Pixels of one strip, so that a filter with thirty planes stays below half a gigabyte. */
const stripPixels = 3e6;

/**
 * Divides a picture into strips for filters that look no farther than `margin` rows; small pictures are one strip.
 *
 * @param margin rows, whole
 */
export function stripsOf({ width, height }: Size, margin: number): Strip[] {
  if (width * height <= stripPixels * 1.5) return [{ first: 0, last: height, top: 0, bottom: height }];
  const rows = Math.max(64, Math.floor(stripPixels / width) - 2 * margin);
  const strips: Strip[] = [];
  for (let top = 0; top < height; top += rows) {
    const bottom = Math.min(height, top + rows);
    strips.push({ first: Math.max(0, top - margin), last: Math.min(height, bottom + margin), top, bottom });
  }
  return strips;
}
