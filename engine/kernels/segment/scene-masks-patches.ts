import type { Size } from '../../base/blur.ts';
import { smoothstep } from '../../base/scalar.ts';
import type { LabPlanes, Regions } from './slic.ts';

/** Measures of a superpixel; colours as `labPlanes` gives them, positions as shares of the picture. */
export interface Patch {
  area: number;
  lightness: number;
  a: number;
  b: number;
  /** Mean gradient, Lab units / 100 per pixel. */
  roughness: number;
  y: number;
  isAtTop: boolean;
  isAtBottom: boolean;
  skyLikeness: number;
  neighbours: Map<number, { length: number; contrast: number }>;
}

/** Measures superpixels and their borders. */
export function describePatches(
  { lightness, a, b }: LabPlanes,
  { width, height }: Size,
  { labels, count }: Regions,
): Patch[] {
  const patches: Patch[] = Array.from({ length: count }, () => ({
    area: 0,
    lightness: 0,
    a: 0,
    b: 0,
    roughness: 0,
    y: 0,
    isAtTop: false,
    isAtBottom: false,
    skyLikeness: 0,
    neighbours: new Map(),
  }));
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const patch = patches[labels[i]!]!;
      patch.area++;
      patch.lightness += lightness[i]!;
      patch.a += a[i]!;
      patch.b += b[i]!;
      patch.y += y / height;
      if (y < 2) patch.isAtTop = true;
      if (y > height - 3) patch.isAtBottom = true;
      if (x < width - 1) addPair(patches, labels, i, i + 1, contrastOf({ lightness, a, b }, i, i + 1));
      if (y < height - 1) addPair(patches, labels, i, i + width, contrastOf({ lightness, a, b }, i, i + width));
    }
  }
  for (const patch of patches) {
    for (const key of ['lightness', 'a', 'b', 'y', 'roughness'] as const) patch[key] /= patch.area;
    patch.skyLikeness = skyLikeness(patch);
  }
  return patches;
}

function contrastOf({ lightness, a, b }: LabPlanes, i: number, j: number): number {
  return Math.hypot(lightness[j]! - lightness[i]!, a[j]! - a[i]!, b[j]! - b[i]!);
}

/** Adds the contrast of two neighbouring pixels to their superpixel's roughness, or to the border of the two. */
function addPair(patches: Patch[], labels: Regions['labels'], i: number, j: number, contrast: number): void {
  if (labels[i] === labels[j]) {
    patches[labels[i]!]!.roughness += contrast;
    return;
  }
  addBorder(patches[labels[i]!]!, labels[j]!, contrast);
  addBorder(patches[labels[j]!]!, labels[i]!, contrast);
}

function addBorder({ neighbours }: Patch, to: number, contrast: number): void {
  const border = neighbours.get(to) ?? { length: 0, contrast: 0 };
  border.length++;
  border.contrast += contrast;
  neighbours.set(to, border);
}

/** 0–1: blue, bright, warm or grey, smooth and not low in the picture. */
function skyLikeness({ lightness, a, b, roughness, y }: Patch): number {
  const chroma = Math.hypot(a, b);
  const colour = Math.max(
    b < -0.04 && lightness > 0.1 ? 1 : 0,
    lightness > 0.72 && chroma < 0.14 ? 1 : 0,
    lightness > 0.55 && b > 0.08 && roughness < 0.03 ? 0.7 : 0,
    lightness > 0.5 && chroma < 0.08 ? 0.7 : 0,
  );
  const isPlant = a < -0.06 && b > 0.08;
  return isPlant ? 0 : colour * Math.exp(-roughness / 0.035) * smoothstep(0.8, 0.4, y);
}
