import { boxBlur, type Size } from './blur.ts';
import type { RgbBytes } from './colour.ts';
import { stripsOf } from './strips.ts';

/**
 * Guided filter with a colour guide (He, Sun, Tang, "Guided Image Filtering", ECCV 2010, eq. 14–16): edges between
 * colours of one lightness count too.
 *
 * @param guide of the plane's size
 * @param source any unit
 * @param radius window radius, pixels, whole, 1 or more
 * @param epsilon in the square of full scale
 */
export function guidedFilterColour(
  guide: RgbBytes,
  source: Float32Array,
  size: Size,
  radius: number,
  epsilon: number,
): Float32Array {
  const { width } = size;
  const strips = stripsOf(size, 2 * radius);
  if (strips.length === 1) return filterStrip(guide, source, size, radius, epsilon);
  const out = new Float32Array(source.length);
  for (const { first, last, top, bottom } of strips) {
    const [from, to] = [first * width, last * width];
    const strip = { width, height: last - first };
    const own = filterStrip(guide.subarray(from * 3, to * 3), source.subarray(from, to), strip, radius, epsilon);
    out.set(own.subarray(top * width - from, bottom * width - from), top * width);
  }
  return out;
}

function filterStrip(guide: RgbBytes, source: Float32Array, size: Size, radius: number, epsilon: number): Float32Array {
  const count = source.length;
  const work = new Float32Array(count);
  const channels = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(count);
    for (let i = 0; i < count; i++) plane[i] = guide[i * 3 + channel]! / 255;
    return plane;
  });
  const [red, green, blue] = channels as [Float32Array, Float32Array, Float32Array];
  const mean = (plane: Float32Array) => boxBlur(plane, size, radius, undefined, work);
  const meanOfProduct = (one: Float32Array, other: Float32Array) => {
    const product = new Float32Array(count);
    for (let i = 0; i < count; i++) product[i] = one[i]! * other[i]!;
    return boxBlur(product, size, radius, product, work);
  };
  const means = [red, green, blue].map(mean);
  const rr = meanOfProduct(red, red);
  const rg = meanOfProduct(red, green);
  const rb = meanOfProduct(red, blue);
  const gg = meanOfProduct(green, green);
  const gb = meanOfProduct(green, blue);
  const bb = meanOfProduct(blue, blue);
  const slopes = [red, green, blue].map((plane) => meanOfProduct(plane, source));
  const offset = mean(source);
  for (let i = 0; i < count; i++) {
    const r = means[0]![i]!;
    const g = means[1]![i]!;
    const b = means[2]![i]!;
    const level = offset[i]!;
    const a11 = rr[i]! - r * r + epsilon;
    const a12 = rg[i]! - r * g;
    const a13 = rb[i]! - r * b;
    const a22 = gg[i]! - g * g + epsilon;
    const a23 = gb[i]! - g * b;
    const a33 = bb[i]! - b * b + epsilon;
    const c11 = a22 * a33 - a23 * a23;
    const c12 = a13 * a23 - a12 * a33;
    const c13 = a12 * a23 - a13 * a22;
    const c22 = a11 * a33 - a13 * a13;
    const c23 = a12 * a13 - a11 * a23;
    const c33 = a11 * a22 - a12 * a12;
    const determinant = a11 * c11 + a12 * c12 + a13 * c13;
    const withRed = slopes[0]![i]! - r * level;
    const withGreen = slopes[1]![i]! - g * level;
    const withBlue = slopes[2]![i]! - b * level;
    const slopeRed = (c11 * withRed + c12 * withGreen + c13 * withBlue) / determinant;
    const slopeGreen = (c12 * withRed + c22 * withGreen + c23 * withBlue) / determinant;
    const slopeBlue = (c13 * withRed + c23 * withGreen + c33 * withBlue) / determinant;
    slopes[0]![i] = slopeRed;
    slopes[1]![i] = slopeGreen;
    slopes[2]![i] = slopeBlue;
    offset[i] = level - slopeRed * r - slopeGreen * g - slopeBlue * b;
  }
  for (const plane of [...slopes, offset]) boxBlur(plane, size, radius, plane, work);
  for (let i = 0; i < count; i++) {
    work[i] = slopes[0]![i]! * red[i]! + slopes[1]![i]! * green[i]! + slopes[2]![i]! * blue[i]! + offset[i]!;
  }
  return work;
}
