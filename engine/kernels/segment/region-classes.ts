import type { Size } from '../../base/blur.ts';
import { fitMixture } from '../../base/colour-mixture.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import type { SceneClass } from '../scene/scene-reading.ts';
import type { RegionFacts } from './merge-tree-regions.ts';

/** Classes of regions: one plane a class, a share of 0–1 for every region; the classes of a region sum up to 1. */
export type RegionClasses = ReadonlyMap<SceneClass, Float32Array>;

/**
 * The means of a reading's shares over regions.
 *
 * @param shares planes of `from`, 0–1
 * @param labels region of every pixel of `size`
 */
export function classesOfRegions(
  shares: ReadonlyMap<SceneClass, Float32Array>,
  from: Size,
  labels: Uint16Array,
  { area }: RegionFacts,
  size: Size,
): RegionClasses {
  const classes = new Map<SceneClass, Float32Array>();
  for (const [name, plane] of shares) {
    const large = resamplePlane(plane, from, size);
    const sums = new Float32Array(area.length);
    for (let i = 0; i < large.length; i++) sums[labels[i]!]! += Math.max(0, large[i]!) / area[labels[i]!]!;
    classes.set(name, sums);
  }
  normalise(classes, area.length);
  return classes;
}

function normalise(classes: RegionClasses, count: number): void {
  for (let region = 0; region < count; region++) {
    let sum = 1e-6;
    for (const plane of classes.values()) sum += plane[region]!;
    for (const plane of classes.values()) plane[region]! /= sum;
  }
}

/** Mean colours of regions as bytes: lightness, a and b, each stretched to where colours lie. */
export function regionColours({ area, colour }: RegionFacts): Uint8Array {
  const bytes = new Uint8Array(area.length * 3);
  for (let region = 0; region < area.length; region++) {
    const share = 1 / area[region]!;
    bytes[region * 3] = clamp(colour[region * 3]! * share * 1.8, 0, 255);
    bytes[region * 3 + 1] = clamp(colour[region * 3 + 1]! * share * 2.5 + 128, 0, 255);
    bytes[region * 3 + 2] = clamp(colour[region * 3 + 2]! * share * 2.5 + 128, 0, 255);
  }
  return bytes;
}

/** Regions that belong to a class by more than this tell its colours, where there are as many. */
const sureShare = 0.6;
const leastSure = 15;
/** Exponent of the likelihood of a colour. */
const colourWeight = 0.35;
/** No colour is less likely than this, as a logarithm. */
const leastLikely = -25;

/** The classes once more, weighed by how likely the colours of regions are where their class is sure. */
export function weighByRegionColours(classes: RegionClasses, facts: RegionFacts): RegionClasses {
  const count = facts.area.length;
  const colours = regionColours(facts);
  const weighed = new Map<SceneClass, Float32Array>();
  const known = new Map<SceneClass, Float32Array>();
  for (const [name, plane] of classes) {
    const sure: number[] = [];
    for (let region = 0; region < count; region++) if (plane[region]! > sureShare) sure.push(region);
    weighed.set(name, Float32Array.from(plane));
    if (sure.length < leastSure) continue;
    const mixture = fitMixture(colours, Int32Array.from(sure));
    known.set(
      name,
      new Float32Array(count).map((_, region) => Math.max(leastLikely, -mixture.costAt(colours, region))),
    );
  }
  for (let region = 0; region < count; region++) {
    let [sum, weight] = [0, 1e-9];
    for (const [name, likely] of known) {
      sum += classes.get(name)![region]! * likely[region]!;
      weight += classes.get(name)![region]!;
    }
    for (const [name, likely] of known) {
      weighed.get(name)![region]! *= Math.exp(colourWeight * (likely[region]! - sum / weight));
    }
  }
  normalise(weighed, count);
  return weighed;
}
