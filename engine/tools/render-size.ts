import type { Size } from '../base/blur.ts';
import { type JobOutput, type JobPicture, JobRefused, type ToolJob } from '../base/job.ts';
import { type Pixels, readPixels, writePng } from '../base/picture-file.ts';
import { resamplePlane } from '../base/resample.ts';
import { byteOf } from '../base/scalar.ts';
import { enlargePlane } from '../kernels/enlarge/enlarge.ts';
import { restoreDetail } from '../kernels/light/restore-detail.ts';

/** Longest side of a result by the quality asked for, pixels. */
const longestSide = { standard: 1536, '2k': 2048, '4k': 4096 } as const;
export type RenderQuality = keyof typeof longestSide;

/** Pixels that are worked on at once; more would take over a gigabyte of planes. */
const mostPixels = 5e6;

/**
 * Reads a base picture, reduced to the quality's size and to five million pixels when it is larger. Transparency lies on
 * white.
 */
export async function readBase(picture: JobPicture, quality: RenderQuality): Promise<Pixels> {
  const { width, height } = picture;
  const workable = Math.floor(Math.max(width, height) * Math.min(1, Math.sqrt(mostPixels / (width * height))));
  const pixels = await readPixels(picture, { maxSide: Math.min(longestSide[quality], workable), alpha: 'onWhite' });
  if (Math.min(pixels.width, pixels.height) < 64) throw new JobRefused('图片太小，边长至少需要 64 像素。');
  return pixels;
}

/** Source of a result, from which detail lost to the working size is restored. */
export interface RenderSource {
  picture: JobPicture;
  /** The base as {@link readBase} gave it. */
  base: Pixels;
  /** Returns the mask of allowed change at a size, 0–255 per pixel; absent = everywhere. */
  allowedAt?: (size: Size) => Promise<Uint8Array | undefined>;
}

/**
 * Writes a result. 2K and 4K have their size: fine detail comes back from a picture that was worked on smaller, and a
 * smaller picture is enlarged; standard is never enlarged.
 *
 * @param size of `rgb`
 */
export async function writeRender(
  job: ToolJob,
  name: string,
  rgb: Uint8Array,
  size: Size,
  quality: RenderQuality,
  source?: RenderSource,
): Promise<JobOutput> {
  const wanted = longestSide[quality];
  const { width, height } = size;
  const isReduced = source && Math.min(wanted, Math.max(source.picture.width, source.picture.height)) > longestOf(size);
  if (quality !== 'standard' && isReduced) {
    const full = await readPixels(source.picture, { maxSide: wanted, alpha: 'onWhite' });
    restoreDetail(source.base.rgb, rgb, { width, height }, full.rgb, full, await source.allowedAt?.(full));
    return writeAt(job, name, full.rgb, full, wanted);
  }
  return writeAt(job, name, rgb, { width, height }, quality === 'standard' ? longestOf(size) : wanted);
}

function longestOf({ width, height }: Size): number {
  return Math.max(width, height);
}

async function writeAt(job: ToolJob, name: string, rgb: Uint8Array, from: Size, longest: number): Promise<JobOutput> {
  const { width, height } = from;
  if (longestOf(from) >= longest) return writePng(job, name, rgb, { width, height, channels: 3 });
  const scale = longest / longestOf(from);
  const to = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const out = new Uint8Array(to.width * to.height * 3);
  const plane = new Float32Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]!;
    const large = enlargeTo(plane, { width, height }, to);
    for (let i = 0; i < large.length; i++) {
      out[i * 3 + channel] = byteOf(large[i]!);
    }
  }
  return writePng(job, name, out, { ...to, channels: 3 });
}

/** Above this many pixels at twice the size, back-projection takes more memory than a job has. */
const mostDoubledPixels = 12e6;

/** Above twice the size back-projection gains nothing visible for its cost. */
function enlargeTo(plane: Float32Array, from: Size, to: Size): Float32Array {
  const factor = to.width / from.width;
  const doubled = { width: from.width * 2, height: from.height * 2 };
  if (factor > 1.5 && factor <= 2 && doubled.width * doubled.height <= mostDoubledPixels) {
    return resamplePlane(enlargePlane(plane, from, 2, 2), doubled, to);
  }
  return resamplePlane(plane, from, to);
}
