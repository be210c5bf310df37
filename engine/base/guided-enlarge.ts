import { boxBlur, type Size } from './blur.ts';
import type { RgbBytes } from './colour.ts';

/**
 * Statistics of a picture's colours that guide the enlargement of its planes: made once, used for every plane. Guided
 * filter with a colour guide (He, Sun, Tang, "Guided Image Filtering", ECCV 2010, eq. 14–16).
 */
export interface ColourGuide extends Size {
  radius: number;
  /** Red, green, blue, 0–1, and their means over the window. */
  channels: readonly Float32Array[];
  means: readonly Float32Array[];
  /** Inverse of the window's covariance: rr, rg, rb, gg, gb, bb. */
  inverse: readonly Float32Array[];
}

/**
 * @param radius window radius, pixels, whole, 1 or more
 * @param epsilon in the square of full scale
 */
export function makeColourGuide(rgb: RgbBytes, size: Size, radius: number, epsilon: number): ColourGuide {
  const count = size.width * size.height;
  const scratch = new Float32Array(count);
  const channels = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(count);
    for (let i = 0; i < count; i++) plane[i] = rgb[i * 3 + channel]! / 255;
    return plane;
  });
  const means = channels.map((plane) => boxBlur(plane, size, radius, undefined, scratch));
  const covariance = pairs.map(([one, other]) => {
    const product = new Float32Array(count);
    for (let i = 0; i < count; i++) product[i] = channels[one]![i]! * channels[other]![i]!;
    boxBlur(product, size, radius, product, scratch);
    for (let i = 0; i < count; i++) product[i]! -= means[one]![i]! * means[other]![i]!;
    return product;
  });
  const [rr, rg, rb, gg, gb, bb] = covariance as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < count; i++) {
    const a = rr[i]! + epsilon;
    const b = rg[i]!;
    const c = rb[i]!;
    const d = gg[i]! + epsilon;
    const e = gb[i]!;
    const f = bb[i]! + epsilon;
    const one = d * f - e * e;
    const two = c * e - b * f;
    const three = b * e - c * d;
    const determinant = a * one + b * two + c * three;
    rr[i] = one / determinant;
    rg[i] = two / determinant;
    rb[i] = three / determinant;
    gg[i] = (a * f - c * c) / determinant;
    gb[i] = (b * c - a * e) / determinant;
    bb[i] = (a * d - b * b) / determinant;
  }
  return { ...size, radius, channels, means, inverse: covariance };
}

const pairs = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
] as const;

/** A plane as a linear function of the colour at each point: slopes of red, green, blue, and what is added. */
type Slopes = readonly [Float32Array, Float32Array, Float32Array, Float32Array];

/** A plane drawn along the edges of the guide, in the guide's size. */
export function guidePlane(guide: ColourGuide, source: Float32Array): Float32Array {
  const [red, green, blue, offset] = slopesOf(guide, source);
  const [r, g, b] = guide.channels as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < offset.length; i++) offset[i]! += red[i]! * r[i]! + green[i]! * g[i]! + blue[i]! * b[i]!;
  return offset;
}

/**
 * A plane of the guide's size drawn along the edges of the picture in another, larger size: the slopes are enlarged and
 * the large picture's colours put in (He & Sun, "Fast Guided Filter", 2015).
 *
 * @param rgb the picture in the size `to`
 * @param finish makes the byte of a value; values may lie somewhat outside the source's range
 */
export function guideLarge(
  guide: ColourGuide,
  source: Float32Array,
  rgb: RgbBytes,
  to: Size,
  finish: (value: number) => number,
): Uint8Array<ArrayBuffer> {
  const slopes = slopesOf(guide, source);
  const out = new Uint8Array(to.width * to.height);
  const rows = slopes.map(() => new Float32Array(guide.width));
  const place = (at: number, length: number, from: number) =>
    Math.max(0, Math.min(from - 1, ((at + 0.5) * from) / length - 0.5));
  for (let y = 0, i = 0; y < to.height; y++) {
    const down = place(y, to.height, guide.height);
    const upper = Math.floor(down);
    const above = upper * guide.width;
    const below = Math.min(guide.height - 1, upper + 1) * guide.width;
    for (const [index, plane] of slopes.entries()) {
      const row = rows[index]!;
      for (let x = 0; x < guide.width; x++) {
        row[x] = plane[above + x]! + (plane[below + x]! - plane[above + x]!) * (down - upper);
      }
    }
    const [red, green, blue, offset] = rows as [Float32Array, Float32Array, Float32Array, Float32Array];
    for (let x = 0; x < to.width; x++, i++) {
      const across = place(x, to.width, guide.width);
      const left = Math.floor(across);
      const right = Math.min(guide.width - 1, left + 1);
      const share = across - left;
      const at = i * 3;
      const own =
        (red[left]! + (red[right]! - red[left]!) * share) * rgb[at]! +
        (green[left]! + (green[right]! - green[left]!) * share) * rgb[at + 1]! +
        (blue[left]! + (blue[right]! - blue[left]!) * share) * rgb[at + 2]!;
      out[i] = finish(own / 255 + offset[left]! + (offset[right]! - offset[left]!) * share);
    }
  }
  return out;
}

function slopesOf(guide: ColourGuide, source: Float32Array): Slopes {
  const { channels, means, inverse, radius } = guide;
  const count = source.length;
  const scratch = new Float32Array(count);
  const offset = boxBlur(source, guide, radius, undefined, scratch);
  const slopes = channels.map((channel, index) => {
    const product = new Float32Array(count);
    for (let i = 0; i < count; i++) product[i] = channel[i]! * source[i]!;
    boxBlur(product, guide, radius, product, scratch);
    for (let i = 0; i < count; i++) product[i]! -= means[index]![i]! * offset[i]!;
    return product;
  });
  const [red, green, blue] = slopes as [Float32Array, Float32Array, Float32Array];
  const [rr, rg, rb, gg, gb, bb] = inverse as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < count; i++) {
    const r = red[i]!;
    const g = green[i]!;
    const b = blue[i]!;
    red[i] = rr[i]! * r + rg[i]! * g + rb[i]! * b;
    green[i] = rg[i]! * r + gg[i]! * g + gb[i]! * b;
    blue[i] = rb[i]! * r + gb[i]! * g + bb[i]! * b;
    offset[i]! -= red[i]! * means[0]![i]! + green[i]! * means[1]![i]! + blue[i]! * means[2]![i]!;
  }
  for (const plane of [red, green, blue, offset]) boxBlur(plane, guide, radius, plane, scratch);
  return [red, green, blue, offset];
}
