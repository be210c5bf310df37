import type { Size } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import { mergeRegions } from './merge-tree.ts';
import { labGradient, measureRegions, type RegionEdges } from './merge-tree-regions.ts';
import { describeNodes } from './region-masks-nodes.ts';
import { fillEnclosed, growPixels, type SceneRegions, shadeFactor } from './scene-masks-grow.ts';
import { coveredRegions } from './scene-masks-plain.ts';
import type { LabPlanes, Regions } from './slic.ts';

const mergeWeights = { gradient: 1, histogram: 28, mean: 0.45, size: 0.22, enclosure: 0.5 };

/**
 * The ground of a working picture: superpixels grow from the lower border, stopping at edges and changes of colour; wide
 * flat nodes of the merge tree that touch them are added; then it goes on pixel by pixel where the local colour does.
 *
 * @param sky 0 or 1 per pixel; never becomes ground
 * @returns 0 or 1 per pixel
 */
export function findGround(lab: LabPlanes, size: Size, regions: Regions, sky: Float32Array): Float32Array {
  const scene = divide(lab, size, regions);
  const chosen = growGround(scene, coveredRegions(sky, regions));
  const ground = growPixels(scene, chosen, lab, {
    radius: 14,
    tolerance: 8,
    isAllowed: (y) => y >= size.height * 0.45,
  });
  fillEnclosed(ground, size);
  return floatsOf(ground, (taken, i) => (taken && sky[i]! < 0.5 ? 1 : 0));
}

function divide(lab: LabPlanes, size: Size, regions: Regions): SceneRegions {
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
      const far = clamp((size.height - heights[next]!) / (size.height * 0.5), 0, 1);
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
