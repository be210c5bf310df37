import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { stripsOf } from '../../base/strips.ts';

/** Rows from which colours are still fetched across the end of a strip. */
const stripMargin = 64;

/**
 * The thing's own colours where it is half transparent, without the background that shines through (Germer et al.,
 * "Fast multi-level foreground estimation", ICPR 2020).
 *
 * @param alpha 0…1 per pixel
 * @returns interleaved bytes of the picture's size
 */
export function estimateForeground(rgb: RgbBytes, alpha: Float32Array, size: Size): Uint8Array {
  const { width } = size;
  const out = new Uint8Array(rgb);
  for (const { first, last, top, bottom } of stripsOf(size, stripMargin)) {
    const [from, to] = [first * width, last * width];
    const strip = { width, height: last - first };
    const front = frontOf(rgb.subarray(from * 3, to * 3), alpha.subarray(from, to), strip);
    for (let i = top * width; i < bottom * width; i++) {
      if (alpha[i]! > 0.985) continue;
      for (let at = i * 3; at < i * 3 + 3; at++) out[at] = Math.round(front[at - from * 3]!);
    }
  }
  return out;
}

function frontOf(rgb: RgbBytes, alpha: Float32Array, size: Size): Float32Array {
  const levels = Math.max(1, Math.ceil(Math.log2(Math.max(size.width, size.height))));
  const planes = [0, 1, 2].map((channel) => floatsOf(alpha, (_, i) => rgb[i * 3 + channel]!));
  let state: Level | undefined;
  for (let level = levels; level >= 0; level--) {
    const own = {
      width: Math.max(1, Math.round(size.width / 2 ** level)),
      height: Math.max(1, Math.round(size.height / 2 ** level)),
    };
    const isFull = level === 0;
    const share = isFull ? alpha : clamped(resamplePlane(alpha, size, own, 'catmullRom'));
    const colours = isFull ? planes : planes.map((plane) => resamplePlane(plane, size, own, 'catmullRom'));
    state = solveLevel(colours, share, own, state, Math.max(own.width, own.height) <= 32 ? 10 : 2);
  }
  return state!.front;
}

function clamped(plane: Float32Array): Float32Array {
  for (let i = 0; i < plane.length; i++) plane[i] = clamp(plane[i]!, 0, 1);
  return plane;
}

interface Level {
  front: Float32Array;
  behind: Float32Array;
  size: Size;
}

/** Gauss–Seidel rounds on one level, started from the coarser one. */
function solveLevel(
  colours: readonly Float32Array[],
  alpha: Float32Array,
  size: Size,
  coarse: Level | undefined,
  rounds: number,
): Level {
  const { width, height } = size;
  const level = coarse ? enlarged(coarse, size) : evenLevel(size);
  const around = new Int32Array(4);
  for (let round = 0; round < rounds; round++) {
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        readNeighbours(around, x, y, size);
        solvePixel(level, colours, alpha, i, around);
      }
    }
  }
  return level;
}

/** Writes the left, right, upper and lower neighbour of a pixel; the pixel itself beyond the picture. */
function readNeighbours(out: Int32Array, x: number, y: number, { width, height }: Size): void {
  const i = y * width + x;
  out[0] = x > 0 ? i - 1 : i;
  out[1] = x < width - 1 ? i + 1 : i;
  out[2] = y > 0 ? i - width : i;
  out[3] = y < height - 1 ? i + width : i;
}

function evenLevel(size: Size): Level {
  const count = size.width * size.height * 3;
  return { front: new Float32Array(count).fill(128), behind: new Float32Array(count).fill(128), size };
}

/** The coarser level's nearest colours in a finer size. */
function enlarged(coarse: Level, size: Size): Level {
  const level = evenLevel(size);
  const { width, height } = size;
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(coarse.size.height - 1, Math.floor((y * coarse.size.height) / height)) * coarse.size.width;
    for (let x = 0; x < width; x++, i++) {
      const from = (row + Math.min(coarse.size.width - 1, Math.floor((x * coarse.size.width) / width))) * 3;
      for (let channel = 0; channel < 3; channel++) {
        level.front[i * 3 + channel] = coarse.front[from + channel]!;
        level.behind[i * 3 + channel] = coarse.behind[from + channel]!;
      }
    }
  }
  return level;
}

const weights = new Float64Array(4);

/** Solves both colours of a pixel against its four neighbours. In place. */
function solvePixel(
  { front, behind }: Level,
  colours: readonly Float32Array[],
  alpha: Float32Array,
  i: number,
  around: Int32Array,
): void {
  const a = alpha[i]!;
  let total = 0;
  for (let n = 0; n < 4; n++) {
    weights[n] = 1e-5 + 0.1 * Math.abs(a - alpha[around[n]!]!);
    total += weights[n]!;
  }
  const ff = a * a + total;
  const fb = a * (1 - a);
  const bb = (1 - a) * (1 - a) + total;
  const determinant = ff * bb - fb * fb;
  for (let channel = 0; channel < 3; channel++) {
    const seen = colours[channel]![i]!;
    let frontSum = a * seen;
    let behindSum = (1 - a) * seen;
    for (let n = 0; n < 4; n++) {
      frontSum += weights[n]! * front[around[n]! * 3 + channel]!;
      behindSum += weights[n]! * behind[around[n]! * 3 + channel]!;
    }
    const at = i * 3 + channel;
    front[at] = clamp((bb * frontSum - fb * behindSum) / determinant, 0, 255);
    behind[at] = clamp((ff * behindSum - fb * frontSum) / determinant, 0, 255);
  }
}
