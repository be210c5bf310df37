import { clamp } from '../../base/scalar.ts';
import type { RegionEdges, RegionFacts } from './merge-tree-regions.ts';
import type { RegionClasses } from './region-classes.ts';
import type { TreeNodes } from './region-masks-nodes.ts';
import type { Spot } from './region-masks-score.ts';

/** A picture divided into regions, with the trees over them; made once and asked often. */
export interface RegionModel {
  /** Size of the working picture, pixels. */
  width: number;
  height: number;
  /** Region of every pixel of the working picture. */
  labels: Uint16Array;
  facts: RegionFacts;
  edges: RegionEdges;
  /** One for every tree, all over the same regions. */
  trees: readonly TreeNodes[];
  /** Shares of `sceneClasses` as a network told them, 0–255: those of a class for every region, class after class. */
  shares: Uint8Array;
  /** What regions belong to, weighed by the picture's colours; absent where no network was asked. */
  classes?: RegionClasses;
}

/** In pixels of the working picture. */
export interface RegionBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What the user pointed at, in pixels of the working picture. At least one positive spot or a box. */
export interface RegionPrompt {
  positives: readonly Spot[];
  negatives: readonly Spot[];
  box?: RegionBox;
}

/** Most answers to one prompt. */
export const choiceCount = 3;

/** A choice of regions. */
export interface RegionChoice {
  /** 1 for the regions chosen; indexed by region. */
  regions: Uint8Array;
  /** Pixels of the working picture. */
  area: number;
  /** Expected overlap with what was meant, 0–1. */
  score: number;
}

/** Drops regions whose middle lies outside the box. */
export function leaveOutside({ facts }: RegionModel, regions: Uint8Array, box: RegionBox): void {
  for (let region = 0; region < regions.length; region++) {
    const x = (facts.box[region * 4]! + facts.box[region * 4 + 2]!) / 2;
    const y = (facts.box[region * 4 + 1]! + facts.box[region * 4 + 3]!) / 2;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) regions[region] = 0;
  }
}

export function makeChoice({ facts }: RegionModel, regions: Uint8Array, score: number): RegionChoice {
  let area = 0;
  for (let region = 0; region < regions.length; region++) if (regions[region]) area += facts.area[region]!;
  return { regions, area, score: clamp(score, 0, 1) };
}

/** Intersection over union, by pixels. */
export function overlap({ facts }: RegionModel, one: RegionChoice, other: RegionChoice): number {
  let common = 0;
  for (let region = 0; region < one.regions.length; region++) {
    if (one.regions[region] && other.regions[region]) common += facts.area[region]!;
  }
  const union = one.area + other.area - common;
  return union === 0 ? 1 : common / union;
}
