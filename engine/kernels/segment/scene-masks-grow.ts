import { boxBlur, type Size } from '../../base/blur.ts';
import { bytesOf } from '../../base/map-plane.ts';
import type { RegionFacts } from './merge-tree-regions.ts';
import type { TreeNodes } from './region-masks-nodes.ts';
import type { LabPlanes } from './slic.ts';

/** A working picture in superpixels; `facts.colour` and `facts.roughness` are means here. */
export interface SceneRegions {
  size: Size;
  labels: Uint16Array;
  facts: RegionFacts;
  nodes: TreeNodes;
  /** Mean y of every region, pixels. */
  heights: Float32Array;
  neighbours: ReadonlyArray<ReadonlyArray<{ region: number; gradient: number }>>;
}

const passes = 4;

/** In the dark everything differs less: factor for tolerances, by lightness 0…1. */
export function shadeFactor(lightness: number): number {
  return Math.min(1, 0.35 + 1.6 * lightness);
}

/**
 * Goes on from chosen regions pixel by pixel: takes connected pixels that are close to the local mean colour of what
 * is taken already (normalised convolution), until little is added.
 *
 * @param radius of the local mean, pixels
 * @param tolerance Lab units
 * @param isAllowed whether a row may be taken
 * @returns 1 for pixels taken
 */
export function growPixels(
  { labels, size }: SceneRegions,
  regions: Uint8Array,
  lab: LabPlanes,
  { radius, tolerance, isAllowed }: { radius: number; tolerance: number; isAllowed(y: number): boolean },
): Uint8Array {
  const { width } = size;
  const taken = bytesOf(labels, (region) => regions[region]!);
  const work = new Float32Array(taken.length);
  const spread = (plane: Float32Array) => {
    boxBlur(plane, size, radius, plane, work);
    return boxBlur(plane, size, radius, plane, work);
  };
  const masked = (plane: Float32Array) => spread(plane.map((value, i) => (taken[i] ? value : 0)));
  for (let pass = 0; pass < passes; pass++) {
    const nearness = spread(Float32Array.from(taken));
    const lightness = masked(lab.lightness);
    const a = masked(lab.a);
    const b = masked(lab.b);
    const isFit = new Uint8Array(taken.length);
    for (let i = 0; i < taken.length; i++) {
      const near = nearness[i]!;
      if (taken[i] || near < 0.02 || !isAllowed(Math.floor(i / width))) continue;
      const meanLightness = lightness[i]! / near;
      const dl = 0.6 * (lab.lightness[i]! - meanLightness);
      const da = lab.a[i]! - a[i]! / near;
      const db = lab.b[i]! - b[i]! / near;
      const limit = (tolerance / 100) * shadeFactor(meanLightness);
      if (dl * dl + da * da + db * db < limit * limit) isFit[i] = 1;
    }
    const added = flood(taken, isFit, size);
    if (added < taken.length * 0.002) break;
  }
  return cleanEdge(taken, size);
}

/** Takes fitting pixels that hang together with taken ones; returns how many. */
function flood(taken: Uint8Array, isFit: Uint8Array, { width }: Size): number {
  const waiting: number[] = [];
  for (let i = 0; i < taken.length; i++) if (taken[i]) waiting.push(i);
  let added = 0;
  for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
    const x = pixel % width;
    for (const next of [x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1, pixel - width, pixel + width]) {
      if (next < 0 || next >= taken.length || !isFit[next]) continue;
      isFit[next] = 0;
      taken[next] = 1;
      added++;
      waiting.push(next);
    }
  }
  return added;
}

/** Fills what is wholly surrounded by a mask and the picture's border below, as a pool by its lawn. */
export function fillEnclosed(taken: Uint8Array, { width, height }: Size): void {
  const isOpen = new Uint8Array(taken.length);
  const waiting: number[] = [];
  const open = (pixel: number) => {
    if (taken[pixel] || isOpen[pixel]) return;
    isOpen[pixel] = 1;
    waiting.push(pixel);
  };
  for (let x = 0; x < width; x++) open(x);
  for (let y = 0; y < height; y++) {
    open(y * width);
    open(y * width + width - 1);
  }
  for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
    const x = pixel % width;
    if (x > 0) open(pixel - 1);
    if (x < width - 1) open(pixel + 1);
    if (pixel >= width) open(pixel - width);
    if (pixel + width < taken.length) open(pixel + width);
  }
  for (let i = 0; i < taken.length; i++) if (!isOpen[i]) taken[i] = 1;
}

/** Removes single pixels and fills single holes. */
function cleanEdge(taken: Uint8Array, size: Size): Uint8Array {
  const mean = boxBlur(Float32Array.from(taken), size, 1);
  return taken.map((value, i) => (mean[i]! > 0.62 ? 1 : mean[i]! < 0.25 ? 0 : value));
}
