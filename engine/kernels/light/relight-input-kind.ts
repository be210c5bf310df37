import { gaussianBlur, type Size } from '../../base/blur.ts';
import type { LabPlanes } from '../segment/slic.ts';

/** Kinds of base pictures: a drawing of lines, a model without materials, or a shaded picture with colours. */
export type InputKind = 'lines' | 'whiteModel' | 'shaded';

/** Lab distance within which a pixel counts as bare paper. */
const paperReach = 0.05;

/**
 * Tells the kinds apart. A drawing is one even paper colour, light or dark, with strokes on it: hardly any smooth
 * surface has another lightness. Of the others, those without colour are models.
 */
export function judgeInput({ lightness, a, b }: LabPlanes, size: Size): InputKind {
  const paper = [lightness, a, b].map(middleOf) as [number, number, number];
  const smooth = gaussianBlur(lightness, size, 1.2);
  const { width } = size;
  let chroma = 0;
  let bare = 0;
  let shaded = 0;
  for (let i = 0; i < lightness.length; i++) {
    chroma += Math.hypot(a[i]!, b[i]!);
    const apart = Math.hypot(lightness[i]! - paper[0], a[i]! - paper[1], b[i]! - paper[2]);
    if (apart < paperReach) bare++;
    else if (i % width > 1 && i > width && i + width < smooth.length) {
      const slope = Math.hypot(smooth[i + 1]! - smooth[i - 1]!, smooth[i + width]! - smooth[i - width]!);
      if (slope < 0.03) shaded++;
    }
  }
  const count = lightness.length;
  const isPaper = paper[0] > 0.82 || paper[0] < 0.45;
  if (isPaper && bare > count * 0.5 && shaded < count * 0.09) return 'lines';
  return chroma / count > 0.04 ? 'shaded' : 'whiteModel';
}

/** White models have next to no pixels with more chroma: of thirty, a thirtieth had 0.04; grey photographs 0.1. */
const modelChroma = 0.07;

/**
 * Returns true when a picture without much colour is a photograph on a grey day and no model: it has colours somewhere,
 * as plants, signs and cars do.
 */
export function isGreyPhoto({ a, b }: LabPlanes): boolean {
  let coloured = 0;
  for (let i = 0; i < a.length; i++) if (Math.hypot(a[i]!, b[i]!) > modelChroma) coloured++;
  return coloured > a.length / 30;
}

function middleOf(plane: Float32Array): number {
  const step = Math.max(1, Math.floor(plane.length / 40_000));
  const sample: number[] = [];
  for (let i = 0; i < plane.length; i += step) sample.push(plane[i]!);
  sample.sort((one, other) => one - other);
  return sample[sample.length >> 1]!;
}
