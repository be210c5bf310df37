import { gaussianBlur, type Size } from '../../../base/blur.ts';
import { type Component, growLabels, labelComponents } from '../../../base/components.ts';
import type { LabPlanes } from '../../segment/slic.ts';

/** Faces of a model, told apart by the edges between them. */
export interface Surfaces {
  /** Place of each pixel's face in `faces`; -1 where there is none. */
  labels: Int32Array;
  faces: readonly Face[];
}

export interface Face extends Component {
  /** Mean Lab lightness, 0–1. */
  lightness: number;
  /** Mean of Lab a + b: above 0 warm, below 0 cool. */
  warmth: number;
}

/** Smaller specks are joined to what surrounds them, pixels. */
const smallestFace = 24;

/**
 * Splits a picture into faces: what hangs together without an edge steeper than `steepest`, grown over the edges.
 *
 * @param steepest change of lightness over two pixels, Lab units / 100
 * @param isBarred pixels that belong to no face
 */
export function splitSurfaces(
  { lightness, a, b }: LabPlanes,
  size: Size,
  steepest: number,
  isBarred: Uint8Array,
): Surfaces {
  const { width, height } = size;
  const smooth = gaussianBlur(lightness, size, 0.9);
  const tint = gaussianBlur(
    b.map((value, i) => value + a[i]!),
    size,
    1.1,
  );
  const isOpen = new Uint8Array(lightness.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      if (isBarred[i]) continue;
      const slope = Math.hypot(smooth[i + 1]! - smooth[i - 1]!, smooth[i + width]! - smooth[i - width]!);
      const hueSlope = Math.hypot(tint[i + 1]! - tint[i - 1]!, tint[i + width]! - tint[i - width]!);
      isOpen[i] = slope + 1.5 * hueSlope < steepest ? 1 : 0;
    }
  }
  const { labels, components } = labelComponents(isOpen, size);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! >= 0 && components[labels[i]!]!.area < smallestFace) labels[i] = -1;
  }
  growLabels(labels, size, isBarred);
  const sums = new Float64Array(components.length * 3);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label < 0) continue;
    sums[label * 3]!++;
    sums[label * 3 + 1]! += lightness[i]!;
    sums[label * 3 + 2]! += a[i]! + b[i]!;
  }
  const faces = components.map((component, label) => {
    const area = Math.max(1, sums[label * 3]!);
    return { ...component, area, lightness: sums[label * 3 + 1]! / area, warmth: sums[label * 3 + 2]! / area };
  });
  return { labels, faces };
}
