import { boxBlur, type Size } from '../blur.ts';
import { labPlanes, lumaPlane, type RgbBytes } from '../colour.ts';
import { guidedFilter } from '../guided-filter.ts';
import { resamplePlane } from '../resample.ts';
import { mergeRegions } from './merge-tree.ts';
import { labGradient, measureRegions, type RegionEdges } from './merge-tree-regions.ts';
import { describeNodes } from './region-masks-nodes.ts';
import { fillEnclosed, growPixels, type SceneRegions, shadeFactor } from './scene-masks-grow.ts';
import { type LabPlanes, slicSuperpixels } from './slic.ts';

/** Soft masks of a picture taken outdoors. */
export interface SceneMasks {
  /** 0–255, one byte a pixel of the picture; 255 is surely sky. */
  sky: Uint8Array;
  /** 0–255 likewise: street, lawn, terrace, water. Never where there is sky. */
  ground: Uint8Array;
  /** Shares of the picture, 0–1. */
  skyShare: number;
  groundShare: number;
}

const workingWidth = 400;
const mergeWeights = { gradient: 1, histogram: 28, mean: 0.45, size: 0.22, enclosure: 0.5 };
/** Less sky than this is none. */
const smallestShare = 0.01;

/**
 * Finds sky and ground by growing them over superpixels: the sky from smooth, bright or blue regions at the upper
 * border, the ground from the lower border, both stopping at edges and changes of colour; then pixel by pixel where
 * the local colour goes on, and along the picture's edges with a guided filter. There is no knowledge of things in it:
 * white walls at the upper border and hazy hills may be taken for sky.
 *
 * @param rgb the picture; 8-bit sRGB of `size`
 * @param isOutdoor false gives two empty masks: a ceiling is no sky
 */
export function sceneMasks(rgb: RgbBytes, size: Size, { isOutdoor }: { isOutdoor: boolean }): SceneMasks {
  const pixels = size.width * size.height;
  const none = { sky: new Uint8Array(pixels), ground: new Uint8Array(pixels), skyShare: 0, groundShare: 0 };
  if (!isOutdoor) return none;
  const width = Math.min(workingWidth, size.width);
  const working = { width, height: Math.max(1, Math.round((size.height * width) / size.width)) };
  const lab = reduceLab(rgb, size, working);
  const scene = divide(lab, working);
  const skyRegions = growSky(scene);
  const groundRegions = growGround(scene, skyRegions);
  const { height } = working;
  const sky = growPixels(scene, skyRegions, lab, { radius: 14, tolerance: 9, isAllowed: (y) => y <= height * 0.8 });
  const ground = growPixels(scene, groundRegions, lab, {
    radius: 12,
    tolerance: 8,
    isAllowed: (y) => y >= height * 0.45,
  });
  fillEnclosed(ground, working);
  for (let i = 0; i < sky.length; i++) if (sky[i]) ground[i] = 0;
  const guide = lumaPlane(rgb);
  const skySoft = followEdges(sky, working, guide, size, 0.3, 0.75);
  const groundSoft = followEdges(ground, working, guide, size, 0.25, 0.8);
  for (let i = 0; i < pixels; i++) groundSoft[i] = Math.round((groundSoft[i]! * (255 - skySoft[i]!)) / 255);
  return { sky: skySoft, ground: groundSoft, skyShare: shareOf(skySoft), groundShare: shareOf(groundSoft) };
}

function shareOf(mask: Uint8Array): number {
  let sum = 0;
  for (const value of mask) sum += value;
  return sum / 255 / mask.length;
}

function reduceLab(rgb: RgbBytes, from: Size, to: Size): LabPlanes {
  const { lightness, a, b } = labPlanes(rgb);
  return {
    lightness: resamplePlane(lightness, from, to),
    a: resamplePlane(a, from, to),
    b: resamplePlane(b, from, to),
  };
}

function divide(lab: LabPlanes, size: Size): SceneRegions {
  const regions = slicSuperpixels(lab, size, { count: 700, compactness: 10, iterations: 5 });
  const gradient = labGradient(lab, size, 1);
  const { facts, edges } = measureRegions(regions, lab, gradient, size);
  const nodes = describeNodes(mergeRegions(facts, edges, mergeWeights), facts, edges);
  const count = regions.count;
  const heights = new Float32Array(count);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) heights[regions.labels[i]!]! += y;
  }
  for (let region = 0; region < count; region++) {
    heights[region]! /= facts.area[region]!;
    facts.roughness[region]! /= facts.area[region]!;
    for (let i = 0; i < 3; i++) facts.colour[region * 3 + i]! /= facts.area[region]!;
  }
  return { size, labels: regions.labels, facts, nodes, heights, neighbours: neighboursOf(edges, count) };
}

function neighboursOf(edges: RegionEdges, count: number): SceneRegions['neighbours'] {
  const neighbours: Array<Array<{ region: number; gradient: number }>> = Array.from({ length: count }, () => []);
  for (let edge = 0; edge < edges.first.length; edge++) {
    if (edges.length[edge]! < 3) continue;
    const gradient = edges.gradient[edge]! / edges.length[edge]!;
    neighbours[edges.first[edge]!]!.push({ region: edges.second[edge]!, gradient });
    neighbours[edges.second[edge]!]!.push({ region: edges.first[edge]!, gradient });
  }
  return neighbours;
}

/** How much a region looks like sky, 0–1: blue, bright and pale, warm and smooth or grey; smooth and high up. */
function skyLikeness({ facts, heights, size }: SceneRegions, region: number): number {
  const [l, a, b] = colourOf(facts.colour, region);
  const roughness = facts.roughness[region]!;
  const paleness = Math.hypot(a, b);
  const colour = Math.max(
    b < -4 ? 1 : 0,
    l > 72 && paleness < 14 ? 1 : 0,
    l > 55 && b > 8 && roughness < 2.5 ? 0.7 : 0,
    l > 50 && paleness < 8 ? 0.6 : 0,
  );
  const isFoliage = a < -6 && b > 8;
  return isFoliage ? 0 : colour * Math.exp(-roughness / 2.6) * smoothStep(0.75, 0.35, heights[region]! / size.height);
}

function growSky(scene: SceneRegions): Uint8Array {
  const { facts, heights, neighbours, size } = scene;
  const count = heights.length;
  const sky = new Uint8Array(count);
  const likeness = Float32Array.from(sky, (_, region) => skyLikeness(scene, region));
  const waiting: number[] = [];
  for (let region = 0; region < count; region++) {
    const [l, , b] = colourOf(facts.colour, region);
    const isAtTop = facts.box[region * 4 + 1]! < 2;
    const isDeepBlue = b < -6 && l > 35 && heights[region]! < size.height * 0.35 && facts.roughness[region]! < 2.6;
    if (isAtTop ? likeness[region]! > 0.28 : isDeepBlue && likeness[region]! > 0.25) waiting.push(region);
  }
  for (const region of waiting) sky[region] = 1;
  for (let region = waiting.pop(); region !== undefined; region = waiting.pop()) {
    for (const { region: next, gradient } of neighbours[region]!) {
      const like = likeness[next]!;
      if (sky[next] || like <= 0.2) continue;
      if (colourStep(facts.colour, region, next, 0.6) >= 9 + 8 * like || gradient >= 4.5 + 4 * like) continue;
      sky[next] = 1;
      waiting.push(next);
    }
  }
  let area = 0;
  for (let region = 0; region < count; region++) if (sky[region]) area += facts.area[region]!;
  if (area < smallestShare * size.width * size.height) sky.fill(0);
  return sky;
}

function growGround(scene: SceneRegions, sky: Uint8Array): Uint8Array {
  const { facts, heights, neighbours, size } = scene;
  const ground = new Uint8Array(sky.length);
  const waiting: number[] = [];
  for (let region = 0; region < ground.length; region++) {
    if (facts.box[region * 4 + 3]! > size.height - 3 && !sky[region]) waiting.push(region);
  }
  for (const region of waiting) ground[region] = 1;
  for (let region = waiting.pop(); region !== undefined; region = waiting.pop()) {
    for (const { region: next, gradient } of neighbours[region]!) {
      if (ground[next] || sky[next] || heights[next]! < size.height * 0.5) continue;
      // The farther up, the less may change: walls begin somewhere.
      const far = Math.max(0, Math.min(1, (size.height - heights[next]!) / (size.height * 0.5)));
      const shade = shadeFactor(facts.colour[region * 3]! / 100);
      if (colourStep(facts.colour, region, next, 0.7) >= (11 - 4 * far) * shade) continue;
      if (gradient >= (7 - 3.5 * far) * shade) continue;
      ground[next] = 1;
      waiting.push(next);
    }
  }
  addFlats(scene, sky, ground);
  return ground;
}

/** Adds wide, low nodes in the lower part that touch the ground: a terrace, a pool, a pavement of another colour. */
function addFlats({ nodes, heights, neighbours, size }: SceneRegions, sky: Uint8Array, ground: Uint8Array): void {
  const { box, area, leafOrder, start, end } = nodes;
  for (let node = area.length - 1; node >= 0; node--) {
    const share = area[node]! / (size.width * size.height);
    const width = box[node * 4 + 2]! - box[node * 4]! + 1;
    const height = box[node * 4 + 3]! - box[node * 4 + 1]! + 1;
    const isFlat = width > 3.5 * height && width > size.width / 3 && area[node]! > 0.5 * width * height;
    if (share < 0.01 || share > 0.3 || !isFlat || box[node * 4 + 1]! < size.height * 0.6) continue;
    const leaves = leafOrder.subarray(start[node]!, end[node]!);
    const touchesGround = leaves.some((leaf) => ground[leaf] || neighbours[leaf]!.some(({ region }) => ground[region]));
    if (!touchesGround || leaves.some((leaf) => sky[leaf] || heights[leaf]! < size.height * 0.6)) continue;
    for (const leaf of leaves) ground[leaf] = 1;
  }
}

function colourOf(colour: Float32Array, region: number): [l: number, a: number, b: number] {
  return [colour[region * 3]!, colour[region * 3 + 1]!, colour[region * 3 + 2]!];
}

function colourStep(colour: Float32Array, one: number, other: number, lightnessWeight: number): number {
  const [l, a, b] = colourOf(colour, one);
  const [otherL, otherA, otherB] = colourOf(colour, other);
  return Math.hypot(lightnessWeight * (l - otherL), a - otherA, b - otherB);
}

/** The mask in the picture's size with its edges on the picture's, from `low` (0) to `high` (255). */
function followEdges(
  mask: Uint8Array,
  from: Size,
  guide: Float32Array,
  size: Size,
  low: number,
  high: number,
): Uint8Array {
  const soft = boxBlur(Float32Array.from(mask), from, 1);
  const large = resamplePlane(soft, from, size, 'catmullRom');
  const radius = Math.max(3, Math.round((7 * size.width) / 1024));
  guidedFilter(guide, large, size, radius, 4e-4, large);
  const out = new Uint8Array(large.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.round(255 * smoothStep(low, high, large[i]!));
  return out;
}

function smoothStep(low: number, high: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
