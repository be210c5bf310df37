import { gaussianBlur, type Size } from '../base/blur.ts';
import { byteOf } from '../base/scalar.ts';
import type { Changes } from './changes.ts';
import type { LinePiece } from './line-pieces.ts';

/** Map of broken lines, at a reduced size. */
export interface HeatMap extends Size {
  /** One byte per pixel: 0 = all lines are where they were, 255 = all are broken. */
  levels: Uint8Array;
}

/** Longest side of a heat map, pixels. */
const longestSide = 192;
/** Reach of a broken line, pixels of the map. */
const spread = 2.4;
/** Length of lines per pixel of the map from which on a place is judged in full. */
const enough = 0.25;

export function heatOf(size: Size, { kept, gone, added }: Pick<Changes, 'kept' | 'gone' | 'added'>): HeatMap {
  const factor = longestSide / Math.max(size.width, size.height);
  const map = { width: Math.ceil(size.width * factor), height: Math.ceil(size.height * factor) };
  const broken = spreadOf([...gone, ...added], map, factor);
  const whole = spreadOf(kept, map, factor);
  const levels = Uint8Array.from(broken, (length, i) => byteOf((255 * length) / Math.max(enough, length + whole[i]!)));
  return { ...map, levels };
}

/** Length of lines around each pixel of the map. */
function spreadOf(pieces: readonly LinePiece[], map: Size, factor: number): Float32Array {
  const plane = new Float32Array(map.width * map.height);
  for (const { x, y, ux, uy, half, weight } of pieces) {
    const count = Math.max(2, Math.ceil(2 * half * factor));
    for (let i = 0; i < count; i++) {
      const along = ((i + 0.5) / count - 0.5) * 2 * half;
      const column = Math.floor((x + along * ux) * factor);
      const row = Math.floor((y + along * uy) * factor);
      if (column < 0 || row < 0 || column >= map.width || row >= map.height) continue;
      plane[row * map.width + column]! += (weight * factor) / count;
    }
  }
  return gaussianBlur(plane, map, spread);
}
