import { boxBlur, type Size } from './blur.ts';

/** Buffers of a guided filter, each as long as the plane; keep one to filter several planes of one size. */
export interface GuidedScratch {
  mean: Float32Array;
  square: Float32Array;
  work: Float32Array;
}

export function makeGuidedScratch(length: number): GuidedScratch {
  return { mean: new Float32Array(length), square: new Float32Array(length), work: new Float32Array(length) };
}

/**
 * Self-guided filter: smooths while keeping edges whose local variance is well above `epsilon`
 * (He, Sun, Tang, "Guided Image Filtering", ECCV 2010, with the plane as its own guide).
 *
 * @param radius window radius, pixels, whole, 1 or more
 * @param epsilon variance below which a window counts as flat, in the square of the plane's unit
 * @param out may be `source`
 */
export function guidedSmooth(
  source: Float32Array,
  size: Size,
  radius: number,
  epsilon: number,
  out: Float32Array = new Float32Array(source.length),
  scratch = makeGuidedScratch(source.length),
): Float32Array {
  const { mean, square, work } = scratch;
  for (let i = 0; i < source.length; i++) square[i] = source[i]! * source[i]!;
  boxBlur(source, size, radius, mean, work);
  boxBlur(square, size, radius, square, work);
  for (let i = 0; i < source.length; i++) {
    const m = mean[i]!;
    const variance = Math.max(0, square[i]! - m * m);
    const slope = variance / (variance + epsilon);
    square[i] = slope;
    mean[i] = m * (1 - slope);
  }
  boxBlur(square, size, radius, square, work);
  boxBlur(mean, size, radius, mean, work);
  for (let i = 0; i < source.length; i++) out[i] = square[i]! * source[i]! + mean[i]!;
  return out;
}

/**
 * Guided filter with a guide of its own (same source as {@link guidedSmooth}): `source` is smoothed so that its edges
 * follow the guide's.
 *
 * @param guide plane of the same size
 * @param epsilon in the square of the guide's unit
 */
export function guidedFilter(
  guide: Float32Array,
  source: Float32Array,
  size: Size,
  radius: number,
  epsilon: number,
  out: Float32Array = new Float32Array(source.length),
): Float32Array {
  const work = new Float32Array(source.length);
  const meanGuide = boxBlur(guide, size, radius, undefined, work);
  const meanSource = boxBlur(source, size, radius, undefined, work);
  const product = new Float32Array(source.length);
  for (let i = 0; i < source.length; i++) product[i] = guide[i]! * guide[i]!;
  const square = boxBlur(product, size, radius, undefined, work);
  for (let i = 0; i < source.length; i++) product[i] = guide[i]! * source[i]!;
  boxBlur(product, size, radius, product, work);
  for (let i = 0; i < source.length; i++) {
    const variance = square[i]! - meanGuide[i]! * meanGuide[i]!;
    const slope = (product[i]! - meanGuide[i]! * meanSource[i]!) / (variance + epsilon);
    product[i] = slope;
    meanSource[i] = meanSource[i]! - slope * meanGuide[i]!;
  }
  boxBlur(product, size, radius, product, work);
  boxBlur(meanSource, size, radius, meanSource, work);
  for (let i = 0; i < source.length; i++) out[i] = product[i]! * guide[i]! + meanSource[i]!;
  return out;
}
