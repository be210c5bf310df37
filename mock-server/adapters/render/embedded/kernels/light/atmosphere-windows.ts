import { boxBlur, gaussianBlur, type Size } from '../blur.ts';
import { guidedSmooth } from '../guided-filter.ts';
import { type Component, labelComponents } from '../plan/components.ts';
import { latticeRandom } from '../random.ts';
import { resamplePlane } from '../resample.ts';
import type { LabPlanes } from '../segment/slic.ts';
import { type LinearLight, smoothstep } from './relight-linear.ts';
import type { SceneMasks } from './simple-scene-masks.ts';

/** Windows found in a picture. */
export interface Windows {
  /** How strongly each pixel shines when lamps are on, 0–1.4. */
  shine: Float32Array;
  /** Panes that were found. */
  count: number;
}

/** Panes are looked for at most at this size, longest side in pixels. */
const searchSide = 1280;

/** Lab lightness below which something may be a pane; tried one after the other, the lightest first. */
const levels = [0.5, 0.45, 0.4, 0.36, 0.32, 0.28, 0.24, 0.2, 0.16, 0.12] as const;

/**
 * Looks for window panes: dark, hardly coloured, box-shaped parts of buildings that are neither sky, ground nor plant.
 * A heuristic that finds dark glass in lighter walls and misses panes that mirror the sky.
 *
 * @param plants 0–1 per pixel
 */
export function findWindows(
  lab: LabPlanes,
  size: Size,
  masks: SceneMasks,
  plants: Float32Array,
  seed: number,
): Windows {
  const scale = Math.min(1, searchSide / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const shrink = (plane: Float32Array) => (scale === 1 ? plane : resamplePlane(plane, size, small, 'catmullRom'));
  const lightness = shrink(lab.lightness);
  const a = shrink(lab.a);
  const b = shrink(lab.b);
  const green = boxBlur(shrink(plants), small, Math.round(small.width / 160));
  const open = shrink(Float32Array.from(masks.sky, (sky, i) => Math.max(sky, masks.ground[i]! * 0.6) / 255));
  const smooth = guidedSmooth(lightness, small, Math.max(2, Math.round(small.width / 340)), 0.002);
  const weight = open.map((share) => 1 - Math.min(1, Math.max(0, share)));
  const sums = makeSums(smooth, weight, small);
  const shine = new Float32Array(lightness.length);
  const isGlass = new Uint8Array(lightness.length);
  for (let i = 0; i < isGlass.length; i++) {
    const isHardlyColoured = b[i]! < 0.13 && a[i]! < 0.075 && Math.hypot(a[i]!, b[i]!) < 0.19;
    isGlass[i] = isHardlyColoured && open[i]! < 0.3 && green[i]! < 0.3 ? 1 : 0;
  }
  const isCandidate = new Uint8Array(lightness.length);
  let count = 0;
  for (const level of levels) {
    for (let i = 0; i < isCandidate.length; i++) isCandidate[i] = isGlass[i]! && smooth[i]! < level ? 1 : 0;
    const { labels, components } = labelComponents(isCandidate, small);
    const darkness = new Float32Array(components.length);
    for (let i = 0; i < labels.length; i++) if (labels[i]! >= 0) darkness[labels[i]!]! += smooth[i]!;
    for (const [index, component] of components.entries()) {
      if (!hasPaneSize(component, small)) continue;
      const quad = quadOf(component, index, labels, small.width);
      const mean = darkness[index]! / component.area;
      if (!isPane(component, quad, mean, small)) continue;
      if (sums.ringMean(component) - mean < 0.05) continue;
      count++;
      fillQuad(quad, component, small, (i) => {
        // What lies inside a frame belongs to the window, whatever its brightness: blinds, curtains.
        isGlass[i] = 0;
        if (shine[i] === 0 && open[i]! < 0.3 && green[i]! < 0.4) {
          const large = quad.area > small.width * small.height * 0.012 ? 0.62 : 1;
          shine[i] = large * shineOf(component, Math.floor(i / small.width), mean, lightness[i]!, seed);
        }
      });
    }
  }
  const softened = gaussianBlur(shine, small, 0.7);
  return { shine: scale === 1 ? softened : resamplePlane(softened, small, size, 'catmullRom'), count };
}

/** Sums over boxes (Crow 1984), for the lightness of what surrounds a component. */
function makeSums(plane: Float32Array, weight: Float32Array, { width, height }: Size) {
  const stride = width + 1;
  const values = new Float64Array(stride * (height + 1));
  const weights = new Float64Array(stride * (height + 1));
  for (let y = 0, i = 0; y < height; y++) {
    let value = 0;
    let share = 0;
    for (let x = 0; x < width; x++, i++) {
      value += plane[i]! * weight[i]!;
      share += weight[i]!;
      const at = (y + 1) * stride + x + 1;
      values[at] = values[at - stride]! + value;
      weights[at] = weights[at - stride]! + share;
    }
  }
  const over = (sums: Float64Array, left: number, top: number, right: number, bottom: number) =>
    sums[bottom * stride + right]! -
    sums[top * stride + right]! -
    sums[bottom * stride + left]! +
    sums[top * stride + left]!;
  return {
    ringMean({ left, top, right, bottom }: Component): number {
      const across = Math.max(2, Math.round((right - left) * 0.25));
      const down = Math.max(2, Math.round((bottom - top) * 0.25));
      const outer = [
        Math.max(0, left - across),
        Math.max(0, top - down),
        Math.min(width, right + 1 + across),
        Math.min(height, bottom + 1 + down),
      ] as const;
      const share = over(weights, ...outer) - over(weights, left, top, right + 1, bottom + 1);
      const value = over(values, ...outer) - over(values, left, top, right + 1, bottom + 1);
      return share > 1 ? value / share : 0;
    },
  };
}

/** A quadrangle with upright sides and parallel sloping ends: `top + slope * x` to `bottom + slope * x`. */
interface Quad {
  slope: number;
  top: number;
  bottom: number;
  /** Pixels. */
  area: number;
  /** Share of it that lies between members, seen along rows or columns. */
  fill: number;
}

/** The smallest such quadrangle round a component, with the slope of its upper end, of its lower end or none. */
function quadOf({ left, top, right, bottom }: Component, label: number, labels: Int32Array, width: number): Quad {
  const across = right - left + 1;
  const tops = new Float32Array(across);
  const bottoms = new Float32Array(across);
  let columnSpan = 0;
  let rowSpan = 0;
  for (let x = 0; x < across; x++) {
    let first = top;
    let last = bottom;
    while (labels[first * width + left + x] !== label) first++;
    while (labels[last * width + left + x] !== label) last--;
    tops[x] = first;
    bottoms[x] = last;
    columnSpan += last - first + 1;
  }
  for (let y = top; y <= bottom; y++) {
    let first = left;
    let last = right;
    while (labels[y * width + first] !== label) first++;
    while (labels[y * width + last] !== label) last--;
    rowSpan += last - first + 1;
  }
  const fits = [0, medianSlope(tops), medianSlope(bottoms)].map((slope) => {
    let highest = Number.POSITIVE_INFINITY;
    let lowest = Number.NEGATIVE_INFINITY;
    for (let x = 0; x < across; x++) {
      highest = Math.min(highest, tops[x]! - slope * x);
      lowest = Math.max(lowest, bottoms[x]! - slope * x);
    }
    return { slope, top: highest, bottom: lowest, area: (lowest - highest + 1) * across };
  });
  const smallest = fits.reduce((best, fit) => (fit.area < best.area ? fit : best));
  return { ...smallest, fill: Math.max(rowSpan, columnSpan) / smallest.area };
}

function medianSlope(edge: Float32Array): number {
  const half = edge.length >> 1;
  if (half === 0) return 0;
  const slopes = edge.slice(0, edge.length - half).map((value, x) => (edge[x + half]! - value) / half);
  return slopes.sort()[slopes.length >> 1]!;
}

function fillQuad(quad: Quad, { left, right }: Component, { width, height }: Size, paint: (i: number) => void): void {
  for (let x = left; x <= right; x++) {
    const shift = quad.slope * (x - left);
    const last = Math.min(height - 1, Math.round(quad.bottom + shift));
    for (let y = Math.max(0, Math.round(quad.top + shift)); y <= last; y++) paint(y * width + x);
  }
}

function hasPaneSize({ area, left, top, right, bottom }: Component, { width, height }: Size): boolean {
  const across = right - left + 1;
  const down = bottom - top + 1;
  return (
    area > width * height * 0.00004 &&
    across < width * 0.45 &&
    down < height * 0.34 &&
    across > width * 0.006 &&
    down > height * 0.014 &&
    across < down * 4.5 &&
    down < across * 6 &&
    bottom < height * 0.88
  );
}

/** A pane fills its quadrangle, or it is a frame round one; a large even area that is not dark is a wall in shade. */
function isPane({ area }: Component, quad: Quad, mean: number, { width, height }: Size): boolean {
  const isShadedWall = area > quad.area * 0.7 && mean > 0.36 && area > width * height * 0.002;
  return quad.fill > 0.6 && area > quad.area * 0.13 && !isShadedWall;
}

/** Rooms differ in brightness, some are dark; the upper half is lighter, and what can be seen inside stays visible. */
function shineOf(pane: Component, y: number, mean: number, lightness: number, seed: number): number {
  const chance = latticeRandom(pane.left, pane.top, seed);
  const level = chance < 0.16 ? 0.05 : 0.5 + 0.5 * latticeRandom(pane.top, pane.left, seed + 1);
  const height = (y - pane.top) / Math.max(1, pane.bottom - pane.top);
  const inside = Math.max(0.35, Math.min(1.8, (lightness + 0.06) / (mean + 0.06)));
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
