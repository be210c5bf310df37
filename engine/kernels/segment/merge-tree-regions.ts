import { gaussianBlur, type Size } from '../../base/blur.ts';
import type { LabPlanes, Regions } from './slic.ts';

/** Bins per Lab plane of a region's colour histogram. */
export const histogramBins = 24;
/** Numbers in one region's histogram: the three planes one after the other. */
export const histogramSize = histogramBins * 3;

/** Measures of every region; arrays are indexed by region unless said otherwise. */
export interface RegionFacts {
  /** Pixels. */
  area: Float32Array;
  /** Sums of lightness, a and b over the region, Lab units; three numbers a region. */
  colour: Float32Array;
  /** Sum of the squared colours, Lab units squared. */
  square: Float32Array;
  /** {@link histogramSize} numbers a region that sum to three times its area. */
  histogram: Float32Array;
  /** Pixel edges that lie on the picture's border. */
  border: Float32Array;
  /** Left, top, right, bottom in pixels, inclusive; four numbers a region. */
  box: Uint16Array;
  /** Sums of the gradient over the region, Lab units per pixel: how rough it is. */
  roughness: Float32Array;
}

/** Pairs of regions that touch, one entry a pair. */
export interface RegionEdges {
  first: Uint16Array;
  second: Uint16Array;
  /** Pixel edges between the two. */
  length: Float32Array;
  /** Sum of the gradient along them, Lab units per two pixels. */
  gradient: Float32Array;
}

/** Length of the Lab gradient (central difference over two pixels) after smoothing, in Lab units; 0 on the border. */
export function labGradient(lab: LabPlanes, size: Size, sigma: number): Float32Array {
  const { width, height } = size;
  const gradient = new Float32Array(width * height);
  const smooth = new Float32Array(gradient.length);
  const scratch = new Float32Array(gradient.length);
  for (const plane of [lab.lightness, lab.a, lab.b]) {
    gaussianBlur(plane, size, sigma, smooth, scratch);
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
        const across = smooth[i + 1]! - smooth[i - 1]!;
        const down = smooth[i + width]! - smooth[i - width]!;
        gradient[i]! += across * across + down * down;
      }
    }
  }
  for (let i = 0; i < gradient.length; i++) gradient[i] = 100 * Math.sqrt(gradient[i]!);
  return gradient;
}

/** Measures every region and every pair of neighbours. `gradient` is {@link labGradient} of the same picture. */
export function measureRegions(
  { labels, count }: Regions,
  lab: LabPlanes,
  gradient: Float32Array,
  size: Size,
): { facts: RegionFacts; edges: RegionEdges } {
  const facts: RegionFacts = {
    area: new Float32Array(count),
    colour: new Float32Array(count * 3),
    square: new Float32Array(count),
    histogram: new Float32Array(count * histogramSize),
    border: new Float32Array(count),
    box: new Uint16Array(count * 4),
    roughness: new Float32Array(count),
  };
  const { width, height } = size;
  for (let region = 0; region < count; region++) facts.box.set([width, height, 0, 0], region * 4);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const region = labels[i]!;
      addColours(facts, region, lab, i);
      facts.roughness[region]! += gradient[i]!;
      addToBox(facts.box, region * 4, x, y);
      if (x === 0 || x === width - 1) facts.border[region]!++;
      if (y === 0 || y === height - 1) facts.border[region]!++;
    }
  }
  smoothHistograms(facts.histogram);
  return { facts, edges: measureEdges(labels, count, gradient, size) };
}

function addColours({ area, colour, square, histogram }: RegionFacts, region: number, lab: LabPlanes, i: number): void {
  const l = lab.lightness[i]! * 100;
  const a = lab.a[i]! * 100;
  const b = lab.b[i]! * 100;
  area[region]!++;
  colour[region * 3]! += l;
  colour[region * 3 + 1]! += a;
  colour[region * 3 + 2]! += b;
  square[region]! += l * l + a * a + b * b;
  const bins = region * histogramSize;
  histogram[bins + binOf(l, 0, 100)]!++;
  histogram[bins + histogramBins + binOf(a, -48, 48)]!++;
  histogram[bins + 2 * histogramBins + binOf(b, -48, 48)]!++;
}

function addToBox(box: Uint16Array, at: number, x: number, y: number): void {
  if (x < box[at]!) box[at] = x;
  if (y < box[at + 1]!) box[at + 1] = y;
  if (x > box[at + 2]!) box[at + 2] = x;
  if (y > box[at + 3]!) box[at + 3] = y;
}

/** Pairs of touching regions, in the order in which their first pixels meet. */
function measureEdges(
  labels: Uint16Array,
  count: number,
  gradient: Float32Array,
  { width, height }: Size,
): RegionEdges {
  const pairs = new Map<number, number>();
  const first: number[] = [];
  const second: number[] = [];
  const lengths: number[] = [];
  const gradients: number[] = [];
  const touch = (i: number, j: number) => {
    if (labels[i] === labels[j]) return;
    const low = Math.min(labels[i]!, labels[j]!);
    const high = Math.max(labels[i]!, labels[j]!);
    const key = low * count + high;
    let pair = pairs.get(key);
    if (pair === undefined) {
      pair = first.length;
      pairs.set(key, pair);
      first.push(low);
      second.push(high);
      lengths.push(0);
      gradients.push(0);
    }
    lengths[pair]!++;
    gradients[pair]! += Math.max(gradient[i]!, gradient[j]!);
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x < width - 1) touch(i, i + 1);
      if (y < height - 1) touch(i, i + width);
    }
  }
  return {
    first: Uint16Array.from(first),
    second: Uint16Array.from(second),
    length: Float32Array.from(lengths),
    gradient: Float32Array.from(gradients),
  };
}

function binOf(value: number, low: number, high: number): number {
  return Math.max(0, Math.min(histogramBins - 1, Math.floor(((value - low) / (high - low)) * histogramBins)));
}

/** A quarter of every bin goes to each neighbour, so that a value on the edge of a bin counts for both. */
function smoothHistograms(histogram: Float32Array): void {
  for (let start = 0; start < histogram.length; start += histogramBins) {
    let before = histogram[start]!;
    for (let bin = 0; bin < histogramBins; bin++) {
      const current = histogram[start + bin]!;
      const after = bin < histogramBins - 1 ? histogram[start + bin + 1]! : current;
      histogram[start + bin] = 0.25 * before + 0.5 * current + 0.25 * after;
      before = current;
    }
  }
}
