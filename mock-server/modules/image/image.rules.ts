import type { ImageFormat } from '#shared/contract/image';
import { ProductError } from '#shared/errors';

/** Limits of uploads (product.md §2.1). Pixels. */
const smallestSide = 256;
export const largestSide = 8192;
const largestRatio = 4;
/** Uploads of one account in 24 hours. */
export const uploadsPerDay = 2000;

/** Which format the first bytes announce; the file's name and declared type prove nothing. */
export function sniffFormat(head: Uint8Array): ImageFormat | null {
  const starts = (bytes: readonly number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte);
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (starts([0xff, 0xd8, 0xff])) return 'jpg';
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'webp';
  return null;
}

/** How many first bytes {@link sniffFormat} wants. */
export const sniffedBytes = 12;

/** Throws `upload.too_many_pixels`, `upload.too_small` or `upload.bad_ratio`. */
export function checkDimensions(width: number, height: number): void {
  const [short, long] = width < height ? [width, height] : [height, width];
  if (long > largestSide) throw new ProductError('upload.too_many_pixels', { fill: { side: largestSide } });
  if (short < smallestSide) throw new ProductError('upload.too_small', { fill: { side: smallestSide } });
  if (long / short > largestRatio) throw new ProductError('upload.bad_ratio');
}

export const contentTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  dxf: 'image/vnd.dxf',
  mp4: 'video/mp4',
};
