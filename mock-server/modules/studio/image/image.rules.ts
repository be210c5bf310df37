import { type ImageFormat, isImageFormat } from '#shared/contract/image';
import { recogniseUpload, uploadFormatsText } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';

/** Limits of uploads (docs/RULES.md R53). Pixels. */
const smallestSide = 256;
export const largestSide = 8192;
const largestRatio = 4;
/** Uploads of one account in 24 hours. */
export const uploadsPerDay = 2000;

/** Which format the first bytes announce; the file's name and declared type prove nothing. */
export function sniffFormat(head: Uint8Array): ImageFormat | null {
  const known = recogniseUpload(head);
  return known && 'format' in known && isImageFormat(known.format) ? known.format : null;
}

/** Number of first bytes that {@link sniffFormat} needs. */
export const sniffedBytes = 12;

/** The refusal of what is none of `formats`; of no upload at all when they are left out. */
export const notAPicture = (formats = uploadFormatsText) =>
  new ProductError('upload.not_an_image', { fill: { formats } });
/** Formats accepted by calls that are limited to pictures browsers can draw. */
export const keptFormatsText = 'JPG、PNG 或 WebP 图片';

/** Throws `upload.too_many_pixels`, `upload.too_small` or `upload.bad_ratio`. */
export function checkDimensions(width: number, height: number): void {
  const [short, long] = width < height ? [width, height] : [height, width];
  if (long > largestSide) throw new ProductError('upload.too_many_pixels', { fill: { side: largestSide } });
  if (short < smallestSide) throw new ProductError('upload.too_small', { fill: { side: smallestSide } });
  if (long / short > largestRatio) throw new ProductError('upload.bad_ratio');
}

/** The page of a PDF, counted from 1. Throws `request.invalid`. */
export function pageOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new ProductError('request.invalid', { fields: { page: ['页码应为正整数'] } });
  return Number(text);
}
