import { readFile, rename, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '#shared/contract/image';
import { changesColours } from './colour-profile.ts';
import { isCommonJpeg, qualityOf, readJpeg } from './formats/jpeg-file.ts';
import { describedIn, withDescribed, withoutPosition } from './formats/picture-description.ts';
import { pngColourOf, withPngProfile } from './formats/png-colour.ts';
import { joinPng, pngChunk, readPng } from './formats/png-file.ts';
import { isLosslessWebp } from './formats/webp-file.ts';

/** Result of {@link settle}. */
interface Settled {
  /** True when common browsers decode this kind of file. */
  isCommon: boolean;
}

/**
 * Repairs a file in place without decoding it: adds a missing end marker, removes the GPS position and the bytes after
 * the end, and embeds an ICC profile into a PNG whose chunks define another colour space than sRGB.
 */
export async function settle(file: string, format: ImageFormat): Promise<Settled> {
  const bytes = await readFile(file);
  const settled = followed(withoutPosition(ended(bytes, format), format), format);
  const meant = format === 'png' ? await withMeaning(settled) : settled;
  if (meant !== bytes) await replace(file, meant);
  const jpeg = format === 'jpg' ? readJpeg(meant) : undefined;
  return { isCommon: !jpeg || isCommonJpeg(jpeg) };
}

/** Replaces the file atomically, so that it stays readable if the process crashes. */
async function replace(file: string, bytes: Buffer): Promise<void> {
  await writeFile(`${file}-rewritten`, bytes);
  await rename(`${file}-rewritten`, file);
}

function ended(bytes: Buffer, format: ImageFormat): Buffer {
  if (format === 'jpg') {
    const file = readJpeg(bytes);
    return file && !file.hasEnd ? Buffer.concat([bytes, Buffer.from([0xff, 0xd9])]) : bytes;
  }
  const file = format === 'png' ? readPng(bytes) : undefined;
  return file && !file.hasEnd ? joinPng([...file.chunks, pngChunk('IEND', Buffer.alloc(0))]) : bytes;
}

/** Removes an embedded profile that another chunk overrides: later readers would apply it. */
function followed(bytes: Buffer, format: ImageFormat): Buffer {
  return format === 'png' && pngColourOf(bytes).isOverruled ? withPngProfile(bytes, undefined) : bytes;
}

async function withMeaning(bytes: Buffer): Promise<Buffer> {
  const { profile } = pngColourOf(bytes);
  const channels = profile?.toString('latin1', 16, 20) === 'GRAY' ? 1 : 3;
  return profile && (await changesColours(profile, channels)) ? withPngProfile(bytes, profile) : bytes;
}

/** Reductions of quality to try while a JPEG is larger than the upload. Larger reductions are not worth the loss. */
const coarser = [0, 1, 2, 4];

/**
 * Encodes an upload again, in place: upright, in sRGB, readable by browsers. A JPEG keeps its quality and chroma
 * subsampling; metadata is kept; the file does not grow if this can be avoided.
 *
 * @param upright creates the picture to encode
 */
export async function rewrite(file: string, format: ImageFormat, upright: () => Sharp): Promise<void> {
  const bytes = await readFile(file);
  const { density, chromaSubsampling } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const encoders = encodersOf(bytes, format, chromaSubsampling);
  let best: Buffer | undefined;
  for (const encode of encoders) {
    const { data, info } = await encode(upright()).toBuffer({ resolveWithObject: true });
    const isPrinted = density !== undefined && density !== 72;
    const described = describedIn(bytes, format, info, isPrinted ? density : undefined);
    const made = withDescribed(data, format, described);
    // If every encoding is larger than the upload, the first is kept: it loses the least quality.
    best = !best || made.length <= bytes.length ? made : best;
    if (best.length <= bytes.length) break;
  }
  if (best) await replace(file, best);
}

/** Encoders in order of preference; the later ones are for results larger than the upload. */
function encodersOf(bytes: Buffer, format: ImageFormat, sampling?: string): Array<(picture: Sharp) => Sharp> {
  if (format === 'png') {
    return [true, false].map(
      (adaptiveFiltering) => (picture) => picture.png({ adaptiveFiltering, compressionLevel: 9 }),
    );
  }
  if (format === 'webp') {
    if (isLosslessWebp(bytes)) return [(picture) => picture.webp({ lossless: true })];
    return [90, 85, 80, 75].map((quality) => (picture) => picture.webp({ quality }));
  }
  const jpeg = readJpeg(bytes);
  const own = jpeg ? qualityOf(jpeg) : 90;
  const chromaSubsampling = sampling?.startsWith('4:2:0') ? '4:2:0' : '4:4:4';
  return coarser.map((less) => (picture) => {
    return picture.jpeg({
      quality: Math.max(1, own - less),
      chromaSubsampling,
      optimiseCoding: true,
      progressive: true,
    });
  });
}
