import type { Size } from '../../../base/blur.ts';
import { labelComponents } from '../../../base/components.ts';
import { bytesOf } from '../../../base/map-plane.ts';
import type { PhotoParts } from './photo-parts.ts';

/** A found pane counts where the reading has windows on this share of it, 0–1. */
const leastAgreed = 0.5;
/** Panes are darker than the walls round them by day, Lab lightness. */
const leastDarker = 0.08;
/** Smaller ones may be letters of a sign, larger ones are storeys, shares of the picture. */
const smallest = 0.0003;
const largest = 0.02;

/**
 * The panes that both the shapes and the reading find: either alone takes walls for windows.
 *
 * @param found panes by their shape, 0–255 per pixel
 * @param lightness Lab, 0–1
 * @returns 0 or 255 per pixel
 */
export function surePanes(
  found: Uint8Array,
  lightness: Float32Array,
  size: Size,
  { wall, window, things }: PhotoParts,
): Uint8Array {
  const { labels, components } = labelComponents(
    found.map((level) => (level >= 128 ? 1 : 0)),
    size,
  );
  const agreed = new Float32Array(components.length);
  const sums = new Float32Array(components.length);
  let [walls, wallSum] = [1e-6, 0];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! >= 0) sums[labels[i]!]! += lightness[i]!;
    else if (wall[i]! > 200 && window[i]! < 40) {
      walls++;
      wallSum += lightness[i]!;
    }
    if (labels[i]! < 0 || wall[i]! < 60 || things[i]! > 60) continue;
    agreed[labels[i]!]! += Math.min(1, window[i]! / 120);
  }
  const isSure = components.map(({ area }, label) => {
    const isDark = sums[label]! / area < wallSum / walls - leastDarker;
    const share = area / found.length;
    return isDark && share > smallest && share < largest && agreed[label]! > leastAgreed * area;
  });
  return bytesOf(labels, (label) => (label >= 0 && isSure[label] ? 255 : 0));
}
