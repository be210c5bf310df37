import { rename } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { ImageFormat } from '#shared/contract/image';
import { ProductError } from '#shared/errors';
import { storageFault } from '../../storage-fault.ts';
import { checkDimensions, largestSide } from './image.rules.ts';

// Files are replaced under their name; a cached decoder would go on showing the old one.
sharp.cache(false);

/** What the product knows of a picture file. */
export interface PictureFacts {
  width: number;
  height: number;
  format: ImageFormat;
  /** `#rrggbb`, shown before the picture has loaded. */
  mainColor: string;
  /** ThumbHash, base64. */
  thumbHash: string;
}

const sharpFormats: Record<string, ImageFormat | undefined> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

/** Nothing larger is ever decoded. */
const decodedPixels = largestSide * largestSide;

export function openPicture(file: string): Sharp {
  return sharp(file, { limitInputPixels: decodedPixels, failOn: 'error', sequentialRead: true });
}

/**
 * Checks an uploaded file and applies its EXIF orientation, in place. Dimensions are read from the header before
 * anything is decoded. Throws `upload.*`.
 */
export async function admitUpload(file: string): Promise<PictureFacts> {
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw storageFault(cause) ?? new ProductError('upload.broken', { cause });
    });
  const format = sharpFormats[header.format ?? ''];
  if (!format) throw new ProductError('upload.not_an_image');
  checkDimensions(header.width, header.height);
  try {
    if ((header.orientation ?? 1) !== 1) await turnUpright(file, format);
    return { ...(await measure(file)), format };
  } catch (cause) {
    throw cause instanceof ProductError ? cause : (storageFault(cause) ?? new ProductError('upload.broken', { cause }));
  }
}

async function turnUpright(file: string, format: ImageFormat): Promise<void> {
  const upright = path.join(path.dirname(file), 'upright');
  const picture = openPicture(file).rotate();
  if (format === 'jpg') picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  if (format === 'webp') picture.webp({ quality: 95 });
  if (format === 'png') picture.png();
  await picture.keepIccProfile().toFile(upright);
  await rename(upright, file);
}

/** Decodes the whole file once, small; a truncated one fails here. */
export async function measure(file: string): Promise<Omit<PictureFacts, 'format'>> {
  const { width, height } = await sharp(file, { limitInputPixels: decodedPixels }).metadata();
  const { data, info } = await openPicture(file)
    .toColourspace('srgb')
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0];
  for (let i = 0; i < data.length; i += 4)
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (data[i + c] as number);
  const mean = sum.map((total) => Math.round(total / (data.length / 4)));
  return {
    width,
    height,
    mainColor: `#${mean.map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    thumbHash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
  };
}
