import { boxBlur, type Size } from '../../base/blur.ts';
import { growLabels, labelComponents, labelNeighbours } from '../../base/components.ts';
import type { Ink } from './live-ink.ts';
import { Paint, paintCount, paintOf } from './live-paint.ts';
import { Role } from './live-role.ts';

/** A connected area of one paint, or of paper between lines. */
export interface Region {
  paint: Paint;
  /** Pixels. */
  area: number;
  /** Box, both ends included, pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  x: number;
  y: number;
  /** Pixels on the four borders of the canvas. */
  atTop: number;
  atBottom: number;
  atLeft: number;
  atRight: number;
  /** Mean colour of its own paint, 0–255. */
  colour: [number, number, number];
  /** First row in which it is a third of the canvas wide: the upper edge of a ground, without what stands up from it. */
  wideFrom: number;
  /** Written by the readers of roles. */
  role: Role;
  /** The wall a window or door is in, or -1. */
  parent: number;
}

export interface Regions {
  /** Region of every pixel; each pixel has one, lines belong to what is nearest. */
  labels: Int32Array;
  list: Region[];
  /** Shared pixel sides by region. */
  neighbours: Map<number, number>[];
}

const mostRegions = 300;

/**
 * Divides the canvas: same paint that hangs together is a region, and so is paper enclosed by strokes; openings
 * narrower than a few pixels count as closed.
 */
export function divide(ink: Ink, rgb: Uint8Array, size: Size, unit: number): Regions {
  const { paint } = ink;
  const count = paint.length;
  const labels = new Int32Array(count).fill(-1);
  const list: Region[] = [];
  const least = Math.max(12, Math.round(28 * unit * unit));
  const member = new Uint8Array(count);
  const take = (kind: Paint) => {
    const { labels: parts, components } = labelComponents(member, size);
    const labelOfPart = components.map((component) => {
      if (component.area < least || list.length >= mostRegions) return -1;
      list.push(emptyRegion(kind));
      return list.length - 1;
    });
    for (let i = 0; i < count; i++) if (parts[i]! >= 0) labels[i] = labelOfPart[parts[i]!]!;
  };

  const present = new Int32Array(paintCount);
  for (let i = 0; i < count; i++) present[paint[i]!]!++;
  // Openings in an outline are closed by keeping away from strokes; the rim comes back by growing.
  const stroke = new Float32Array(count);
  for (let i = 0; i < count; i++) stroke[i] = paint[i] === Paint.paper ? 0 : 1;
  const near = boxBlur(stroke, size, Math.max(1, Math.round(2 * unit)));
  for (let i = 0; i < count; i++) member[i] = near[i]! < 1e-4 ? 1 : 0;
  take(Paint.paper);
  const barred = new Uint8Array(count);
  for (let i = 0; i < count; i++) barred[i] = paint[i] === Paint.paper ? 0 : 1;
  growLabels(labels, size, barred);
  for (let kind = Paint.sky; kind < paintCount; kind++) {
    if (present[kind]! < least) continue;
    for (let i = 0; i < count; i++) member[i] = paint[i] === kind ? 1 : 0;
    parted(member, paint, rgb, size);
    take(kind as Paint);
  }
  if (list.length === 0) {
    list.push(emptyRegion(Paint.paper));
    labels.fill(0);
  }
  growLabels(labels, size);
  measureRegions(labels, list, paint, rgb, size);
  return { labels, list, neighbours: labelNeighbours(labels, size, list.length) };
}

/**
 * Two faces of one material differ in their shade: pixels on a step between two flat shades leave the set, so that it
 * falls into faces. Strokes' soft edges and filled gaps are not steps, because one side of them is no such paint.
 */
function parted(member: Uint8Array, paint: Uint8Array, rgb: Uint8Array, { width, height }: Size): void {
  const steps: number[] = [];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2, i = y * width + 2; x < width - 2; x++, i++) {
      if (member[i] === 0) continue;
      if (isStep(i - 2, i + 2, 1) || isStep(i - 2 * width, i + 2 * width, width)) steps.push(i);
    }
  }
  // The ends of a step lie in soft edges, so it is made longer by a few pixels.
  for (const i of steps)
    for (const by of [0, 1, -1, width, -width, 2 * width, -2 * width, 3 * width, -3 * width]) member[i + by] = 0;

  function isStep(one: number, other: number, pitch: number): boolean {
    if (member[one] === 0 || member[other] === 0 || !isFirm(one) || !isFirm(other)) return false;
    if (differ(one, other) < 20) return false;
    // Both shades are flat; inside a soft edge they are not.
    return differ(one, one - pitch) < 8 && differ(other, other + pitch) < 8;
  }
  function differ(one: number, other: number): number {
    const red = Math.abs(rgb[one * 3]! - rgb[other * 3]!);
    const green = Math.abs(rgb[one * 3 + 1]! - rgb[other * 3 + 1]!);
    return Math.max(red, green, Math.abs(rgb[one * 3 + 2]! - rgb[other * 3 + 2]!));
  }
  function isFirm(i: number): boolean {
    return paintOf(rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!) === paint[i];
  }
}

/** A region before its pixels are measured. */
export function emptyRegion(paint: Paint): Region {
  return {
    paint,
    area: 0,
    left: Number.MAX_SAFE_INTEGER,
    top: Number.MAX_SAFE_INTEGER,
    right: 0,
    bottom: 0,
    x: 0,
    y: 0,
    atTop: 0,
    atBottom: 0,
    atLeft: 0,
    atRight: 0,
    colour: [255, 255, 255],
    wideFrom: Number.MAX_SAFE_INTEGER,
    role: Role.back,
    parent: -1,
  };
}

/** Fills in what follows from the regions' pixels. In place. */
export function measureRegions(
  labels: Int32Array,
  list: Region[],
  paint: Uint8Array,
  rgb: Uint8Array,
  size: Size,
): void {
  const { width, height } = size;
  const sums = new Float64Array(list.length * 4);
  const wide = Math.round(0.3 * width);
  const inRow = new Int32Array(list.length);
  for (let y = 0, i = 0; y < height; y++) {
    inRow.fill(0);
    for (let x = 0; x < width; x++, i++) {
      const label = labels[i]!;
      if (++inRow[label]! === wide) list[label]!.wideFrom = Math.min(list[label]!.wideFrom, y);
      const region = list[label]!;
      addPixel(region, x, y, size);
      if (paint[i] !== region.paint) continue;
      for (let channel = 0; channel < 3; channel++) sums[label * 4 + channel]! += rgb[i * 3 + channel]!;
      sums[label * 4 + 3]!++;
    }
  }
  list.forEach((region, label) => {
    region.x /= Math.max(1, region.area);
    region.y /= Math.max(1, region.area);
    const inked = Math.max(1, sums[label * 4 + 3]!);
    region.colour = [sums[label * 4]! / inked, sums[label * 4 + 1]! / inked, sums[label * 4 + 2]! / inked];
  });
}
/** Counts a pixel into a region's area, box, middle and borders. */
function addPixel(region: Region, x: number, y: number, { width, height }: Size): void {
  region.area++;
  region.x += x;
  region.y += y;
  if (x < region.left) region.left = x;
  if (x > region.right) region.right = x;
  if (y < region.top) region.top = y;
  region.bottom = y;
  if (y === 0) region.atTop++;
  if (y === height - 1) region.atBottom++;
  if (x === 0) region.atLeft++;
  if (x === width - 1) region.atRight++;
}
