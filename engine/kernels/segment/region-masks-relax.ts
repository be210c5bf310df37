import { histogramBins, histogramSize, type RegionFacts } from './merge-tree-regions.ts';
import {
  choiceCount,
  leaveOutside,
  makeChoice,
  overlap,
  type RegionChoice,
  type RegionModel,
  type RegionPrompt,
} from './region-masks-choice.ts';
import { chainOf, holds, type TreeNodes } from './region-masks-nodes.ts';
import { expectedOverlap, type ScoredSpot } from './region-masks-score.ts';

/** Added to a node's expected overlap for every further positive spot it holds. */
const companyBonus = 0.15;
/** Exponent that turns expected overlaps into weights: higher trusts the best node more. */
const sharpness = 12;
/** Log-odds that full evidence of the trees is worth, and full likeness in colour. */
const treeWeight = 5;
const colourWeight = 2;
/** Log-odds of a region without any evidence. */
const caution = -0.5;
/** Log-odds that wholly agreeing neighbours are worth. */
const smoothness = 2;
/** Gradient at which neighbours count for 1/e, Lab units per two pixels. */
const visibleEdge = 8;
/** Log-odds between one choice and a stricter one. */
const strictness = 1.2;
const rounds = 12;
/** Two choices that overlap more than this are one. */
const sameOverlap = 0.95;

/**
 * Confidence that the nodes round a spot hold each region, 0–1: nodes with a higher expected overlap count for more.
 */
function evidence(
  model: RegionModel,
  leaf: number,
  spot: ScoredSpot,
  friends: ReadonlyMap<number, ScoredSpot>,
  foes: ReadonlyMap<number, ScoredSpot>,
): Float32Array {
  const sums = new Float32Array(model.facts.area.length);
  const hypotheses: Array<{ nodes: TreeNodes; node: number; weight: number }> = [];
  let total = 0;
  for (const nodes of model.trees) {
    for (const node of chainOf(nodes, leaf)) {
      const isRefuted = holdsAny(nodes, node, foes);
      if (isRefuted || nodes.area[node]! > 0.85 * model.width * model.height) break;
      let friendly = 0;
      for (const friend of friends.keys()) if (holds(nodes, node, friend)) friendly++;
      const score = expectedOverlap(nodes, node, [spot]) + companyBonus * (friendly - 1);
      const weight = Math.exp(sharpness * score);
      total += weight;
      hypotheses.push({ nodes, node, weight });
    }
  }
  for (const { nodes, node, weight } of hypotheses) {
    for (let index = nodes.start[node]!; index < nodes.end[node]!; index++) {
      sums[nodes.leafOrder[index]!]! += weight / total;
    }
  }
  sums[leaf] = 1;
  return sums;
}

function holdsAny(nodes: TreeNodes, node: number, spots: ReadonlyMap<number, ScoredSpot>): boolean {
  for (const leaf of spots.keys()) if (holds(nodes, node, leaf)) return true;
  return false;
}

/** Strongest evidence of any spot for each region, 0–1. */
function strongest(
  model: RegionModel,
  own: ReadonlyMap<number, ScoredSpot>,
  foes: ReadonlyMap<number, ScoredSpot>,
): Float32Array {
  const most = new Float32Array(model.facts.area.length);
  for (const [leaf, spot] of own) {
    const sums = evidence(model, leaf, spot, own, foes);
    for (let region = 0; region < most.length; region++) most[region] = Math.max(most[region]!, sums[region]!);
  }
  return most;
}

/** Distance of every region's histogram to the nearest of some regions, in bins; earth mover's distance per plane. */
function colourDistances({ histogram, area }: RegionFacts, leaves: Iterable<number>): Float32Array {
  const distances = new Float32Array(area.length).fill(Number.POSITIVE_INFINITY);
  for (const leaf of leaves) {
    for (let region = 0; region < area.length; region++) {
      let distance = 0;
      for (let plane = 0; plane < 3; plane++) {
        let difference = 0;
        const from = leaf * histogramSize + plane * histogramBins;
        const to = region * histogramSize + plane * histogramBins;
        for (let bin = 0; bin < histogramBins; bin++) {
          difference += histogram[from + bin]! / area[leaf]! - histogram[to + bin]! / area[region]!;
          distance += (plane === 0 ? 0.6 : 1.4) * Math.abs(difference);
        }
      }
      distances[region] = Math.min(distances[region]!, distance);
    }
  }
  return distances;
}

/** Up to three different choices, the likeliest first, then stricter and more generous ones. */
export function relaxedChoices(
  model: RegionModel,
  prompt: RegionPrompt,
  positives: ReadonlyMap<number, ScoredSpot>,
  negatives: ReadonlyMap<number, ScoredSpot>,
): RegionChoice[] {
  const { facts, edges } = model;
  const count = facts.area.length;
  const inside = strongest(model, positives, negatives);
  const outside = strongest(model, negatives, positives);
  const near = colourDistances(facts, positives.keys());
  const far = negatives.size > 0 ? colourDistances(facts, negatives.keys()) : undefined;
  const leaning = new Float32Array(count);
  for (let region = 0; region < count; region++) {
    const colour = far ? (far[region]! - near[region]!) / (far[region]! + near[region]! + 0.5) : 0;
    const unknown = 1 - Math.max(inside[region]!, outside[region]!);
    leaning[region] = treeWeight * (inside[region]! - outside[region]! - unknown / 2) + colourWeight * colour + caution;
  }
  if (prompt.box) {
    const within = new Uint8Array(count).fill(1);
    leaveOutside(model, within, prompt.box);
    for (let region = 0; region < count; region++) if (!within[region]) leaning[region] = -20;
  }
  const strength = new Float32Array(edges.first.length);
  const outline = new Float32Array(count);
  for (let edge = 0; edge < strength.length; edge++) {
    strength[edge] = edges.length[edge]! * Math.exp(-edges.gradient[edge]! / edges.length[edge]! / visibleEdge);
    outline[edges.first[edge]!]! += edges.length[edge]!;
    outline[edges.second[edge]!]! += edges.length[edge]!;
  }
  let belief = Float32Array.from(leaning, (value) => 1 / (1 + Math.exp(-value)));
  const fix = () => {
    for (const leaf of positives.keys()) belief[leaf] = 1;
    for (const leaf of negatives.keys()) belief[leaf] = 0;
  };
  fix();
  for (let round = 0; round < rounds; round++) {
    const pull = new Float32Array(count);
    for (let edge = 0; edge < strength.length; edge++) {
      pull[edges.first[edge]!]! += strength[edge]! * (2 * belief[edges.second[edge]!]! - 1);
      pull[edges.second[edge]!]! += strength[edge]! * (2 * belief[edges.first[edge]!]! - 1);
    }
    belief = Float32Array.from(leaning, (value, region) => {
      return 1 / (1 + Math.exp(-value - (smoothness * pull[region]!) / Math.max(1, outline[region]!)));
    });
    fix();
  }
  const choices: RegionChoice[] = [];
  for (const shift of [0, 1, -1, 2, -2, 3, -3]) {
    const limit = 1 / (1 + Math.exp(-shift * strictness));
    const regions = Uint8Array.from(belief, (value) => (value > limit ? 1 : 0));
    const choice = makeChoice(model, keepConnected(model, regions, positives), meanCertainty(model, regions, belief));
    const isNew = choices.every((other) => overlap(model, other, choice) < sameOverlap);
    if (isNew && choices.length < choiceCount) choices.push(choice);
  }
  return choices;
}

function meanCertainty({ facts }: RegionModel, regions: Uint8Array, belief: Float32Array): number {
  let sure = 0;
  let area = 0;
  for (let region = 0; region < regions.length; region++) {
    if (!regions[region]) continue;
    sure += belief[region]! * facts.area[region]!;
    area += facts.area[region]!;
  }
  return area === 0 ? 0 : sure / area;
}

/** Only what hangs together with a positive spot; everything when there is none. */
function keepConnected(
  { edges }: RegionModel,
  regions: Uint8Array,
  positives: ReadonlyMap<number, ScoredSpot>,
): Uint8Array {
  if (positives.size === 0) return regions;
  const kept = new Uint8Array(regions.length);
  for (const leaf of positives.keys()) kept[leaf] = 1;
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (let edge = 0; edge < edges.first.length; edge++) {
      const one = edges.first[edge]!;
      const other = edges.second[edge]!;
      if (kept[one] === kept[other] || !regions[one] || !regions[other]) continue;
      kept[one] = 1;
      kept[other] = 1;
      hasGrown = true;
    }
  }
  return kept;
}
