import { readFile, rename, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '#shared/contract/image';
import { changesColours } from './colour-profile.ts';
import { isCommonJpeg, qualityOf, readJpeg } from './formats/jpeg-file.ts';
import { describedIn, withDescribed, withoutPosition } from './formats/picture-description.ts';
import { pngColourOf, withPngProfile } from './formats/png-colour.ts';
import { joinPng, pngChunk, readPng } from './formats/png-file.ts';
import { isLosslessWebp } from './formats/webp-file.ts';

/** What a file is found to be before anything of it is decoded. */
interface Settled {
  /** Whether common browsers draw files that are built like it. */
  isCommon: boolean;
}

/**
 * Puts right in place what can be without decoding: a missing end mark is written, a position and what hangs behind the
 * end are left out, and a PNG whose colours are meant in something else than sRGB gets a profile that says so.
 */
export async function settle(file: string, format: ImageFormat): Promise<Settled> {
  const bytes = await readFile(file);
  const settled = followed(withoutPosition(ended(bytes, format), format), format);
  const meant = format === 'png' ? await withMeaning(settled) : settled;
  if (meant !== bytes) await replace(file, meant);
  const jpeg = format === 'jpg' ? readJpeg(meant) : undefined;
  return { isCommon: !jpeg || isCommonJpeg(jpeg) };
}

/** Whole or not at all: a process that is lost leaves a file that can be read once more. */
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

/** Without a profile that another chunk overrules, since whoever reads the file later would follow it. */
function followed(bytes: Buffer, format: ImageFormat): Buffer {
  return format === 'png' && pngColourOf(bytes).isOverruled ? withPngProfile(bytes, undefined) : bytes;
}

async function withMeaning(bytes: Buffer): Promise<Buffer> {
  const { profile } = pngColourOf(bytes);
  const channels = profile?.toString('latin1', 16, 20) === 'GRAY' ? 1 : 3;
  return profile && (await changesColours(profile, channels)) ? withPngProfile(bytes, profile) : bytes;
}

/** By how much less quality a JPEG is tried that grew. Below that its size is worth less than its picture. */
const coarser = [0, 1, 2, 4];

/**
 * Writes an upload anew, in place: upright, in sRGB, as browsers show it. A JPEG keeps its quality and its sampling of
 * colour, what the file says of the picture stays, and the file does not grow as long as that can be.
 *
 * @param upright the picture as it is to be
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
    // Where every way is larger, the one that loses nothing more counts.
    best = !best || made.length <= bytes.length ? made : best;
    if (best.length <= bytes.length) break;
  }
  if (best) await replace(file, best);
}

/** Ways to write the file, the best first; what follows is for files that grew. */
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
