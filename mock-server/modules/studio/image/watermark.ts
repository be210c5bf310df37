import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { watermark } from '#shared/domain/watermark';

/** The brand text at its size, drawn once by `scripts/watermark.ts`, since a server may have no Chinese font. */
const stamp = fileURLToPath(new URL('./watermark.png', import.meta.url));

/**
 * Draws the brand text half transparent at the top left (docs/RULES.md R55); on a picture too small for it, as much as
 * fits.
 */
export async function stampWatermark(picture: Sharp, size: { width: number; height: number }): Promise<Sharp> {
  const { offset } = watermark;
  const space = { width: size.width - offset, height: size.height - offset };
  const mark = await sharp(stamp).metadata();
  const width = Math.min(mark.width, space.width);
  const height = Math.min(mark.height, space.height);
  if (width <= 0 || height <= 0) return picture;
  const input = await sharp(stamp).extract({ left: 0, top: 0, width, height }).toBuffer();
  return picture.composite([{ input, left: offset, top: offset }]);
}
