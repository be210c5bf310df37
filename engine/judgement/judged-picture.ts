import { gaussianBlur, type Size } from '../base/blur.ts';
import { lumaOf, type RgbBytes } from '../base/colour.ts';
import type { Pixels } from '../base/picture-file.ts';
import { resamplePlane } from '../base/resample.ts';

/** 8-bit sRGB pixels that are judged. */
export type JudgedPixels = Pick<Pixels, 'rgb' | 'width' | 'height'>;

/** A picture as it is looked at: luma and two colour differences, reduced and blurred a little. */
export interface JudgedPicture extends Size {
  /** Luma 0…255, and blue and red differences about 0 in the same unit. */
  planes: readonly [luma: Float32Array, blueness: Float32Array, redness: Float32Array];
  /** Standard deviation of fine noise in luma, levels. */
  noise: number;
  /** Diagonal, pixels. */
  diagonal: number;
}

/** Longest side at which pictures are compared, pixels: half a percent of the diagonal is then six pixels. */
const longestSide = 1024;
/** Blur against noise and steps, pixels of the reduced picture. */
const blurSigma = 0.8;

/** Size at which a base picture is judged; never larger than it is. */
export function judgedSize({ width, height }: Size): Size {
  const factor = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(8, Math.round(width * factor)), height: Math.max(8, Math.round(height * factor)) };
}

/** @param size the size to look at; a picture of other proportions is stretched to it */
export function judgedPicture(picture: JudgedPixels, size: Size): JudgedPicture {
  const planes = colourDifferences(picture.rgb).map((plane) => {
    const isAsAsked = picture.width === size.width && picture.height === size.height;
    const reduced = isAsAsked ? plane : resamplePlane(plane, picture, size, 'catmullRom');
    return gaussianBlur(reduced, size, blurSigma);
  });
  const [luma, blueness, redness] = planes as [Float32Array, Float32Array, Float32Array];
  const diagonal = Math.hypot(size.width, size.height);
  return { ...size, planes: [luma, blueness, redness], noise: noiseOf(luma, size), diagonal };
}

function colourDifferences(rgb: RgbBytes): Float32Array[] {
  const count = rgb.length / 3;
  const luma = new Float32Array(count);
  const blueness = new Float32Array(count);
  const redness = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const y = lumaOf(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!);
    luma[i] = y;
    blueness[i] = (rgb[at + 2]! - y) * 0.5;
    redness[i] = (rgb[at]! - y) * 0.5;
  }
  return [luma, blueness, redness];
}

/** Noise from the median of second differences along rows and columns, which edges and gradients hardly touch. */
function noiseOf(luma: Float32Array, { width, height }: Size): number {
  const bins = new Int32Array(512);
  let count = 0;
  for (let y = 2; y < height - 2; y += 3) {
    for (let x = 2; x < width - 2; x += 3) {
      const i = y * width + x;
      const bend =
        4 * luma[i]! -
        2 * (luma[i - 2]! + luma[i + 2]! + luma[i - 2 * width]! + luma[i + 2 * width]!) +
        luma[i - 2 * width - 2]! +
        luma[i - 2 * width + 2]! +
        luma[i + 2 * width - 2]! +
        luma[i + 2 * width + 2]!;
      bins[Math.min(511, (Math.abs(bend) * 8) | 0)]!++;
      count++;
    }
  }
  let seen = 0;
  let bin = 0;
  while (bin < 511 && seen + bins[bin]! < count / 2) seen += bins[bin++]!;
  // The weights of the second difference have a square sum of 36; half of a normal distribution lies within 0.6745.
  return (bin + 0.5) / 8 / 6 / 0.6745;
}
