import type { Size } from '../../base/blur.ts';
import { type GuidedScratch, guidedSmooth, makeGuidedScratch } from '../../base/guided-filter.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { projectBack } from './project-back.ts';

/**
 * Enlarges a plane so that reducing the result gives the original again: Lanczos3, then iterative back-projection
 * (Irani & Peleg 1991), where the error of the reduced result is enlarged by Catmull-Rom and added.
 *
 * @param factor whole, 2 or more
 * @param rounds of back-projection; three gain all but 0.05 dB
 */
export function enlargePlane(source: Float32Array, size: Size, factor: number, rounds: number): Float32Array {
  const large = { width: size.width * factor, height: size.height * factor };
  const out = resamplePlane(source, size, large, 'lanczos3');
  projectBack(out, source, { small: size, large }, rounds);
  return out;
}

export interface SharpenOptions {
  /** 0–1. */
  amount: number;
  /** Radius of the finest detail, pixels, whole. */
  radius: number;
  /** Amount by which a pixel may exceed the lightest and darkest around it: 0 gives no halo, 0.1 a visible one. */
  overshoot: number;
  /** Local variance above which an edge is left as steep as it is: 0.003 for photos, 0.1 to steepen every edge. */
  edgeVariance: number;
}

/**
 * Lifts detail without halos: what two guided filters of different radius take away is added back stronger, then every
 * pixel is clamped to the range of its neighbourhood. In place.
 *
 * @param plane luma 0…1
 */
export function sharpenPlane(plane: Float32Array, size: Size, options: SharpenOptions): void {
  const { amount, radius, overshoot, edgeVariance } = options;
  const scratch = makeGuidedScratch(plane.length);
  const fineBase = guidedSmooth(plane, size, radius, edgeVariance, undefined, scratch);
  const middleBase = guidedSmooth(plane, size, radius * 4, 0.01, undefined, scratch);
  const { lowest, highest } = neighbourhoodRange(plane, size, Math.max(1, Math.round(radius * 0.7)), scratch);
  for (let i = 0; i < plane.length; i++) {
    const fine = plane[i]! - fineBase[i]!;
    const middle = fineBase[i]! - middleBase[i]!;
    const lift = clamp(amount * (2.2 * fine + 0.5 * middle), -0.15, 0.15);
    plane[i] = Math.max(lowest[i]! - overshoot, Math.min(highest[i]! + overshoot, plane[i]! + lift));
  }
}

/** Lowest and highest value in the square window of each pixel; uses and returns two of the scratch planes. */
function neighbourhoodRange(
  plane: Float32Array,
  { width, height }: Size,
  radius: number,
  { mean: lowest, square: highest, work }: GuidedScratch,
): { lowest: Float32Array; highest: Float32Array } {
  // `work` holds the row-wise highest; the row-wise lowest lies in `highest` until it has been read.
  for (let y = 0, i = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++, i++) {
      let low = plane[i]!;
      let high = low;
      const last = row + Math.min(width - 1, x + radius);
      for (let at = row + Math.max(0, x - radius); at <= last; at++) {
        const value = plane[at]!;
        if (value < low) low = value;
        else if (value > high) high = value;
      }
      highest[i] = low;
      work[i] = high;
    }
  }
  spreadDown(highest, lowest, width, height, radius, false);
  spreadDown(work, highest, width, height, radius, true);
  return { lowest, highest };
}

/** Highest (or lowest) value of each column's window, row by row so that memory is read in order. */
function spreadDown(
  source: Float32Array,
  out: Float32Array,
  width: number,
  height: number,
  radius: number,
  isHighest: boolean,
): void {
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const top = Math.max(0, y - radius);
    const bottom = Math.min(height - 1, y + radius);
    out.set(source.subarray(row, row + width), row);
    for (let from = top * width; from <= bottom * width; from += width) {
      if (from === row) continue;
      for (let x = 0; x < width; x++) {
        const value = source[from + x]!;
        if (isHighest ? value > out[row + x]! : value < out[row + x]!) out[row + x] = value;
      }
    }
  }
}
