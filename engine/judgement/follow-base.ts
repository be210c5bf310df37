import { gaussianBlur, type Size } from '../base/blur.ts';
import { lumaOf } from '../base/colour.ts';
import { chosenLevel, type Mask } from '../base/mask.ts';
import { byteOf } from '../base/scalar.ts';
import type { JudgedPixels } from './judged-picture.ts';

/** Longest side that slow changes are measured at, pixels; and how slow they are, as a share of it. */
const slowSide = 256;
const slowness = 1 / 16;

export interface Following {
  /** `colours` leaves the light as it is. */
  what: 'colours' | 'colours and light';
  /** Chosen pixels keep the colours of the result: what was to change, and what it does not show. */
  except?: Mask | undefined;
}

/**
 * Gives a result the slow changes of its base, so that promised colours hold: fine detail stays the result's.
 *
 * @param base in the frame of the result
 */
export function followBase(base: JudgedPixels, result: JudgedPixels, { what, except }: Following): JudgedPixels {
  const { width, height } = result;
  const block = Math.ceil(Math.max(width, height) / slowSide);
  const size = { width: Math.ceil(width / block), height: Math.ceil(height / block) };
  const { planes, followed } = slowChange(base, result, { block, size, except });
  if (what === 'colours') leaveLight(planes);
  for (const plane of planes) for (let i = 0; i < plane.length; i++) plane[i]! *= followed[i]!;
  const out = new Uint8Array(result.rgb.length);
  for (let y = 0, i = 0; y < height; y++) {
    const v = Math.min(size.height - 1, Math.max(0, (y + 0.5) / block - 0.5));
    const top = Math.floor(v);
    const bottom = Math.min(size.height - 1, top + 1);
    for (let x = 0; x < width; x++) {
      const u = Math.min(size.width - 1, Math.max(0, (x + 0.5) / block - 0.5));
      const left = Math.floor(u);
      const right = Math.min(size.width - 1, left + 1);
      for (const plane of planes) {
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

interface Blocks {
  /** Side of a block, pixels, and how many there are. */
  block: number;
  size: Size;
  except: Mask | undefined;
}

/** Means of blocks of the base less those of the result, blurred, for each channel; and how much of each block follows, 0–1. */
function slowChange(
  base: JudgedPixels,
  result: JudgedPixels,
  { block, size, except }: Blocks,
): { planes: Float32Array[]; followed: Float32Array } {
  const { width, height } = result;
  const all = new Float32Array(size.width * size.height);
  const counts = new Float32Array(all.length);
  const sums = [0, 1, 2].map(() => new Float32Array(all.length));
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / block) * size.width;
    for (let x = 0; x < width; x++, i++) {
      const at = row + Math.floor(x / block);
      all[at]!++;
      if (except && except[i]! >= chosenLevel) continue;
      counts[at]!++;
      for (const [channel, sum] of sums.entries())
        sum[at]! += base.rgb[i * 3 + channel]! - result.rgb[i * 3 + channel]!;
    }
  }
  const sigma = slowness * Math.max(size.width, size.height);
  // Weighted means: pixels that do not follow have weight 0, so that their colours do not reach their neighbours.
  const weights = gaussianBlur(counts, size, sigma);
  const planes = sums.map((sum) =>
    gaussianBlur(sum, size, sigma).map((value, at) => value / Math.max(weights[at]!, 1e-3)),
  );
  return { planes, followed: counts.map((count, at) => count / all[at]!) };
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
