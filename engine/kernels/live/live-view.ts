import type { Size } from '../../base/blur.ts';
import { lumaOf } from '../../base/colour.ts';
import { growLabels, labelNeighbours } from '../../base/components.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import { calmed, evenShares } from './live-evenness.ts';
import { Paint, paintOf } from './live-paint.ts';
import { emptyRegion, measureRegions, type Region, type Regions } from './live-regions.ts';
import { withoutLines } from './live-view-lines.ts';

/** A view of a modelling program: flat faces in their own colours, dark edge lines, hatched tiles. */
export interface FlatView {
  regions: Regions;
  /** Share of each region that was hatched, 0–1. */
  hatched: Float32Array;
  /** Light of each pixel against the middle of its face, 0.6–1.3; 1 in hatches. */
  shades: Float32Array;
  /** The view without its lines, 8-bit sRGB. */
  colours: Uint8Array;
}

/** Largest difference of a channel between neighbours of one face: gradients pass, faces in other light do not. */
const sameFace = 5;
const mostFaces = 600;

/**
 * Divides a view into faces: edge lines and hatches (dark and narrower than a pen) take the colour beside them, then
 * what differs little from neighbour to neighbour is one face.
 *
 * @param unit pixels of this picture per pixel of one 512 wide
 */
export function divideView(rgb: Uint8Array, size: Size, unit: number): FlatView {
  const { width, height } = size;
  const count = width * height;
  const { even } = evenShares(rgb, size, 1, 2);
  const { colours, isHatch } = withoutLines(even > 0.6 ? rgb : calmed(rgb, size), size, unit);
  const labels = facesOf(colours, isHatch, size, Math.max(10, Math.round(16 * unit * unit)));
  growLabels(labels, size);
  for (let i = 0; i < count; i++) if (labels[i]! < 0) labels[i] = 0;
  straighten(labels, size);
  const list: Region[] = Array.from({ length: renumber(labels) }, () => emptyRegion(Paint.plaster));
  const paint = new Uint8Array(count);
  const sums = new Float64Array(list.length * 4);
  const hatches = new Float64Array(list.length);
  for (let i = 0; i < count; i++) {
    const label = labels[i]!;
    sums[label * 4 + 3]!++;
    hatches[label]! += isHatch[i]!;
    for (let channel = 0; channel < 3; channel++) sums[label * 4 + channel]! += colours[i * 3 + channel]!;
  }
  const hatched = new Float32Array(list.length);
  list.forEach((region, label) => {
    const area = Math.max(1, sums[label * 4 + 3]!);
    const [red, green, blue] = [0, 1, 2].map((channel) => sums[label * 4 + channel]! / area) as [
      number,
      number,
      number,
    ];
    const meant = paintOf(red, green, blue);
    region.paint = meant === Paint.paper ? Paint.plaster : meant;
    hatched[label] = hatches[label]! / area;
  });
  for (let i = 0; i < count; i++) paint[i] = list[labels[i]!]!.paint;
  measureRegions(labels, list, paint, colours, size);
  const shades = floatsOf(labels, (label, i) => {
    if (isHatch[i]) return 1;
    const own = lumaOf(colours[i * 3]!, colours[i * 3 + 1]!, colours[i * 3 + 2]!);
    return clamp(((own + 8) / (lumaOf(...list[label]!.colour) + 8)) ** 2, 0.6, 1.3);
  });
  return {
    regions: { labels, list, neighbours: labelNeighbours(labels, size, list.length) },
    hatched,
    shades,
    colours,
  };
}

/** Outlines lose the teeth that lines left: each pixel on one takes the label most pixels round it have. In place. */
function straighten(labels: Int32Array, { width, height }: Size): void {
  const before = Int32Array.from(labels);
  const votes = new Map<number, number>();
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2, i = y * width + 2; x < width - 2; x++, i++) {
      const own = before[i]!;
      if (before[i - 1] === own && before[i + 1] === own && before[i - width] === own && before[i + width] === own) {
        continue;
      }
      labels[i] = mostVoted(before, width, i, votes);
    }
  }
}

/** The most frequent label in the 5 × 5 pixels round one; its own when none is more frequent. */
function mostVoted(labels: Int32Array, width: number, i: number, votes: Map<number, number>): number {
  votes.clear();
  let best = labels[i]!;
  for (let down = -2; down <= 2; down++) {
    for (let at = i + down * width - 2; at <= i + down * width + 2; at++) {
      const label = labels[at]!;
      const count = (votes.get(label) ?? 0) + 1;
      votes.set(label, count);
      if (count > (votes.get(best) ?? 0)) best = label;
    }
  }
  return best;
}

/** Numbers the labels that are left from 0 on, in place. Returns how many there are. */
function renumber(labels: Int32Array): number {
  const numbers = new Map<number, number>();
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (!numbers.has(label)) numbers.set(label, numbers.size);
    labels[i] = numbers.get(label)!;
  }
  return numbers.size;
}

/** Labels of faces of at least `least` pixels, -1 elsewhere. */
function facesOf(colours: Uint8Array, isHatch: Uint8Array, { width, height }: Size, least: number): Int32Array {
  const count = width * height;
  const parent = new Int32Array(count);
  for (let i = 0; i < count; i++) parent[i] = i;
  const rootOf = (i: number) => {
    let at = i;
    while (parent[at]! !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const isSame = (i: number, j: number) => {
    if (isHatch[i] !== isHatch[j]) return false;
    const most = isHatch[i] ? 3 * sameFace : sameFace;
    for (let channel = 0; channel < 3; channel++) {
      if (Math.abs(colours[i * 3 + channel]! - colours[j * 3 + channel]!) > most) return false;
    }
    return true;
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x > 0 && isSame(i, i - 1)) parent[rootOf(i)] = rootOf(i - 1);
      if (y > 0 && isSame(i, i - width)) parent[rootOf(i)] = rootOf(i - width);
    }
  }
  const areas = new Int32Array(count);
  for (let i = 0; i < count; i++) areas[rootOf(i)]!++;
  const roots = [...areas.keys()].filter((i) => areas[i]! >= least).sort((a, b) => areas[b]! - areas[a]!);
  const numbers = new Int32Array(count).fill(-1);
  roots.slice(0, mostFaces).forEach((root, label) => {
    numbers[root] = label;
  });
  const labels = new Int32Array(count);
  for (let i = 0; i < count; i++) labels[i] = numbers[rootOf(i)]!;
  return labels;
}
