import sharp from 'sharp';
import type { Size } from '../base/blur.ts';
import { type JobPicture, JobRefused } from '../base/job.ts';
import { openPicture, refuseUnreadable } from '../base/picture-file.ts';
import { type Frame, frameFromRgb } from '../kernels/video/i420.ts';

/** Frames are never longer than this against their short side; 21:9 is the widest a screen shows well. */
const longestRatio = 21 / 9;
/** A picture may lose this share to fill the frame; otherwise it stands whole on a plain field. */
const largestCut = 0.3;
/** Shortest side of a picture that is worth a film, pixels. */
const smallestSide = 64;

/**
 * Size of a film: its short side is 720 or 1080, its proportions are those of the picture or the ones asked for.
 *
 * @param shape the proportions as two lengths of any unit
 */
export function filmSize(shape: Size, shortSide: 720 | 1080): Size {
  const ratio = Math.min(longestRatio, Math.max(1 / longestRatio, shape.width / shape.height));
  const long = even(shortSide * Math.max(ratio, 1 / ratio));
  return ratio >= 1 ? { width: long, height: shortSide } : { width: shortSide, height: long };
}

/** A still before it is a frame, and how the picture was brought to its shape. */
export interface StillPixels extends Size {
  /** Interleaved 8-bit sRGB. */
  rgb: Uint8Array;
  /** True where the picture lost its margins, false where it stands whole on a plain field. */
  isCut: boolean;
}

/**
 * Reads a picture as the still that the cameras of a film look at: of the film's proportions, at most as large as the
 * closest view needs, never enlarged (the sampler does that). It is cut in the middle where that costs at most 30 % of
 * it; otherwise it stands whole on the mean colour of its border.
 *
 * @param nearest closest view of the camera, see `CameraPath.nearest`
 */
export async function readStill(picture: JobPicture, film: Size, nearest: number): Promise<Frame> {
  const still = await readStillPixels(picture, film, stillSize(picture, film, nearest));
  return frameFromRgb(still.rgb, still);
}

/** The size {@link readStill} gives a picture. Throws JobRefused when the picture is too small for a film. */
export function stillSize(picture: JobPicture, film: Size, nearest: number): Size {
  if (Math.min(picture.width, picture.height) < smallestSide) {
    throw new JobRefused(`图片太小，边长至少需要 ${smallestSide} 像素。`);
  }
  const across = picture.width / film.width;
  const down = picture.height / film.height;
  const native = isCutFor(picture, film) ? Math.min(across, down) : Math.max(across, down);
  const scale = Math.min(native, 1 / nearest);
  return { width: even(film.width * scale), height: even(film.height * scale) };
}

/** The picture as a still of a given size, see {@link readStill}. */
export async function readStillPixels(picture: JobPicture, film: Size, size: Size): Promise<StillPixels> {
  const { width, height } = size;
  const isCut = isCutFor(picture, film);
  return refuseUnreadable(async () => {
    const opened = openPicture(picture.file).toColourspace('srgb').flatten({ background: '#ffffff' });
    const background = isCut ? '#ffffff' : await borderColour(picture);
    const { data, info } = await opened
      .resize({ width, height, fit: isCut ? 'cover' : 'contain', background, fastShrinkOnLoad: false })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { rgb: threeChannels(data, info.channels), width, height, isCut };
  });
}

/**
 * Brings a mask of the whole picture to where the picture lies in a still; the plain field beside it is in no mask.
 *
 * @param mask 0–255, one byte per pixel of `from`, which has the picture's proportions
 */
export async function maskOfStill(
  mask: Uint8Array,
  from: Size,
  { width, height, isCut }: StillPixels,
): Promise<Uint8Array> {
  const raw = { width: from.width, height: from.height, channels: 1 as const };
  return sharp(mask, { raw })
    .resize({ width, height, fit: isCut ? 'cover' : 'contain', background: '#000000', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

function isCutFor(picture: Size, film: Size): boolean {
  const across = picture.width / film.width;
  const down = picture.height / film.height;
  return Math.min(across, down) / Math.max(across, down) >= 1 - largestCut;
}

/** Mean of the outermost cells of the picture, brought down to 32 across. */
async function borderColour(picture: JobPicture): Promise<{ r: number; g: number; b: number }> {
  const side = 32;
  const { data, info } = await openPicture(picture.file)
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgb = threeChannels(data, info.channels);
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let cell = 0; cell < side * side; cell++) {
    const x = cell % side;
    const y = Math.floor(cell / side);
    if (x > 0 && y > 0 && x < side - 1 && y < side - 1) continue;
    count += 1;
    for (const channel of [0, 1, 2] as const) sums[channel] += rgb[cell * 3 + channel]!;
  }
  const [r, g, b] = sums.map((sum) => Math.round(sum / count)) as [number, number, number];
  return { r, g, b };
}

/** A grey picture decodes to one channel. */
function threeChannels(samples: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return samples;
  const rgb = new Uint8Array((samples.length / channels) * 3);
  for (let at = 0; at < rgb.length; at++) rgb[at] = samples[Math.floor(at / 3) * channels]!;
  return rgb;
}

function even(length: number): number {
  return Math.max(2, Math.floor(length / 2 + 1e-6) * 2);
}
