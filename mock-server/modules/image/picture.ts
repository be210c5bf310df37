import { open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { ImageFormat } from '#shared/contract/image';
import { isImageFormat } from '#shared/contract/image';
import { type ConvertedFormat, recognisedBytes, recogniseUpload } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import { storageFault } from '../../storage-fault.ts';
import { changesColours } from './colour-profile.ts';
import { generatedXmp, pngHead, pngXmpChunk } from './generated-mark.ts';
import { largestSide, notAPicture } from './image.rules.ts';
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
  /** Whether its colours are meant in something else than sRGB and would look different if they were taken for it. */
  isForeignColour: boolean;
}

/** Throws `upload.broken`, `upload.not_an_image`. */
export async function readHeader(file: string): Promise<UploadHeader | { format: ConvertedFormat }> {
  try {
    const known = recogniseUpload(await readStart(file));
    if (!known || !('format' in known)) throw notAPicture();
    const { format } = known;
    if (!isImageFormat(format)) return { format };
    const {
      width,
      height,
      orientation = 1,
      icc,
      space,
      channels,
    } = await sharp(file, {
      limitInputPixels: false,
    }).metadata();
    const isForeignColour = space === 'cmyk' || (!!icc && (await changesColours(icc, channels < 3 ? 1 : 3)));
    return { width, height, format, orientation, isForeignColour };
  } catch (cause) {
    if (cause instanceof ProductError) throw cause;
    throw storageFault(cause) ?? new ProductError('upload.broken', { cause });
  }
}

async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(recognisedBytes), 0, recognisedBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether an upload is written anew when it is taken in, because it is not upright or not in sRGB. */
export const isRewritten = ({ orientation, isForeignColour }: UploadHeader) => orientation !== 1 || isForeignColour;

/** Turns an upload upright and its colours to sRGB, in place, and decodes the whole file. Throws `upload.broken`. */
export async function takeIn(file: string, header: UploadHeader): Promise<PictureFacts> {
  try {
    if (isRewritten(header)) await rewrite(file, header.format);
    return { ...(await measure(file)), format: header.format };
  } catch (cause) {
    throw storageFault(cause) ?? new ProductError('upload.broken', { cause });
  }
}

/** Writes the copy that is planned. */
export async function makeCopy(file: string, target: string, plan: CopyPlan): Promise<{ format: ImageFormat }> {
  const picture = openPicture(file).toColourspace('srgb');
  const { width, height, format, xmpAsString } = await sharp(file, { limitInputPixels: decodedPixels }).metadata();
  const isMetadataAlone = !plan.resize && !plan.isMarked && format === 'png' && plan.format === 'png' && !xmpAsString;
  if (plan.producedAs !== undefined && isMetadataAlone) {
    const bytes = await readFile(file);
    const chunk = pngXmpChunk(generatedXmp(plan.producedAs));
    await writeFile(target, [bytes.subarray(0, pngHead), chunk, bytes.subarray(pngHead)]);
    return { format: plan.format };
  }
  if (plan.resize) picture.resize({ ...plan.resize, withoutEnlargement: true });
  const size = plan.isMarked && plan.resize ? sizeOf({ width, height }, plan.resize) : { width, height };
  const copy = encode(plan.isMarked ? await stampWatermark(picture, size) : picture, plan);
  if (plan.producedAs !== undefined) copy.withXmp(generatedXmp(plan.producedAs, xmpAsString));
  await copy.toFile(target);
  return { format: plan.format };
}

function encode(picture: Sharp, { format, quality }: CopyPlan) {
  if (format === 'png') return picture.png({ adaptiveFiltering: true });
  if (format === 'webp') return picture.webp({ quality });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: false, chromaSubsampling: '4:4:4' });
}

async function rewrite(file: string, format: ImageFormat): Promise<void> {
  const rewritten = path.join(path.dirname(file), 'rewritten');
  const picture = openPicture(file).autoOrient().toColourspace('srgb');
  if (format === 'jpg') picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  if (format === 'webp') picture.webp({ quality: 95 });
  if (format === 'png') picture.png();
  await picture.toFile(rewritten);
  await rename(rewritten, file);
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
