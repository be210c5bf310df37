import { likenessOf, measuredSide } from '../../../../engine/kernels/likeness/index.ts';
import { openPicture } from './picture.ts';

/** Part of a picture, 0–1 of its sides. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** As it goes from process to process and into the database. */
export interface PictureLikeness {
  dhash: string;
  dhashMirrored: string;
  phash: string;
  colourBits: number;
  /** Base64. */
  features: string;
}

/** Measures what a picture is found by, or a part of it, from a small copy. */
export async function measureLikeness(file: string, crop?: Crop): Promise<PictureLikeness> {
  const small = openPicture(file).flatten({ background: '#ffffff' }).toColourspace('srgb');
  if (crop) {
    const { width, height } = await openPicture(file).metadata();
    const left = Math.min(width - 1, Math.floor(crop.x * width));
    const top = Math.min(height - 1, Math.floor(crop.y * height));
    small.extract({
      ...{ left, top },
      width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
      height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
    });
  }
  const { data, info } = await small
    .resize(measuredSide, measuredSide, { fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { features, ...rest } = likenessOf(new Uint8Array(data), info);
  return { ...rest, features: Buffer.from(features).toString('base64') };
}
