import type { RgbBytes } from '../base/colour.ts';
import type { JobOutput, ToolJob } from '../base/job.ts';
import { type Mask, readMask } from '../base/mask.ts';
import { type Pixels, pictureOf, readPixels, withAlphaOf, writePng } from '../base/picture-file.ts';

/** Longer pictures are reduced to this side before they are worked on, pixels. */
const maxSide = 4096;

/** A picture and the region of it that may change. */
export interface RegionJob {
  pixels: Pixels;
  mask: Mask;
  /** Facts every tool of this kind reports. */
  facts: Record<string, string | number | boolean>;
}

/** Reads the base picture and its mask at the size they are worked on. */
export async function openRegionJob(job: ToolJob, params: { upload_img: string; mask: string }): Promise<RegionJob> {
  const picture = pictureOf(job, params.upload_img);
  const pixels = await readPixels(picture, { maxSide, alpha: 'keep' });
  const mask = await readMask(job, params.mask, picture, pixels);
  return { pixels, mask, facts: reductionNote(picture, pixels) };
}

/** Says so when the result is smaller than the picture that was uploaded. */
function reductionNote(
  picture: { width: number; height: number },
  { width, height }: { width: number; height: number },
): Record<string, string> {
  if (picture.width === width && picture.height === height) return {};
  return { note: `底图超过 ${maxSide} 像素，已缩小到 ${width}×${height} 处理` };
}

/** Writes a result of the picture's size; transparency stays as it was. */
export async function writeLike(job: ToolJob, name: string, rgb: RgbBytes, pixels: Pixels): Promise<JobOutput> {
  const { width, height, alpha } = pixels;
  return writePng(job, name, withAlphaOf(pixels, rgb), { width, height, channels: alpha ? 4 : 3 });
}

/** A share as a percentage with one decimal, e.g. 3.9. */
export function percentOf(share: number): number {
  return Math.round(share * 1000) / 10;
}
