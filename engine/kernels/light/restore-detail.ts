import { boxBlur, type Size } from '../../base/blur.ts';
import { lumaOf, type RgbBytes } from '../../base/colour.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';

/** Radius of the windows in which the change is measured, pixels of the small pictures. */
const radius = 2;
/** Variance of luma below which a window has no detail to carry, square grey levels. */
const epsilon = 12;
/** Rows of the small pictures worked on at once. */
const stripRows = 256;

/**
 * Brings a picture that was changed at a smaller size to full size with the fine detail of the original: in small windows
 * the change is a factor and an offset on the original's luma, and both are enlarged and applied to the original's pixels
 * (guided upsampling: He & Sun, "Fast guided filter", 2015). Where the change has nothing to do with the original, as in
 * a new sky, the factor is near 0 and nothing of the original comes back.
 *
 * @param before the original at `small` size, interleaved bytes
 * @param after what became of it, likewise
 * @param full the original at `large` size, interleaved bytes; receives the result
 * @param allowed how far each pixel of it may change, 0–255; absent = all may
 */
export function restoreDetail(
  before: RgbBytes,
  after: RgbBytes,
  small: Size,
  full: RgbBytes,
  large: Size,
  allowed?: Uint8Array,
): void {
  const { width } = small;
  const margin = 2 * radius + 2;
  const columns = placesOf(small.width, large.width);
  const rows = placesOf(small.height, large.height);
  for (let top = 0, next = 0; top < small.height; top += stripRows) {
    const bottom = Math.min(small.height, top + stripRows);
    const first = Math.max(0, top - margin);
    const last = Math.min(small.height, bottom + margin);
    const strip = { width, height: last - first };
    const [from, to] = [first * width * 3, last * width * 3];
    const change = measureChange(before.subarray(from, to), after.subarray(from, to), strip);
    // Output rows belong to the strip of the small row above them.
    for (; next < large.height && (rows.index[next]! < bottom || bottom === small.height); next++) {
      const row = rows.index[next]! - first;
      const below = Math.min(strip.height - 1, row + 1);
      writeRow(change, row * width, below * width, rows.share[next]!, next);
    }
  }

  function writeRow(change: Change, upper: number, lower: number, down: number, y: number): void {
    const { luma, colours, slopes } = change;
    for (let x = 0, at = y * large.width * 3; x < large.width; x++, at += 3) {
      const most = allowed ? allowed[y * large.width + x]! / 255 : 1;
      if (most === 0) continue;
      const left = columns.index[x]!;
      const right = Math.min(small.width - 1, left + 1);
      const across = columns.share[x]!;
      const [a, b, c, d] = [upper + left, upper + right, lower + left, lower + right];
      const wa = (1 - across) * (1 - down);
      const wb = across * (1 - down);
      const wc = (1 - across) * down;
      const wd = across * down;
      const usual = luma[a]! * wa + luma[b]! * wb + luma[c]! * wc + luma[d]! * wd;
      const fine = lumaOf(full[at]!, full[at + 1]!, full[at + 2]!) - usual;
      for (let channel = 0; channel < 3; channel++) {
        const colour = colours[channel]!;
        const slope = slopes[channel]!;
        const value =
          colour[a]! * wa +
          colour[b]! * wb +
          colour[c]! * wc +
          colour[d]! * wd +
          fine * (slope[a]! * wa + slope[b]! * wb + slope[c]! * wc + slope[d]! * wd);
        const clipped = value <= 0 ? 0 : value >= 255 ? 255 : value;
        const own = full[at + channel]!;
        full[at + channel] = Math.round(own + (clipped - own) * most);
      }
    }
  }
}

interface Change {
  /** Luma of the original. */
  luma: Float32Array;
  /** The changed picture, one plane per channel. */
  colours: readonly Float32Array[];
  /** Change in each channel of the changed picture per grey level of the original's luma, 0–1.6. */
  slopes: readonly Float32Array[];
}

function measureChange(before: RgbBytes, after: RgbBytes, size: Size): Change {
  const count = size.width * size.height;
  const work = new Float32Array(count);
  const luma = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    luma[i] = lumaOf(before[at]!, before[at + 1]!, before[at + 2]!);
  }
  const mean = boxBlur(luma, size, radius, undefined, work);
  const square = luma.map((value) => value * value);
  boxBlur(square, size, radius, square, work);
  const colours = [0, 1, 2].map((channel) => floatsOf(luma, (_, i) => after[i * 3 + channel]!));
  const slopes = colours.map((colour) => {
    const product = colour.map((value, i) => value * luma[i]!);
    boxBlur(product, size, radius, product, work);
    const own = boxBlur(colour, size, radius, undefined, work);
    for (let i = 0; i < count; i++) {
      const variance = square[i]! - mean[i]! * mean[i]!;
      const slope = (product[i]! - mean[i]! * own[i]!) / (variance + epsilon);
      product[i] = clamp(slope, 0, 1.6);
    }
    return boxBlur(product, size, radius, own, work);
  });
  return { luma, colours, slopes };
}

/** For each output place the source before it and how far it lies towards the next, 0–1. */
function placesOf(from: number, to: number): { index: Int32Array; share: Float32Array } {
  const index = new Int32Array(to);
  const share = new Float32Array(to);
  for (let i = 0; i < to; i++) {
    const place = Math.max(0, Math.min(from - 1, ((i + 0.5) * from) / to - 0.5));
    index[i] = Math.floor(place);
    share[i] = place - index[i]!;
  }
  return { index, share };
}
