import { boxBlur, type Size } from '../../base/blur.ts';
import { type Component, labelComponents } from '../../base/components.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { resizeMask } from '../../base/mask-size.ts';
import { clamp } from '../../base/scalar.ts';
import type { SceneMasks } from '../segment/scene-masks.ts';
import type { LabPlanes } from '../segment/slic.ts';
import { searchSize, shrinkTo, smoothed } from './atmosphere-windows.ts';

/** Lab lightness below which something may be a pane; tried one after the other, the lightest first. */
const levels = [0.5, 0.45, 0.4, 0.36, 0.32, 0.28, 0.24, 0.2, 0.16, 0.12] as const;

/**
 * Looks for window panes: dark, hardly coloured, box-shaped parts of buildings that are neither sky, ground nor plant.
 * A heuristic that finds dark glass in lighter walls and misses panes that mirror the sky.
 *
 * @param plants 0–1 per pixel
 * @returns 0–255 per pixel, 255 inside a pane
 */
export function findPanes(lab: LabPlanes, size: Size, masks: SceneMasks, plants: Float32Array): Uint8Array {
  const small = searchSize(size);
  const shrink = shrinkTo(small, size);
  const lightness = shrink(lab.lightness);
  const a = shrink(lab.a);
  const b = shrink(lab.b);
  const green = boxBlur(shrink(plants), small, Math.round(small.width / 160));
  const open = shrink(floatsOf(masks.sky, (sky, i) => Math.max(sky, masks.ground[i]! * 0.6) / 255));
  const smooth = smoothed(lightness, small);
  const weight = open.map((share) => 1 - clamp(share, 0, 1));
  const isGlass = new Uint8Array(lightness.length);
  for (let i = 0; i < isGlass.length; i++) {
    const isHardlyColoured = b[i]! < 0.13 && a[i]! < 0.075 && Math.hypot(a[i]!, b[i]!) < 0.19;
    isGlass[i] = isHardlyColoured && open[i]! < 0.3 && green[i]! < 0.3 ? 1 : 0;
  }
  const search: PaneSearch = {
    size: small,
    smooth,
    open,
    green,
    sums: makeSums(smooth, weight, small),
    isGlass,
    panes: new Uint8Array(lightness.length),
  };
  for (const level of levels) addPanesBelow(search, level);
  return resizeMask(search.panes, small, size);
}

/** Planes of the search, at its size. */
interface PaneSearch {
  size: Size;
  /** Lab lightness without fine structure. */
  smooth: Float32Array;
  /** Sky and ground, and plants, 0–1. */
  open: Float32Array;
  green: Float32Array;
  sums: ReturnType<typeof makeSums>;
  /** 1 where a pane may still be found. */
  isGlass: Uint8Array;
  /** 255 in panes found so far. */
  panes: Uint8Array;
}

function addPanesBelow({ size, smooth, open, green, sums, isGlass, panes }: PaneSearch, level: number): void {
  const isCandidate = new Uint8Array(smooth.length);
  for (let i = 0; i < isCandidate.length; i++) isCandidate[i] = isGlass[i]! && smooth[i]! < level ? 1 : 0;
  const { labels, components } = labelComponents(isCandidate, size);
  const darkness = new Float32Array(components.length);
  for (let i = 0; i < labels.length; i++) if (labels[i]! >= 0) darkness[labels[i]!]! += smooth[i]!;
  for (const [index, component] of components.entries()) {
    if (!hasPaneSize(component, size)) continue;
    const quad = quadOf(component, index, labels, size.width);
    const mean = darkness[index]! / component.area;
    if (!isPane(component, quad, mean, size) || sums.ringMean(component) - mean < 0.05) continue;
    fillQuad(quad, component, size, (i) => {
      // Pixels inside a frame count as window at any brightness: blinds and curtains are bright.
      isGlass[i] = 0;
      if (open[i]! < 0.3 && green[i]! < 0.4) panes[i] = 255;
    });
  }
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
