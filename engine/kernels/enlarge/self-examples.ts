import { gaussianBlur, type Size } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';

export interface SelfExampleOptions {
  /** Strength of the added detail, 0–1 and a little beyond. */
  amount: number;
  /** Row of the whole enlarged picture the plane begins at: patches lie on one grid whatever the strips of the work. */
  firstRow: number;
}

/** Side of a patch, output pixels, and the distance from one to the next. */
const side = 8;
const stride = 4;
/** Search radius for the example of a patch, source pixels. */
const reach = 4;
/** Deviation of the blur that enlarging amounts to, source pixels per factor. */
const enlargingBlur = 0.4;
/** Variance of a patch below which there is nothing to find an example for, luma squared. */
const flatVariance = 1.2e-5;

/**
 * Gives an enlarged plane the octave that enlarging cannot bring back, from the picture itself: what is seen at one size
 * is often seen again nearby at another. Every patch of the enlarged plane looks in the source, as blurred as itself,
 * for the nearest place that looks alike, and takes over the fine detail the source has there (local self-examples:
 * Freedman & Fattal, "Image and Video Upscaling from Local Self-Examples", TOG 2011; the band as in Freeman, Jones &
 * Pasztor 2002). Masonry gets joints, leaves get leaves, edges get edges; where nothing is alike, and on flat ground,
 * nothing is added, so that no stroke is invented. In place.
 *
 * @param plane enlarged luma 0…1
 * @param source luma before enlarging
 */
export function addSelfExamples(
  plane: Float32Array,
  source: Float32Array,
  { small, large }: { small: Size; large: Size },
  { amount, firstRow }: SelfExampleOptions,
): void {
  if (amount <= 0 || Math.min(small.width, small.height) < 24) return;
  const factor = large.width / small.width;
  const example = bandsOf(source, small, factor);
  const detail = new Float32Array(plane.length);
  const top = (stride - (firstRow % stride)) % stride;
  for (let y = top; y + side <= large.height; y += stride) {
    for (let x = 0; x + side <= large.width; x += stride) {
      const found = findExample(plane, { x, y }, example, { small, large });
      if (found) lay(detail, { x, y }, example.fine, found, large, small);
    }
  }
  for (let i = 0; i < plane.length; i++) plane[i]! += amount * detail[i]!;
}

/** The source as blurred as an enlarged picture is, and what it has beyond that. */
interface Bands {
  coarse: Float32Array;
  fine: Float32Array;
}

function bandsOf(source: Float32Array, small: Size, factor: number): Bands {
  const coarse = gaussianBlur(source, small, enlargingBlur * factor);
  return { coarse, fine: floatsOf(source, (value, i) => value - coarse[i]!) };
}

/** Start of an example in the source, and its reliability, 0–1. */
interface Example {
  at: number;
  trust: number;
}

/** Values of the patch at hand less their mean: one space for all patches. */
const patch = new Float32Array(side * side);

function findExample(
  plane: Float32Array,
  { x, y }: { x: number; y: number },
  { coarse }: Bands,
  { small, large }: { small: Size; large: Size },
): Example | undefined {
  const variance = readPatch(plane, y * large.width + x, large.width);
  if (variance < flatVariance) return undefined;
  const middleX = Math.round(((x + side / 2) * small.width) / large.width - side / 2);
  const middleY = Math.round(((y + side / 2) * small.height) / large.height - side / 2);
  const [left, right] = within(middleX - reach, middleX + reach, small.width - side);
  const [top, bottom] = within(middleY - reach, middleY + reach, small.height - side);
  const worst = 0.5 * variance * side * side;
  const best = { at: -1, difference: worst };
  const consider = (column: number, row: number) => {
    if (column < left || column > right || row < top || row > bottom) return;
    const at = row * small.width + column;
    const difference = differenceAt(coarse, at, small.width, best.difference);
    if (difference < best.difference) {
      best.at = at;
      best.difference = difference;
    }
  };
  for (let row = top; row <= bottom; row += 2)
    for (let column = left; column <= right; column += 2) consider(column, row);
  if (best.at < 0) return undefined;
  const [column, row] = [best.at % small.width, Math.floor(best.at / small.width)];
  for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (dx || dy) consider(column + dx, row + dy);
  return { at: best.at, trust: 1 - best.difference / worst };
}

function within(from: number, to: number, last: number): [number, number] {
  const start = clamp(from, 0, last);
  return [start, Math.max(start, Math.min(last, to))];
}

/** @returns its variance */
function readPatch(plane: Float32Array, first: number, width: number): number {
  let mean = 0;
  for (let row = 0, k = 0; row < side; row++) {
    for (let column = 0, i = first + row * width; column < side; column++, i++, k++) {
      patch[k] = plane[i]!;
      mean += plane[i]!;
    }
  }
  mean /= side * side;
  let variance = 0;
  for (let k = 0; k < patch.length; k++) {
    patch[k]! -= mean;
    variance += patch[k]! ** 2;
  }
  return variance / patch.length;
}

/** Squared difference to the patch, both less their mean; given up when `most` is passed. Every other row is enough. */
function differenceAt(coarse: Float32Array, first: number, width: number, most: number): number {
  let sum = 0;
  let squares = 0;
  const count = (side * side) / 2;
  for (let row = 0; row < side; row += 2) {
    for (let column = 0, i = first + row * width, k = row * side; column < side; column++, i++, k++) {
      const difference = coarse[i]! - patch[k]!;
      sum += difference;
      squares += difference * difference;
    }
    if (2 * (squares - (sum * sum) / ((row / 2 + 1) * side)) > most) return most;
  }
  return 2 * (squares - (sum * sum) / count);
}

/** Weight across a patch whose sum over overlapping patches is 1. */
const fade = Float32Array.from({ length: side }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / side) ** 2);

function lay(
  detail: Float32Array,
  { x, y }: { x: number; y: number },
  fine: Float32Array,
  { at, trust }: Example,
  large: Size,
  small: Size,
): void {
  for (let row = 0; row < side; row++) {
    const to = (y + row) * large.width + x;
    const from = at + row * small.width;
    const weight = trust * fade[row]!;
    for (let column = 0; column < side; column++) detail[to + column]! += weight * fade[column]! * fine[from + column]!;
  }
}
