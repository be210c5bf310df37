import { rename } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { ImageFormat } from '#shared/contract/image';
import { ProductError } from '#shared/errors';
import { storageFault } from '../../storage-fault.ts';
import { largestSide } from './image.rules.ts';
import { type CopyPlan, sizeOf } from './view.rules.ts';
import { stampWatermark } from './watermark.ts';

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

/** What the header of an upload says; nothing is decoded for it. */
export interface UploadHeader {
  /** Pixels, before the orientation is applied. */
  width: number;
  height: number;
  format: ImageFormat;
  /** EXIF orientation, 1–8. */
  orientation: number;
}

/** Throws `upload.broken`, `upload.not_an_image`. */
export async function readHeader(file: string): Promise<UploadHeader> {
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw storageFault(cause) ?? new ProductError('upload.broken', { cause });
    });
  const format = sharpFormats[header.format ?? ''];
  if (!format) throw new ProductError('upload.not_an_image');
  return { width: header.width, height: header.height, format, orientation: header.orientation ?? 1 };
}

/** Applies the EXIF orientation in place and decodes the whole file. Throws `upload.broken`. */
export async function takeIn(file: string, { format, orientation }: UploadHeader): Promise<PictureFacts> {
  try {
    if (orientation !== 1) await turnUpright(file, format);
    return { ...(await measure(file)), format };
  } catch (cause) {
    throw storageFault(cause) ?? new ProductError('upload.broken', { cause });
  }
}

/** Writes the copy that is planned. */
export async function makeCopy(file: string, target: string, plan: CopyPlan): Promise<{ format: ImageFormat }> {
  const picture = openPicture(file).toColourspace('srgb');
  const { width, height } = await sharp(file, { limitInputPixels: decodedPixels }).metadata();
  if (plan.resize) picture.resize({ ...plan.resize, withoutEnlargement: true });
  const size = plan.isMarked && plan.resize ? sizeOf({ width, height }, plan.resize) : { width, height };
  await encode(plan.isMarked ? await stampWatermark(picture, size) : picture, plan).toFile(target);
  return { format: plan.format };
}

function encode(picture: Sharp, { format, quality }: CopyPlan) {
  if (format === 'png') return picture.png({ adaptiveFiltering: true });
  if (format === 'webp') return picture.webp({ quality });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: false, chromaSubsampling: '4:4:4' });
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
