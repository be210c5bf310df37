import { open, readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { ImageFormat } from '#shared/contract/image';
import { isImageFormat } from '#shared/contract/image';
import { type ConvertedFormat, recognisedBytes, recogniseUpload } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import { storageFault } from '../../../storage-fault.ts';
import { changesColours } from './colour-profile.ts';
import { withoutPosition } from './formats/picture-description.ts';
import { uprightXmp } from './formats/xmp.ts';
import { generatedXmp, pngHead, pngXmpChunk } from './generated-mark.ts';
import { largestSide, notAPicture } from './image.rules.ts';
import { rewrite, settle } from './rewrite.ts';
import { type CopyPlan, sizeOf } from './view.rules.ts';
import { stampWatermark } from './watermark.ts';

// Files are replaced under their name; a cached decoder would go on showing the old one.
sharp.cache(false);

/** Facts of a picture file. */
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

export function openPicture(file: string, failOn: 'error' | 'warning' = 'error'): Sharp {
  return sharp(file, { limitInputPixels: decodedPixels, failOn, sequentialRead: true });
}

/** Facts in the header of an upload; nothing is decoded for them. */
export interface UploadHeader {
  /** Pixels, before the orientation is applied. */
  width: number;
  height: number;
  format: ImageFormat;
  /** EXIF orientation, 1–8. */
  orientation: number;
  /** True when its colours are meant in something else than sRGB and would look different if they were taken for it. */
  isForeignColour: boolean;
  /** True when common browsers decode this kind of file. */
  isCommon: boolean;
}

/** Reads the header of an upload and repairs in place what needs no decoding. Throws `upload.*`. */
export async function readHeader(file: string): Promise<UploadHeader | { format: ConvertedFormat }> {
  try {
    const known = recogniseUpload(await readStart(file));
    if (known && 'advice' in known)
      throw new ProductError('upload.export_instead', { fill: { sentence: known.advice } });
    if (!known) throw notAPicture();
    const { format } = known;
    if (!isImageFormat(format)) return { format };
    const { isCommon } = await settle(file, format);
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
    return { width, height, format, orientation, isForeignColour, isCommon };
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

/** True when an upload has to be encoded again: it is not upright, not in sRGB, or browsers do not decode it. */
export const isRewritten = ({ orientation, isForeignColour, isCommon }: UploadHeader) =>
  orientation !== 1 || isForeignColour || !isCommon;

/**
 * Turns an upload upright and converts it to sRGB, in place, and decodes the whole file. Throws `upload.broken`,
 * `upload.cut`.
 */
export async function takeIn(file: string, header: UploadHeader): Promise<PictureFacts> {
  const { format } = header;
  try {
    if (format === 'jpg') await requireWhole(file, header);
    if (isRewritten(header)) await rewrite(file, format, () => openPicture(file).autoOrient().toColourspace('srgb'));
    return { ...(await measure(file)), format };
  } catch (cause) {
    if (cause instanceof ProductError) throw cause;
    throw storageFault(cause) ?? new ProductError('upload.broken', { cause });
  }
}

/** Throws `upload.cut` when rows are missing; decoders fill them with grey and only warn. */
async function requireWhole(file: string, { width, height }: UploadHeader): Promise<void> {
  try {
    // Extracting a narrow strip of full height decodes every row and keeps little in memory.
    const strip = { left: 0, top: 0, width: Math.min(16, width), height };
    await openPicture(file, 'warning').extract(strip).raw().toBuffer();
  } catch (cause) {
    // Other warnings are ignored: files of many cameras and programs cause them.
    if (cause instanceof Error && /premature end/i.test(cause.message)) throw new ProductError('upload.cut', { cause });
  }
}

/** Writes the copy that is planned. */
export async function makeCopy(file: string, target: string, plan: CopyPlan): Promise<{ format: ImageFormat }> {
  const picture = openPicture(file).toColourspace('srgb');
  const { width, height, format, xmpAsString } = await sharp(file, { limitInputPixels: decodedPixels }).metadata();
  const isMetadataAlone = !plan.resize && !plan.isMarked && format === 'png' && plan.format === 'png' && !xmpAsString;
  if (plan.producedAs !== undefined && isMetadataAlone) {
    const bytes = withoutPosition(await readFile(file), 'png');
    const chunk = pngXmpChunk(generatedXmp(plan.producedAs));
    await writeFile(target, [bytes.subarray(0, pngHead), chunk, bytes.subarray(pngHead)]);
    return { format: plan.format };
  }
  if (plan.resize) picture.resize({ ...plan.resize, withoutEnlargement: true });
  const size = plan.isMarked && plan.resize ? sizeOf({ width, height }, plan.resize) : { width, height };
  const copy = encode(plan.isMarked ? await stampWatermark(picture, size) : picture, plan);
  if (plan.producedAs !== undefined)
    copy.withXmp(generatedXmp(plan.producedAs, xmpAsString && uprightXmp(xmpAsString)));
  await copy.toFile(target);
  return { format: plan.format };
}

function encode(picture: Sharp, { format, quality }: CopyPlan) {
  if (format === 'png') return picture.png({ adaptiveFiltering: true });
  if (format === 'webp') return picture.webp({ quality });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: false, chromaSubsampling: '4:4:4' });
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
  let weight = 0;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number;
    weight += alpha;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (data[i + c] as number) * alpha;
  }
  const mean = sum.map((total) => Math.round(total / Math.max(1, weight)));
  return {
    width,
    height,
    mainColor: `#${mean.map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    thumbHash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
  };
}
