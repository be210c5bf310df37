import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type JobOutput, type JobPicture, JobRefused, type ToolJob } from './job.ts';
import { spreadColours, weighColours } from './spread-colour.ts';

/** Twice the upload limit; a guard against pictures that claim to be small and are not. */
const maxInputPixels = 80e6;

/** 8-bit sRGB pixels. */
export interface Pixels {
  width: number;
  height: number;
  /** Interleaved red, green, blue. */
  rgb: Uint8Array;
  /** One byte per pixel; absent when every pixel is opaque. Where it is 0, `rgb` is filled from visible neighbours. */
  alpha?: Uint8Array;
  /** `rgb` as decoded, before transparent pixels were filled; present with `alpha`. */
  unseen?: Uint8Array;
}

/**
 * Opens bytes or a file for decoding with the engine's limits.
 *
 * @param isProfileIgnored true gives the samples as they are coded; false turns them into sRGB by the colour profile
 */
export function openPicture(input: string | Buffer, { isProfileIgnored = false } = {}): Sharp {
  return sharp(input, {
    limitInputPixels: maxInputPixels,
    failOn: 'error',
    sequentialRead: false,
    ignoreIcc: isProfileIgnored,
  });
}

/** Runs a decoder and turns what it throws into a refusal the user understands. */
export async function refuseUnreadable<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch {
    throw new JobRefused('图片无法读取，文件可能已损坏，请重新上传一张图片。');
  }
}

/** Finds the picture a parameter names. */
export function pictureOf(job: ToolJob, imageId: string): JobPicture {
  const picture = job.pictures[imageId];
  if (!picture) throw new JobRefused('找不到要处理的图片，请重新上传。');
  return picture;
}

export async function readBytes(picture: JobPicture): Promise<Buffer> {
  return refuseUnreadable(() => readFile(picture.file));
}

/**
 * Decodes a picture to 8-bit sRGB.
 *
 * @param maxSide the picture is reduced so that neither side is longer, pixels
 * @param alpha `keep` gives the alpha plane when the picture has one that matters, `onWhite` lays it on white
 */
export async function readPixels(
  picture: Pick<JobPicture, 'file'>,
  { maxSide, alpha }: { maxSide?: number; alpha: 'keep' | 'onWhite' },
): Promise<Pixels> {
  return refuseUnreadable(async () => {
    let decoder = openPicture(picture.file).toColourspace('srgb');
    if (alpha === 'onWhite') decoder = decoder.flatten({ background: '#ffffff' });
    if (maxSide !== undefined) {
      decoder = decoder.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
    }
    const { data, info } = await decoder.raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    if (info.channels === 3) return { width, height, rgb: data };
    return splitAlpha(data, info, alpha);
  });
}

/** Colours and transparency of interleaved bytes with one to four channels. */
function splitAlpha(
  data: Uint8Array,
  info: { width: number; height: number; channels: number },
  alpha: 'keep' | 'onWhite',
): Pixels {
  const { width, height } = info;
  const count = width * height;
  const rgb = new Uint8Array(count * 3);
  const plane = new Uint8Array(count);
  let isOpaque = true;
  for (let i = 0; i < count; i++) {
    const from = i * info.channels;
    const isGrey = info.channels < 3;
    rgb[i * 3] = data[from]!;
    rgb[i * 3 + 1] = data[isGrey ? from : from + 1]!;
    rgb[i * 3 + 2] = data[isGrey ? from : from + 2]!;
    plane[i] = info.channels % 2 === 0 ? data[from + info.channels - 1]! : 255;
    if (plane[i] !== 255) isOpaque = false;
  }
  if (isOpaque || alpha === 'onWhite') return { width, height, rgb };
  return { width, height, rgb: spreadColours(rgb, plane, info), alpha: plane, unseen: rgb };
}

/**
 * Returns the picture with each colour mixed with its neighbours' according to its transparency, for filters that
 * amplify small differences (upscaling); see {@link weighColours}.
 */
export function weighed(pixels: Pixels): Pixels {
  const { rgb, alpha } = pixels;
  return alpha ? { ...pixels, rgb: weighColours(rgb, alpha, pixels) } : pixels;
}

/**
 * Adds the source picture's alpha plane to an edited RGB picture of the same size. Returns four bytes per pixel, or
 * `rgb` itself when the source has no alpha. Fully transparent pixels get the colours they had in the file.
 */
export function withAlphaOf({ alpha, unseen = new Uint8Array() }: Pixels, rgb: Uint8Array): Uint8Array {
  if (!alpha) return rgb;
  const rgba = new Uint8Array(alpha.length * 4);
  for (let i = 0; i < alpha.length; i++) {
    const from = alpha[i] === 0 ? unseen : rgb;
    for (let channel = 0; channel < 3; channel++) rgba[i * 4 + channel] = from[i * 3 + channel]!;
    rgba[i * 4 + 3] = alpha[i]!;
  }
  return rgba;
}

/**
 * Writes 8-bit pixels as PNG into the job's output folder.
 *
 * @param pixels interleaved, `channels` bytes per pixel (1 grey, 3 RGB, 4 RGBA)
 */
export async function writePng(
  job: ToolJob,
  name: string,
  pixels: Uint8Array,
  { width, height, channels }: { width: number; height: number; channels: 1 | 3 | 4 },
): Promise<JobOutput> {
  const file = path.join(job.outputDir, `${name}.png`);
  await sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false })
    .png({ adaptiveFiltering: true, compressionLevel: 6 })
    .toFile(file);
  return { file, width, height, format: 'png' };
}
