import { gaussianBlur, type Size } from '../base/blur.ts';
import { lumaPlane } from '../base/colour.ts';
import { chosenLevel, type Mask } from '../base/mask.ts';
import { resamplePlane } from '../base/resample.ts';
import { type JudgedPixels, judgedSize } from './judged-picture.ts';

/** Fate of the finest texture of a base in its result. */
export interface GrainChange {
  /**
   * Correlation of the finest texture of both in the middle one of the base's textured blocks, −1 to 1: about 0 where
   * surfaces were made anew, about 1 where a film of colour lies over the base.
   */
  correlation: number;
  /** Share of the textured blocks whose finest texture is that of the base, 0–1. */
  same: number;
  /** Finest texture of the result over that of the base, both of their middle textured block. */
  ratio: number;
}

/** Side of a block, pixels, and the blur that divides fine texture from the rest. */
const block = 16;
const sigma = 1;
/** Deviation of a base's block from which on it has texture, levels; and how many blocks are enough to tell. */
const textured = 1.2;
const leastBlocks = 12;
/** Correlation from which on a block is the base's own. */
const asBefore = 0.95;

/**
 * Compares the finest texture of a result with that of its base, block by block: light, tone and tint leave it as it
 * is, new surfaces do not.
 *
 * @param result in the frame of the base
 * @returns undefined where the base has too little texture to tell
 * @param mask only blocks that are chosen altogether are compared; all are when absent
 */
export function grainChange(base: JudgedPixels, result: JudgedPixels, mask?: Mask): GrainChange | undefined {
  const size = judgedSize(base);
  const [before, after] = [fineOf(base, size), fineOf(result, size)];
  const deviations: number[] = [];
  const deviationsAfter: number[] = [];
  const correlations: number[] = [];
  const scale = size.width / base.width;
  for (let top = 0; top + block <= size.height; top += block)
    for (let left = 0; left + block <= size.width; left += block) {
      if (mask && !isChosen(mask, base, { left: left / scale, top: top / scale, side: block / scale })) continue;
      const found = compareBlock(before, after, size.width, top * size.width + left);
      if (found.before <= textured) continue;
      deviations.push(found.before);
      deviationsAfter.push(found.after);
      correlations.push(found.correlation);
    }
  if (correlations.length < leastBlocks) return undefined;
  return {
    correlation: middleOf(correlations),
    same: correlations.filter((value) => value > asBefore).length / correlations.length,
    ratio: middleOf(deviationsAfter) / middleOf(deviations),
  };
}

/** Luma without its slow part, levels. */
function fineOf(picture: JudgedPixels, size: Size): Float32Array {
  const luma = lumaPlane(picture.rgb);
  const isAsAsked = picture.width === size.width && picture.height === size.height;
  const plane = isAsAsked ? luma : resamplePlane(luma, picture, size, 'catmullRom');
  const slow = gaussianBlur(plane, size, sigma);
  for (let i = 0; i < plane.length; i++) slow[i] = 255 * (plane[i]! - slow[i]!);
  return slow;
}

function compareBlock(
  before: Float32Array,
  after: Float32Array,
  row: number,
  start: number,
): { before: number; after: number; correlation: number } {
  let [first, second, product, one, two] = [0, 0, 0, 0, 0];
  for (let y = 0; y < block; y++)
    for (let x = 0, i = start + y * row; x < block; x++, i++) {
      const [a, b] = [before[i]!, after[i]!];
      first += a;
      second += b;
      one += a * a;
      two += b * b;
      product += a * b;
    }
  const count = block * block;
  const varianceOf = (squares: number, sum: number) => Math.max(0, squares / count - (sum / count) ** 2);
  const [varianceBefore, varianceAfter] = [varianceOf(one, first), varianceOf(two, second)];
  const together = product / count - (first / count) * (second / count);
  const both = Math.sqrt(varianceBefore * varianceAfter);
  return {
    before: Math.sqrt(varianceBefore),
    after: Math.sqrt(varianceAfter),
    correlation: both > 1e-6 ? together / both : 0,
  };
}

/** Returns true when the corners and the middle of a square of the base are chosen. */
function isChosen(
  mask: Mask,
  { width, height }: Size,
  { left, top, side }: { left: number; top: number; side: number },
) {
  const at = (x: number, y: number) =>
    mask[Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))]! >= chosenLevel;
  const [right, bottom] = [left + side - 1, top + side - 1];
  return (
    at(left, top) && at(right, top) && at(left, bottom) && at(right, bottom) && at(left + side / 2, top + side / 2)
  );
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)] ?? 0;
}
