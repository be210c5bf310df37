import { clamp } from '../../base/scalar.ts';
import type { RegionEdges, RegionFacts } from './merge-tree-regions.ts';
import type { RegionClasses } from './region-classes.ts';
import type { TreeNodes } from './region-masks-nodes.ts';
import type { ScoredSpot } from './region-masks-score.ts';

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
  /** Classes of regions, weighed by the picture's colours; absent when no network was asked. */
  classes?: RegionClasses;
}

/** In pixels of the working picture. */
export interface RegionBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Marks of the user, in pixels of the working picture. At least one positive spot or a box. */
export interface RegionPrompt {
  positives: readonly ScoredSpot[];
  negatives: readonly ScoredSpot[];
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

/** Ratio by which a region must be nearer in colour to a choice than to its surroundings to join it. */
const clearlyNearer = 4;
/** Least distance in colour to what surrounds it, Lab units. */
const visibleDifference = 12;

/**
 * Adds to a choice the neighbouring regions whose mean colour is near the choice's and far from that of their other
 * neighbours. The merge tree joins a region late when a few of its pixels lie beyond an edge, and choices miss it.
 */
export function withPlainNeighbours({ facts, edges }: RegionModel, choice: RegionChoice): RegionChoice {
  const count = choice.regions.length;
  // Length of the border of every region with the choice and with the rest, and the sum of the differences over it.
  const [toChoice, choiceSum] = [new Float64Array(count), new Float64Array(count)];
  const [toRest, restSum] = [new Float64Array(count), new Float64Array(count)];
  for (let edge = 0; edge < edges.first.length; edge++) {
    const [first, second] = [edges.first[edge]!, edges.second[edge]!];
    const length = edges.length[edge]!;
    const difference = length * colourDifference(facts, first, second);
    for (const [region, neighbour] of [
      [first, second],
      [second, first],
    ] as const) {
      const isChosen = choice.regions[neighbour];
      (isChosen ? toChoice : toRest)[region]! += length;
      (isChosen ? choiceSum : restSum)[region]! += difference;
    }
  }
  const regions = choice.regions.slice();
  let area = choice.area;
  for (let region = 0; region < count; region++) {
    if (regions[region] || toChoice[region] === 0 || toRest[region] === 0) continue;
    const rest = restSum[region]! / toRest[region]!;
    if (rest < visibleDifference || rest < (clearlyNearer * choiceSum[region]!) / toChoice[region]!) continue;
    regions[region] = 1;
    area += facts.area[region]!;
  }
  return { ...choice, regions, area };
}

/** Distance of the mean colours of two regions, Lab units. */
function colourDifference({ colour, area }: RegionFacts, first: number, second: number): number {
  let sum = 0;
  for (let plane = 0; plane < 3; plane++)
    sum += (colour[first * 3 + plane]! / area[first]! - colour[second * 3 + plane]! / area[second]!) ** 2;
  return Math.sqrt(sum);
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
