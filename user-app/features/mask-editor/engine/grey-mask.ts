import type { Size } from '../../../canvas/geometry';
import { emptyRect, type Rect } from './rect';

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

function isEmpty(row: Uint8Array): boolean {
  for (let at = 0; at < row.length; at += 1) if (row[at] !== 0) return false;
  return true;
}

/** The smallest box around everything that is not 0. */
export function markedBounds({ width, height, data }: GreyMask): Rect {
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
