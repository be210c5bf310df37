import { gaussianBlur, type Size } from '../../base/blur.ts';
import { type Component, labelComponents } from '../../base/components.ts';
import { guidedSmooth } from '../../base/guided-filter.ts';
import type { LinearLight } from '../../base/linear-light.ts';
import { resizeMask } from '../../base/mask-size.ts';
import { latticeRandom } from '../../base/random.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';

/** Windows found in a picture. */
export interface Windows {
  /** Glow of each pixel when lamps are on, 0–1.4. */
  shine: Float32Array;
  /** Panes that were found. */
  count: number;
}

/** Smaller specks of a mask are lit, but do not count as windows. */
const fewestPixels = 6;

/** Panes are looked for at most at this size, longest side in pixels. */
const searchSide = 1280;

/** The size panes are looked for and lit in. */
export function searchSize(size: Size): Size {
  const scale = Math.min(1, searchSide / Math.max(size.width, size.height));
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

/** Brings a plane to that size; planes that have it are given back as they are. */
export function shrinkTo(small: Size, size: Size): (plane: Float32Array) => Float32Array {
  return (plane) => (small.width === size.width ? plane : resamplePlane(plane, size, small, 'catmullRom'));
}

/** Lightness without texture and mullions. */
export function smoothed(lightness: Float32Array, small: Size): Float32Array {
  return guidedSmooth(lightness, small, Math.max(2, Math.round(small.width / 340)), 0.002);
}

/**
 * Glow of each pixel of the given panes when the lamps are on. Connected panes are one window.
 *
 * @param panes 0–255 per pixel; from {@link findPanes} or painted by the user
 * @param lightness Lab, 0–1
 */
export function shineOfPanes(panes: Uint8Array, lightness: Float32Array, size: Size, seed: number): Windows {
  const small = searchSize(size);
  const dark = shrinkTo(small, size)(lightness);
  const smooth = smoothed(dark, small);
  const isPane = resizeMask(panes, size, small).map((level) => (level >= 128 ? 1 : 0));
  const { labels, components } = labelComponents(isPane, small);
  const sums = new Float32Array(components.length);
  for (let i = 0; i < labels.length; i++) if (labels[i]! >= 0) sums[labels[i]!]! += smooth[i]!;
  const shine = new Float32Array(dark.length);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label < 0) continue;
    const pane = components[label]!;
    const isLarge = pane.area > small.width * small.height * 0.012;
    const mean = sums[label]! / pane.area;
    shine[i] = (isLarge ? 0.62 : 1) * shineOf(pane, isLarge, Math.floor(i / small.width), mean, dark[i]!, seed);
  }
  const softened = gaussianBlur(shine, small, 0.7);
  const isReduced = small.width !== size.width;
  return {
    shine: isReduced ? resamplePlane(softened, small, size, 'catmullRom') : softened,
    count: components.filter(({ area }) => area >= fewestPixels).length,
  };
}

/** Rooms differ in brightness, some small ones are dark; the upper half is lighter, and what can be seen inside stays visible. */
function shineOf(pane: Component, isLarge: boolean, y: number, mean: number, lightness: number, seed: number): number {
  const chance = latticeRandom(pane.left, pane.top, seed);
  const level = chance < 0.16 && !isLarge ? 0.05 : 0.5 + 0.5 * latticeRandom(pane.top, pane.left, seed + 1);
  const height = (y - pane.top) / Math.max(1, pane.bottom - pane.top);
  const inside = clamp((lightness + 0.06) / (mean + 0.06), 0.35, 1.8);
  return Math.min(1.4, level * (1.12 - 0.5 * height) * inside);
}

/**
 * Switches the lamps on: panes shine, a narrow and a wide glow surround them (in the air), and what is near them is lit
 * (times its own colour). In place.
 *
 * @param strength 0 = off, 1 = as at night
 */
export function lightWindows(
  light: LinearLight,
  albedo: LinearLight,
  size: Size,
  windows: Windows,
  strength: number,
): void {
  const unit = Math.max(size.width, size.height) / 1024;
  const near = gaussianBlur(windows.shine, size, Math.max(1, 7 * unit));
  const wide = gaussianBlur(windows.shine, size, 38 * unit);
  for (let i = 0, at = 0; i < near.length; i++, at += 3) {
    const pane = Math.max(0, windows.shine[i]!);
    const share = smoothstep(0, 0.25, pane) * Math.min(1, strength);
    const cast = (near[i]! * 0.55 + wide[i]! * 1.5) * strength;
    const air = (near[i]! * 0.07 + wide[i]! * 0.045) * strength;
    const through = pane * strength * (0.36 + 0.72 * Math.sqrt(Math.min(1, albedo[at + 1]! * 3)));
    light[at] = light[at]! * (1 - share * 0.5) + through * 0.98 + albedo[at]! * cast + air;
    light[at + 1] = light[at + 1]! * (1 - share * 0.5) + through * 0.6 + albedo[at + 1]! * cast * 0.66 + air * 0.58;
    light[at + 2] = light[at + 2]! * (1 - share * 0.5) + through * 0.25 + albedo[at + 2]! * cast * 0.34 + air * 0.22;
  }
}
