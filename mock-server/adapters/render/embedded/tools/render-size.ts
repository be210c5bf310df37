import type { RenderOutput, RenderPicture } from '../../port.ts';
import { RenderRefused } from '../../port.ts';
import type { ToolJob } from '../job.ts';
import { enlargePlane } from '../kernels/enlarge.ts';
import { resamplePlane } from '../kernels/resample.ts';
import { type Pixels, readPixels, writePng } from '../picture-file.ts';

/** Longest side of a result by the quality asked for, pixels. */
const longestSide = { standard: 1536, '2k': 2048, '4k': 4096 } as const;
export type RenderQuality = keyof typeof longestSide;

/** Pixels that are worked on at once; more would take over a gigabyte of planes. */
const mostPixels = 7e6;

/**
 * Reads a base picture, reduced to the quality's size and to seven million pixels when it is larger. Transparency lies on
 * white.
 */
export async function readBase(picture: RenderPicture, quality: RenderQuality): Promise<Pixels> {
  const { width, height } = picture;
  const workable = Math.floor(Math.max(width, height) * Math.min(1, Math.sqrt(mostPixels / (width * height))));
  const pixels = await readPixels(picture, { maxSide: Math.min(longestSide[quality], workable), alpha: 'onWhite' });
  if (Math.min(pixels.width, pixels.height) < 64) throw new RenderRefused('图片太小，边长至少需要 64 像素。');
  return pixels;
}

/** Writes a result; 2K and 4K are enlarged to their size when the base was smaller, standard never is. */
export async function writeRender(
  job: ToolJob,
  name: string,
  rgb: Uint8Array,
  size: { width: number; height: number },
  quality: RenderQuality,
): Promise<RenderOutput> {
  const wanted = longestSide[quality];
  const longest = Math.max(size.width, size.height);
  if (quality === 'standard' || longest >= wanted) return writePng(job, name, rgb, { ...size, channels: 3 });
  const to = {
    width: Math.round((size.width * wanted) / longest),
    height: Math.round((size.height * wanted) / longest),
  };
  const out = new Uint8Array(to.width * to.height * 3);
  const plane = new Float32Array(size.width * size.height);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]!;
    const large = enlargeTo(plane, size, to);
    for (let i = 0; i < large.length; i++) {
      out[i * 3 + channel] = Math.max(0, Math.min(255, Math.round(large[i]!)));
    }
  }
  return writePng(job, name, out, { ...to, channels: 3 });
}

/** Above twice the size back-projection gains nothing visible for its cost. */
function enlargeTo(
  plane: Float32Array,
  from: { width: number; height: number },
  to: { width: number; height: number },
): Float32Array {
  const factor = to.width / from.width;
  if (factor > 1.5 && factor <= 2) {
    const doubled = { width: from.width * 2, height: from.height * 2 };
    return resamplePlane(enlargePlane(plane, from, 2, 2), doubled, to);
  }
  return resamplePlane(plane, from, to);
}
