import type { Size } from '../../base/blur.ts';
import { labelNeighbours } from '../../base/components.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { type LabPlanes, slicSuperpixels } from '../segment/slic.ts';

/** Superpixels looked at. */
const regionCount = 300;
/** Colour step between neighbours that costs nothing, Lab units: the gradient of an even background. */
const freeStep = 3;

interface RegionFacts {
  /** Mean colour (Lab units) and place (0–1), five numbers per region. */
  means: Float64Array;
  /** Which regions touch the picture's border. */
  isBorder: Uint8Array;
}

/**
 * Saliency of each pixel against the background at the picture's border (RBD: Zhu et al., "Saliency optimization from
 * robust background detection", CVPR 2014: contrast weighted by boundary connectivity, without the last optimisation).
 * Good for one thing before a calm background; in clutter it finds the wrong one.
 *
 * @param lab of `size`, best 300–500 pixels long
 * @returns 0…1, the most salient region is 1
 */
export function salientRegions(lab: LabPlanes, size: Size): Float32Array {
  const { labels, count } = slicSuperpixels(lab, size, { count: regionCount, compactness: 18, iterations: 5 });
  const { means, isBorder } = factsOf(labels, count, lab, size);
  const neighbours = labelNeighbours(Int32Array.from(labels), size, count).map((map) => [...map.keys()]);
  const border = Array.from({ length: count }, (_, i) => i).filter((i) => isBorder[i]);
  for (const region of border) neighbours[region] = [...new Set([...neighbours[region]!, ...border])];
  const steps = neighbours.map((others, region) =>
    others.map((other) => Math.max(0, colourDistance(means, region, other) - freeStep)),
  );
  const background = new Float64Array(count);
  for (let region = 0; region < count; region++) {
    const distances = pathCosts(region, neighbours, steps);
    let area = 0;
    let length = 0;
    for (let other = 0; other < count; other++) {
      const likeness = Math.exp(-(distances[other]! ** 2) / 200);
      area += likeness;
      if (isBorder[other]) length += likeness;
    }
    background[region] = 1 - Math.exp(-(length * length) / area / 2);
  }
  const saliency = new Float64Array(count);
  for (let region = 0; region < count; region++) {
    let contrast = 0;
    for (let other = 0; other < count; other++) {
      const dx = means[region * 5 + 3]! - means[other * 5 + 3]!;
      const dy = means[region * 5 + 4]! - means[other * 5 + 4]!;
      const nearness = Math.exp(-(dx * dx + dy * dy) / 0.125);
      contrast += colourDistance(means, region, other) * nearness * background[other]!;
    }
    saliency[region] = contrast * (1 - background[region]!);
  }
  const most = Math.max(1e-9, ...saliency);
  return floatsOf(labels, (label) => saliency[label]! / most);
}

function factsOf(labels: Uint16Array, count: number, lab: LabPlanes, { width, height }: Size): RegionFacts {
  const means = new Float64Array(count * 5);
  const areas = new Float64Array(count);
  const isBorder = new Uint8Array(count);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const label = labels[i]!;
      areas[label]!++;
      means[label * 5]! += lab.lightness[i]! * 100;
      means[label * 5 + 1]! += lab.a[i]! * 100;
      means[label * 5 + 2]! += lab.b[i]! * 100;
      means[label * 5 + 3]! += x / width;
      means[label * 5 + 4]! += y / height;
      if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) isBorder[label] = 1;
    }
  }
  for (let i = 0; i < means.length; i++) means[i]! /= Math.max(1, areas[Math.floor(i / 5)]!);
  return { means, isBorder };
}

function colourDistance(means: Float64Array, one: number, other: number): number {
  const lightness = means[one * 5]! - means[other * 5]!;
  const a = means[one * 5 + 1]! - means[other * 5 + 1]!;
  const b = means[one * 5 + 2]! - means[other * 5 + 2]!;
  return Math.sqrt(lightness * lightness + a * a + b * b);
}

/** Cheapest path from one region to every other (Dijkstra, a scan per step: there are few regions). */
function pathCosts(start: number, neighbours: readonly number[][], steps: readonly number[][]): Float64Array {
  const costs = new Float64Array(neighbours.length).fill(Infinity);
  const isDone = new Uint8Array(neighbours.length);
  costs[start] = 0;
  const open = [start];
  while (open.length > 0) {
    let best = 0;
    for (let i = 1; i < open.length; i++) if (costs[open[i]!]! < costs[open[best]!]!) best = i;
    const here = open[best]!;
    open[best] = open[open.length - 1]!;
    open.pop();
    // Beyond three deviations of the likeness nothing counts any more.
    if (isDone[here] || costs[here]! > 30) continue;
    isDone[here] = 1;
    neighbours[here]!.forEach((other, i) => {
      const cost = costs[here]! + steps[here]![i]!;
      if (cost >= costs[other]! - 1e-9) return;
      costs[other] = cost;
      open.push(other);
    });
  }
  return costs;
}
