import { gaussianBlur, type Size } from '../base/blur.ts';
import { lumaOf } from '../base/colour.ts';
import { byteOf } from '../base/scalar.ts';
import type { JudgedPixels } from './judged-picture.ts';

/** Longest side that slow changes are measured at, pixels; and how slow they are, as a share of it. */
const slowSide = 256;
const slowness = 0.03;

/**
 * Gives a result the slow changes of its base, so that promised colours hold: fine detail stays the result's.
 *
 * @param base in the frame of the result
 * @param what `colours` leaves the light as it is
 */
export function followBase(
  base: JudgedPixels,
  result: JudgedPixels,
  what: 'colours' | 'colours and light',
): JudgedPixels {
  const { width, height } = result;
  const block = Math.ceil(Math.max(width, height) / slowSide);
  const size = { width: Math.ceil(width / block), height: Math.ceil(height / block) };
  const change = slowChange(base, result, block, size);
  if (what === 'colours') leaveLight(change);
  const out = new Uint8Array(result.rgb.length);
  for (let y = 0, i = 0; y < height; y++) {
    const v = Math.min(size.height - 1, Math.max(0, (y + 0.5) / block - 0.5));
    const top = Math.floor(v);
    const bottom = Math.min(size.height - 1, top + 1);
    for (let x = 0; x < width; x++) {
      const u = Math.min(size.width - 1, Math.max(0, (x + 0.5) / block - 0.5));
      const left = Math.floor(u);
      const right = Math.min(size.width - 1, left + 1);
      for (const plane of change) {
        const upper = plane[top * size.width + left]! * (1 - u + left) + plane[top * size.width + right]! * (u - left);
        const lower =
          plane[bottom * size.width + left]! * (1 - u + left) + plane[bottom * size.width + right]! * (u - left);
        out[i] = byteOf(result.rgb[i]! + upper + (lower - upper) * (v - top));
        i++;
      }
    }
  }
  return { rgb: out, width, height };
}

/** Means of blocks of the base less those of the result, blurred, for each channel. */
function slowChange(base: JudgedPixels, result: JudgedPixels, block: number, size: Size): Float32Array[] {
  const { width, height } = result;
  const counts = new Float32Array(size.width * size.height);
  const sums = [0, 1, 2].map(() => new Float32Array(counts.length));
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / block) * size.width;
    for (let x = 0; x < width; x++) {
      const at = row + Math.floor(x / block);
      counts[at]!++;
      for (const sum of sums) {
        sum[at]! += base.rgb[i]! - result.rgb[i]!;
        i++;
      }
    }
  }
  const sigma = slowness * Math.max(size.width, size.height);
  return sums.map((sum) =>
    gaussianBlur(
      sum.map((value, at) => value / counts[at]!),
      size,
      sigma,
    ),
  );
}

/** Takes the change of luma out of a change of colours. */
function leaveLight([red, green, blue]: readonly Float32Array[]): void {
  for (let i = 0; i < red!.length; i++) {
    const luma = lumaOf(red![i]!, green![i]!, blue![i]!);
    red![i]! -= luma;
    green![i]! -= luma;
    blue![i]! -= luma;
  }
}
