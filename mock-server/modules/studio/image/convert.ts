import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import type { ImageFormat } from '#shared/contract/image';
import { type ConvertedFormat, uploadFormatNames } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import { storageFault } from '../../../storage-fault.ts';
import { decodeBmp } from './bmp.ts';
import { tooHeavy } from './conversion-limits.ts';
import { uprightExif } from './formats/exif.ts';
import { withDescribed, withoutExifHead } from './formats/picture-description.ts';
import { uprightXmp } from './formats/xmp.ts';
import { decodeHeic } from './heic.ts';
import { checkDimensions } from './image.rules.ts';
import { type DrawnPage, drawPdf } from './pdf.ts';
import { openPicture } from './picture.ts';
import { watchWasmMemory } from './wasm-limit.ts';

/** Format of an upload before its conversion to a picture. */
export type Origin = { from: ConvertedFormat } & Partial<DrawnPage>;

/** Maximum WebAssembly memory of the decoder, in bytes, by format; the rest of `mostMemory` is the process's own. */
const wasmBytes: Partial<Record<ConvertedFormat, number>> = { pdf: 384 * 1024 ** 2 };

/** A PNG larger than this gives way to a JPEG or WebP, bytes: a lossless copy of a photo may be ten times its file. */
const largestPng = 20 * 1024 * 1024;

/** Path of the converted picture of a file. */
export const convertedBeside = (file: string) => path.join(path.dirname(file), 'converted');

/**
 * Converts a file to a JPEG, PNG or WebP: upright, in sRGB, 8 bits per sample. The result is written to {@link
 * convertedBeside}, so that the file is unchanged if the process crashes. Lossless sources and those with alpha become
 * PNG, so that lines stay sharp; photos become JPEG of quality 95, which looks the same and is a tenth of the size.
 * Throws `upload.*`.
 */
export async function convert(file: string, format: ConvertedFormat, page?: number): Promise<Origin> {
  const target = convertedBeside(file);
  const memory = watchWasmMemory(wasmBytes[format]);
  try {
    const raster = path.join(path.dirname(file), 'raster.tiff');
    const drawn = await decode(file, format, raster, page);
    // Some decoders return an incomplete picture when they run out of memory.
    if (memory.isReached) throw tooHeavy(format, undefined);
    const source = format === 'tiff' || format === 'avif' ? file : raster;
    const { width, height, hasAlpha } = await sharp(source, { limitInputPixels: false }).metadata();
    checkDimensions(width, height);
    const isLossless = format === 'bmp' || format === 'pdf' || format === 'tiff';
    const isClear = hasAlpha && format !== 'pdf';
    const open = () => upright(source, isClear);
    const isKept = (isLossless || isClear) && (await writePng(open(), target));
    if (!isKept && isClear) await open().webp({ quality: 95 }).toFile(target);
    else if (!isKept) await open().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(target);
    await carryOver(file, target, isKept ? 'png' : isClear ? 'webp' : 'jpg');
    return { from: format, ...drawn };
  } catch (cause) {
    if (cause instanceof ProductError) throw cause;
    // A decoder that runs out of memory reports a broken file, or nothing.
    if (memory.isReached) throw tooHeavy(format, cause);
    throw (
      storageFault(cause) ??
      new ProductError('upload.not_converted', { fill: { format: uploadFormatNames[format] }, cause })
    );
  }
}

/** Decodes what sharp cannot read into a TIFF beside it. */
async function decode(file: string, format: ConvertedFormat, raster: string, page: number | undefined) {
  if (format === 'heic') await decodeHeic(file, raster);
  if (format === 'bmp') await decodeBmp(file, raster);
  return format === 'pdf' ? drawPdf(file, raster, page) : undefined;
}

/** Copies EXIF, XMP and density of the file to the converted picture; unreadable metadata is left out. */
async function carryOver(file: string, target: string, format: ImageFormat): Promise<void> {
  const told = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!told) return;
  const size = await sharp(target, { limitInputPixels: false }).metadata();
  const { exif, xmpAsString, density } = told;
  const made = withDescribed(await readFile(target), format, {
    exif: exif && uprightExif(withoutExifHead(exif), size),
    xmp: xmpAsString === undefined ? undefined : uprightXmp(xmpAsString),
    density: density === undefined || density === 72 ? undefined : density,
    others: [],
  });
  await writeFile(target, made);
}

function upright(file: string, hasAlpha: boolean): Sharp {
  const picture = openPicture(file).autoOrient().toColourspace('srgb');
  return hasAlpha ? picture : picture.removeAlpha();
}

async function writePng(picture: Sharp, target: string): Promise<boolean> {
  await picture.png({ adaptiveFiltering: true }).toFile(target);
  return (await stat(target)).size <= largestPng;
}
