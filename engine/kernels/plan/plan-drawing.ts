import type { Size } from '../../base/blur.ts';
import { lumaPlane } from '../../base/colour.ts';
import { type JobPicture, JobRefused, type SuitabilityCheck, UnsuitablePicture } from '../../base/job.ts';
import { readPixels } from '../../base/picture-file.ts';
import { refusalOf } from '../../base/refusals.ts';
import { resamplePlane } from '../../base/resample.ts';
import { byteOf, clamp } from '../../base/scalar.ts';
import { withoutSheetFrame } from './plan-frame.ts';

/** A line drawing as the plan tools read it. */
export interface PlanDrawing extends Size {
  /** 0 (ink) … 1 (paper), stretched so that the paper is white and the ink black. */
  lightness: Float32Array;
  /** 1 where there is ink, without the frames and title blocks of its sheet. */
  ink: Uint8Array;
  /** Pixels of this drawing per pixel of the uploaded picture. */
  zoom: number;
}

/** Longest side of a result for each value of the `quality` field, pixels. */
const sides: Readonly<Record<string, number>> = { standard: 1536, '2k': 2048, '4k': 4096 };

/** Lightness below which there is ink, 0–1. */
export const inkLevel = 0.66;

/**
 * Reads the uploaded drawing at the size of the result. White lines on black become black lines on white.
 *
 * @param quality value of the `quality` field; it alone decides the long side of the result
 * @throws JobRefused when the picture is too small, empty, or no line drawing; UnsuitablePicture for a photograph
 */
export async function readPlanDrawing(picture: JobPicture, quality: string): Promise<PlanDrawing> {
  const maxSide = sides[quality] ?? sides.standard!;
  const pixels = await readPixels(picture, { maxSide, alpha: 'onWhite' });
  if (Math.min(picture.width, picture.height) < 200) {
    throw new JobRefused('图纸太小，短边至少需要 200 像素，请上传更清晰的线稿');
  }
  const zoom = maxSide / Math.max(picture.width, picture.height);
  let lightness = lumaPlane(pixels.rgb);
  let size: Size = { width: pixels.width, height: pixels.height };
  if (zoom > 1) {
    const large = { width: Math.round(picture.width * zoom), height: Math.round(picture.height * zoom) };
    lightness = resamplePlane(lightness, size, large);
    size = large;
  }
  const histogram = histogramOf(lightness);
  if (commonShare(histogram) < leastPaper * lightness.length) {
    throw new UnsuitablePicture('这张图看起来是照片或效果图，不是线稿：请上传总平面图或户型图的白底线稿');
  }
  stretch(lightness, histogram);
  if (tonedShare(lightness, size) > mostToned) {
    throw refusalOf('colouredPlan');
  }
  const ink = new Uint8Array(lightness.length);
  let count = 0;
  for (let i = 0; i < ink.length; i++) {
    if (lightness[i]! >= inkLevel) continue;
    ink[i] = 1;
    count++;
  }
  if (count < ink.length * 0.002) throw new JobRefused('图中没有找到线条，请上传线稿图');
  if (count > ink.length * 0.45) throw new JobRefused('图中深色过多，不像线稿，请上传线条清楚的白底线稿');
  return { ...size, lightness, ink: withoutSheetFrame(ink, size), zoom };
}

/** Check before a run for plan tools: refuses pictures that are no line drawing. */
export const planLook: SuitabilityCheck = {
  appliesTo: ({ quality }) => quality === 'standard',
  async check(picture) {
    await readPlanDrawing(picture, 'standard');
  },
};

/**
 * A drawing has paper: its most common lightness, give or take 3 %, covers at least this share. 25 plans had 0.38–0.94,
 * 28 photographs 0.11–0.30.
 */
const leastPaper = 0.34;

/**
 * A drawing is lines on paper: half tones that change from place to place, as rendered floors and shadows do, cover at
 * most this share of the box round everything drawn. Six drawings had 0.04–0.24, two coloured flats 0.31 and 0.40, a
 * rendered flat 0.45.
 */
const mostToned = 0.42;

/** Share of the drawn box with half tones that differ from those two pixels away, 0–1. */
function tonedShare(lightness: Float32Array, { width, height }: Size): number {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (lightness[i]! >= 0.88) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  let toned = 0;
  for (let y = top; y < bottom - 1; y++) {
    for (let x = left, i = y * width + left; x < right - 1; x++, i++) {
      const own = lightness[i]!;
      if (own <= 0.235 || own >= 0.88) continue;
      if (Math.abs(own - lightness[i + 2]!) + Math.abs(own - lightness[i + 2 * width]!) > 0.016) toned++;
    }
  }
  return toned / Math.max(1, (right - left) * (bottom - top));
}

function histogramOf(lightness: Float32Array): Uint32Array {
  const histogram = new Uint32Array(256);
  for (let i = 0; i < lightness.length; i++) {
    histogram[byteOf(lightness[i]! * 255)]!++;
  }
  return histogram;
}

/** Number of pixels in the fullest 17 neighbouring levels. */
function commonShare(histogram: Uint32Array): number {
  let most = 0;
  for (let middle = 0; middle < 256; middle++) {
    let sum = 0;
    for (let level = Math.max(0, middle - 8); level <= Math.min(255, middle + 8); level++) sum += histogram[level]!;
    most = Math.max(most, sum);
  }
  return most;
}

/** Sets the paper to 1 and the darkest ink to 0, and inverts drawings on a dark ground. Changes the plane in place. */
function stretch(lightness: Float32Array, histogram: Uint32Array): void {
  const levelAt = (share: number): number => {
    let sum = 0;
    for (let level = 0; level < 256; level++) {
      sum += histogram[level]!;
      if (sum >= share * lightness.length) return level / 255;
    }
    return 1;
  };
  const isDark = levelAt(0.5) < 0.4;
  const paper = levelAt(0.5);
  const ink = isDark ? levelAt(0.995) : levelAt(0.005);
  const range = Math.abs(paper - ink) < 0.15 ? 1 : paper - ink;
  for (let i = 0; i < lightness.length; i++) {
    lightness[i] = clamp(1 - (paper - lightness[i]!) / range, 0, 1);
  }
}

/** Information on the scale of a drawing. */
export interface PlanScale {
  /** n of 1:n; 0 = unknown. */
  scaleDenominator: number;
  /** Dots per inch at which the sheet was exported; 0 = unknown. */
  scaleDpi: number;
  /** Two ends of a length on the uploaded picture, in its pixels, or none. */
  referenceLine: ReadonlyArray<{ x: number; y: number }>;
  /** Real length between them, millimetres; 0 = unknown. */
  referenceLength: number;
}

/**
 * Metres per pixel of the uploaded picture, or nothing when the scale is unknown. A reference line goes before the
 * sheet's scale; a sheet at 1:n exported with d dpi has `n * 0.0254 / d` metres per pixel.
 */
export function metresPerPixel(scale: PlanScale): number | undefined {
  const [from, to] = scale.referenceLine;
  if (from && to && scale.referenceLength > 0) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length >= 1) return scale.referenceLength / 1000 / length;
  }
  if (scale.scaleDenominator > 0 && scale.scaleDpi > 0) return (scale.scaleDenominator * 0.0254) / scale.scaleDpi;
  return undefined;
}
