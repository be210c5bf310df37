import type { Size } from '../../../engine/base/blur.ts';
import { lumaPlane } from '../../../engine/base/colour.ts';
import { resamplePlane } from '../../../engine/base/resample.ts';
import { findLineSegments, type LineSegment } from '../../../engine/kernels/material/line-segments.ts';

/** Lines count that run on for this share of the picture's longer side on the unknown and on the known side. */
const leastRun = { unknown: 0.02, known: 0.03 };
/** Largest distance of a continued edge from its true position, share of the picture's longer side. */
const reach = 0.004;
/** Share of the true edge's contrast that counts as the edge. */
const leastContrast = 0.4;
/** Long side at which repetition is looked for, pixels, and side of the squares that are compared. */
const repetitionSide = 240;
const square = 14;
/** Likeness (normalised cross-correlation) from which on two squares are the same thing, and up to which they are not. */
const same = 0.93;
const different = 0.8;
/** Least deviation of a square's luma to show anything, 0–1. */
const leastDeviation = 0.05;

export interface Continuation {
  /** Share of the length of the lines that run from the known part into the rest that goes on where it truly does; NaN without any. */
  lines: number;
  /** Share of the unknown part's squares with something on them that repeat what is there once only in the photograph. */
  twins: number;
}

/**
 * Quality of the continuation of an unknown part.
 *
 * @param isUnknown 1 where `result` was made up
 */
export function measureContinuation(
  truth: Uint8Array,
  result: Uint8Array,
  isUnknown: Uint8Array,
  size: Size,
): Continuation {
  const [own, made] = [lumaPlane(truth), lumaPlane(result)];
  return { lines: continuedLines(own, made, isUnknown, size), twins: twinShare(own, made, isUnknown, size) };
}

function continuedLines(truth: Float32Array, result: Float32Array, isUnknown: Uint8Array, size: Size): number {
  const side = Math.max(size.width, size.height);
  const lines = findLineSegments(truth, size, Math.round(0.05 * side));
  const slack = Math.max(1, Math.round(reach * side));
  let [found, total] = [0, 0];
  for (const line of lines) {
    const points = pointsOf(line);
    const unknown = points.filter(({ x, y }) => isUnknown[Math.floor(y) * size.width + Math.floor(x)] === 1);
    const known = points.length - unknown.length;
    if (unknown.length < leastRun.unknown * side || known < leastRun.known * side) continue;
    const [nx, ny] = [-(line.y2 - line.y1) / line.length, (line.x2 - line.x1) / line.length];
    for (const { x, y } of unknown) {
      const own = stepAcross(truth, size, x, y, nx, ny);
      total++;
      for (let off = -slack; off <= slack; off++) {
        const here = stepAcross(result, size, x + off * nx, y + off * ny, nx, ny);
        if (here * own <= 0 || Math.abs(here) < leastContrast * Math.abs(own)) continue;
        found++;
        break;
      }
    }
  }
  return total > 0 ? found / total : Number.NaN;
}

/** A point each pixel of a segment. */
function pointsOf({ x1, y1, x2, y2, length }: LineSegment) {
  return Array.from({ length: Math.floor(length) }, (_, i) => ({
    x: x1 + ((x2 - x1) * i) / length,
    y: y1 + ((y2 - y1) * i) / length,
  }));
}

function stepAcross(luma: Float32Array, { width, height }: Size, x: number, y: number, nx: number, ny: number): number {
  const at = (column: number, row: number) =>
    luma[
      Math.min(height - 1, Math.max(0, Math.round(row - 0.5))) * width +
        Math.min(width - 1, Math.max(0, Math.round(column - 0.5)))
    ]!;
  return at(x + 1.5 * nx, y + 1.5 * ny) - at(x - 1.5 * nx, y - 1.5 * ny);
}

function twinShare(truth: Float32Array, result: Float32Array, isUnknown: Uint8Array, size: Size): number {
  const factor = Math.min(1, repetitionSide / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * factor), height: Math.round(size.height * factor) };
  const [own, made] = [resamplePlane(truth, size, small), resamplePlane(result, size, small)];
  const unknown = resamplePlane(
    Float32Array.from(isUnknown, (is) => is),
    size,
    small,
  );
  const { width, height } = small;
  const isFree = (left: number, top: number, isWanted: (share: number) => boolean) => {
    for (const [x, y] of [
      [left, top],
      [left + square - 1, top],
      [left, top + square - 1],
      [left + square - 1, top + square - 1],
      [left + (square >> 1), top + (square >> 1)],
    ] as const)
      if (!isWanted(unknown[y * width + x]!)) return false;
    return true;
  };
  let [twins, count] = [0, 0];
  for (let top = 0; top + square <= height; top += square >> 1) {
    for (let left = 0; left + square <= width; left += square >> 1) {
      if (!isFree(left, top, (share) => share > 0.5)) continue;
      const one = normalised(made, small, left, top);
      if (!one) continue;
      count++;
      const copied = likest(one, own, small, (x, y) => isFree(x, y, (share) => share < 0.5));
      if (copied.likeness < same) continue;
      // What the photograph itself shows more than once may come again.
      const origin = normalised(own, small, copied.left, copied.top)!;
      const again = likest(
        origin,
        own,
        small,
        (x, y) => Math.max(Math.abs(x - copied.left), Math.abs(y - copied.top)) >= square >> 1,
      );
      if (again.likeness < different) twins++;
    }
  }
  return count > 0 ? twins / count : 0;
}

/** The values of a square with mean 0 and length 1; undefined where there is nothing on it. */
function normalised(luma: Float32Array, { width }: Size, left: number, top: number): Float32Array | undefined {
  const out = new Float32Array(square * square);
  let mean = 0;
  for (let y = 0, i = 0; y < square; y++)
    for (let x = 0; x < square; x++, i++) mean += out[i] = luma[(top + y) * width + left + x]!;
  mean /= out.length;
  let power = 0;
  for (let i = 0; i < out.length; i++) {
    out[i]! -= mean;
    power += out[i]! ** 2;
  }
  if (Math.sqrt(power / out.length) < leastDeviation) return undefined;
  return out.map((value) => value / Math.sqrt(power));
}

function likest(
  wanted: Float32Array,
  luma: Float32Array,
  size: Size,
  isAllowed: (left: number, top: number) => boolean,
): { likeness: number; left: number; top: number } {
  const best = { likeness: -1, left: 0, top: 0 };
  const { width, height } = size;
  for (let top = 0; top + square <= height; top++) {
    for (let left = 0; left + square <= width; left++) {
      if (!isAllowed(left, top)) continue;
      let [product, sum, squares] = [0, 0, 0];
      for (let y = 0, i = 0; y < square; y++) {
        for (let x = 0, at = (top + y) * width + left; x < square; x++, i++, at++) {
          const value = luma[at]!;
          product += value * wanted[i]!;
          sum += value;
          squares += value * value;
        }
      }
      const power = squares - (sum * sum) / wanted.length;
      if (power < leastDeviation ** 2 * wanted.length) continue;
      const likeness = product / Math.sqrt(power);
      if (likeness > best.likeness) Object.assign(best, { likeness, left, top });
    }
  }
  return best;
}
