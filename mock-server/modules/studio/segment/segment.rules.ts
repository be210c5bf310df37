import { ProductError } from '#shared/errors';
import type { SegmentPrompt } from '../../../adapters/segment/port.ts';
import { keptFormatsText, notAPicture } from '../image/image.rules.ts';

/** Prompt of the caller; the box may reach over the picture's edge. */
export interface AskedPrompt {
  points: ReadonlyArray<{ x: number; y: number; label: 0 | 1 }>;
  box?: { x: number; y: number; width: number; height: number } | undefined;
}

/**
 * Checks a prompt against the picture and cuts the box off at its edges. Throws `segment.nothing_marked` when there is
 * neither a positive point nor a box, `segment.outside` when a point or the whole box lies outside.
 */
export function admitPrompt({ points, box }: AskedPrompt, width: number, height: number): SegmentPrompt {
  const hasBox = box !== undefined && box.width > 0 && box.height > 0;
  if (!hasBox && !points.some(({ label }) => label === 1)) throw new ProductError('segment.nothing_marked');
  if (points.some(({ x, y }) => x < 0 || y < 0 || x >= width || y >= height)) throw new ProductError('segment.outside');
  if (!hasBox) return { points };
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const right = Math.min(width, box.x + box.width);
  const bottom = Math.min(height, box.y + box.height);
  if (right <= x || bottom <= y) throw new ProductError('segment.outside');
  return { points, box: { x, y, width: right - x, height: bottom - y } };
}

/** Bytes of `data:image/…;base64,…`. Throws `upload.not_an_image` when it is something else. */
export function bytesOfDataUrl(url: string): Buffer {
  const match = /^data:image\/(?:png|jpeg|jpg|webp);base64,/i.exec(url.slice(0, 40));
  if (!match) throw notAPicture(keptFormatsText);
  return Buffer.from(url.slice(match[0].length), 'base64');
}
