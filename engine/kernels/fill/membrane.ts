import type { Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';

/**
 * Spreads values from the pixels that have one over those that have none, as smoothly as a soap film: pull-push start
 * (Gortler et al., "The Lumigraph", 1996), then over-relaxed Gauss-Seidel for the Laplace equation. Known pixels keep
 * their value. Written to in place.
 *
 * @param isKnown 1 where the value counts; at least one pixel must
 * @param isWanted 1 where the result is needed; elsewhere it stays rough. Every unknown pixel when not given
 * @param rounds of relaxation; 30 remove what is left of the pyramid's blocks
 */
export function spreadSmoothly(
  plane: Float32Array,
  isKnown: Uint8Array,
  size: Size,
  { isWanted, rounds = 30 }: { isWanted?: Uint8Array; rounds?: number } = {},
): void {
  pullPush(plane, Float32Array.from(isKnown), size);
  const { width, height } = size;
  const free: number[] = [];
  for (let i = 0; i < isKnown.length; i++) {
    if (isKnown[i] !== 1 && isWanted?.[i] !== 0) free.push(i);
  }
  for (let round = 0; round < rounds; round++) {
    for (const i of free) {
      const x = i % width;
      let sum = 0;
      let count = 0;
      if (x > 0) {
        sum += plane[i - 1]!;
        count++;
      }
      if (x < width - 1) {
        sum += plane[i + 1]!;
        count++;
      }
      if (i >= width) {
        sum += plane[i - width]!;
        count++;
      }
      if (i < width * (height - 1)) {
        sum += plane[i + width]!;
        count++;
      }
      plane[i]! += 1.6 * (sum / count - plane[i]!);
    }
  }
}

function pullPush(plane: Float32Array, weight: Float32Array, { width, height }: Size): void {
  if (width <= 2 && height <= 2) {
    fillWithMean(plane, weight);
    return;
  }
  const small = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const values = new Float32Array(small.width * small.height);
  const weights = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = y * width + x;
      const to = (y >> 1) * small.width + (x >> 1);
      values[to]! += plane[from]! * weight[from]!;
      weights[to]! += weight[from]!;
    }
  }
  for (let i = 0; i < values.length; i++) {
    if (weights[i]! > 0) values[i]! /= weights[i]!;
    weights[i] = Math.min(1, weights[i]!);
  }
  pullPush(values, weights, small);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const share = weight[at]!;
      if (share >= 1) continue;
      plane[at] = plane[at]! * share + sampleAt(values, small, x / 2 - 0.25, y / 2 - 0.25) * (1 - share);
    }
  }
}

function sampleAt(plane: Float32Array, { width, height }: Size, x: number, y: number): number {
  const column = clamp(x, 0, width - 1);
  const row = clamp(y, 0, height - 1);
  const left = Math.floor(column);
  const top = Math.floor(row);
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const u = column - left;
  const v = row - top;
  const upper = plane[top * width + left]! * (1 - u) + plane[top * width + right]! * u;
  const lower = plane[bottom * width + left]! * (1 - u) + plane[bottom * width + right]! * u;
  return upper * (1 - v) + lower * v;
}

function fillWithMean(plane: Float32Array, weight: Float32Array): void {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < plane.length; i++) {
    sum += plane[i]! * weight[i]!;
    total += weight[i]!;
  }
  for (let i = 0; i < plane.length; i++) if (weight[i]! < 1 && total > 0) plane[i] = sum / total;
}
