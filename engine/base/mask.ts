import type { Size } from './blur.ts';
import { type JobPicture, JobRefused, type ToolJob } from './job.ts';
import { bytesOf } from './map-plane.ts';
import { openPicture, pictureOf, refuseUnreadable } from './picture-file.ts';
import { resamplePlane } from './resample.ts';

/**
 * Masks: one byte per pixel in row order, 0 = keep, 255 = change, between them a share. A pixel counts as chosen from
 * {@link chosenLevel} upwards.
 */
export type Mask = Uint8Array;

/** From here upwards a pixel belongs to the region, 0–255. */
export const chosenLevel = 128;

/** A mask over more than this share of the picture is refused by tools that change a part of it. */
const maxShare = 0.7;

/**
 * Reads the mask a parameter names and checks it against the picture it was painted on.
 *
 * @param picture the picture the mask was painted on; the mask must have its size
 * @param size the size to work at; the mask is reduced to it when the picture was
 * @param isAnySizeAllowed true for tools whose region may be nearly the whole picture
 * @param isEmptyAllowed true where an empty mask means that the picture has none of what is masked
 * @throws JobRefused when the mask is missing, of another size, empty or larger than 70 % of the picture
 */
export async function readMask(
  job: ToolJob,
  maskId: string,
  picture: JobPicture,
  size: Size,
  { isAnySizeAllowed = false, isEmptyAllowed = false } = {},
): Promise<Mask> {
  const file = pictureOf(job, maskId).file;
  const { data, info } = await refuseUnreadable(() =>
    openPicture(file, { isProfileIgnored: true })
      .flatten({ background: '#000000' })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  if (info.width !== picture.width || info.height !== picture.height) {
    throw new JobRefused('蒙版尺寸与底图不一致，请重新涂抹');
  }
  const whole = info.channels === 1 ? new Uint8Array(data) : data.filter((_, i) => i % info.channels === 0);
  const mask = size.width === info.width && size.height === info.height ? whole : reduceMask(whole, info, size);
  const share = shareOf(mask);
  if (share === 0 && !isEmptyAllowed) throw new JobRefused('请先涂抹要修改的区域');
  if (share > maxShare && !isAnySizeAllowed) throw new JobRefused('选区过大，建议使用整图渲染');
  return mask;
}

function reduceMask(mask: Mask, from: Size, to: Size): Mask {
  const plane = resamplePlane(Float32Array.from(mask), from, to, 'catmullRom');
  // Below half a percent is the kernel's ringing, not the user's brush.
  return bytesOf(plane, (level) => (level < 1.5 ? 0 : Math.min(255, Math.round(level))));
}

/** Share of the picture that is chosen, 0–1. */
export function shareOf(mask: Mask): number {
  let count = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i]! >= chosenLevel) count++;
  return count / mask.length;
}

/**
 * Grows (or with a negative radius shrinks) the chosen region by a disc. The border of the picture does not shrink it.
 *
 * @param radius pixels
 * @returns a hard mask, 0 or 255
 */
export function growMask(mask: Mask, size: Size, radius: number): Mask {
  const isShrinking = radius < 0;
  const squares = squaredDistance(mask, size, isShrinking ? 'kept' : 'chosen');
  const reach = radius * radius + 1e-3;
  return bytesOf(squares, (square) => (square <= reach !== isShrinking ? 255 : 0));
}

/**
 * Softens the edge of the chosen region to the inside: 0 outside as before, rising over `radius` pixels to 255. The
 * border of the picture counts as inside.
 *
 * @param radius pixels, 0 or more
 */
export function featherMask(mask: Mask, size: Size, radius: number): Mask {
  const squares = squaredDistance(mask, size, 'kept');
  return bytesOf(squares, (square) => {
    if (square === 0) return 0;
    const share = Math.min(1, Math.sqrt(square) / (radius + 1));
    return Math.max(1, Math.round(255 * share * share * (3 - 2 * share)));
  });
}

/**
 * Squared Euclidean distance of every pixel to the nearest chosen (or kept) one, pixels² (Felzenszwalb & Huttenlocher,
 * "Distance transforms of sampled functions", 2012). Very large where there is none.
 */
export function squaredDistance(mask: Mask, { width, height }: Size, to: 'chosen' | 'kept'): Float32Array {
  const far = 1e12;
  const squares = new Float32Array(mask.length);
  for (let i = 0; i < mask.length; i++) squares[i] = mask[i]! >= chosenLevel === (to === 'chosen') ? 0 : far;
  const longest = Math.max(width, height);
  const line = new Float64Array(longest);
  const parabola = new Int32Array(longest);
  const crossing = new Float64Array(longest + 1);
  const transform = (start: number, step: number, count: number) => {
    for (let i = 0; i < count; i++) line[i] = squares[start + i * step]!;
    lowerEnvelope(line, count, parabola, crossing);
    for (let i = 0, at = 0; i < count; i++) {
      while (crossing[at + 1]! < i) at++;
      const vertex = parabola[at]!;
      squares[start + i * step] = (i - vertex) ** 2 + line[vertex]!;
    }
  };
  for (let x = 0; x < width; x++) transform(x, width, height);
  for (let y = 0; y < height; y++) transform(y * width, 1, width);
  return squares;
}

/** Vertices of the parabolas that are lowest somewhere, and where one takes over from the last. */
function lowerEnvelope(line: Float64Array, count: number, parabola: Int32Array, crossing: Float64Array): void {
  let last = 0;
  parabola[0] = 0;
  crossing[0] = -Infinity;
  crossing[1] = Infinity;
  for (let i = 1; i < count; i++) {
    let cut: number;
    for (;;) {
      const other = parabola[last]!;
      cut = (line[i]! - line[other]! + i * i - other * other) / (2 * (i - other));
      if (cut > crossing[last]! || last === 0) break;
      last--;
    }
    if (cut > crossing[last]!) last++;
    parabola[last] = i;
    crossing[last] = last === 0 ? -Infinity : cut;
    crossing[last + 1] = Infinity;
  }
}

/**
 * Lays the result over the original by the mask: pixels with mask 0 keep the original's bytes exactly.
 *
 * @param original interleaved bytes; any number of channels
 * @param result of the original's shape
 */
export function pasteBack(original: Uint8Array, result: Uint8Array, mask: Mask): Uint8Array {
  const channels = original.length / mask.length;
  const out = new Uint8Array(original);
  for (let i = 0; i < mask.length; i++) {
    const level = mask[i]!;
    if (level === 0) continue;
    for (let at = i * channels; at < (i + 1) * channels; at++) {
      out[at] = Math.round(original[at]! + ((result[at]! - original[at]!) * level) / 255);
    }
  }
  return out;
}

/** Number of pixels with mask 0 that differ between the two pictures; for the fact `changedPixelsOutside`. */
export function countChangedOutside(original: Uint8Array, result: Uint8Array, mask: Mask): number {
  const channels = original.length / mask.length;
  let changed = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 0) continue;
    for (let at = i * channels; at < (i + 1) * channels; at++) {
      if (original[at] === result[at]) continue;
      changed++;
      break;
    }
  }
  return changed;
}
