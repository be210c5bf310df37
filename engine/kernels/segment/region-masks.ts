import { clamp } from '../../base/scalar.ts';
import { boundsOf, classPart, closureOf, cutFromBox, cutsRoundSpot, prepareCuts } from './region-closure.ts';
import {
  choiceCount,
  leaveOutside,
  makeChoice,
  overlap,
  type RegionBox,
  type RegionChoice,
  type RegionModel,
  type RegionPrompt,
  withPlainNeighbours,
} from './region-masks-choice.ts';
import { chainOf, type TreeNodes } from './region-masks-nodes.ts';
import { relaxedChoices } from './region-masks-relax.ts';
import { expectedOverlap, type ScoredSpot } from './region-masks-score.ts';

/** A node of one tree as an answer. */
interface Hypothesis {
  nodes: TreeNodes;
  node: number;
  score: number;
}

/** Two answers that overlap more than this are one answer. */
const sameOverlap = 0.7;
/** Amount that a perfect fit of the box adds to the expected overlap, and the least fit of an answer. */
const boxWeight = 2;
const leastBoxFit = 0.25;
/** No node with a larger share of the picture is an answer to a click. */
const largestShare = 0.7;

/**
 * Answers a prompt with up to three different choices from small to large; `chosen` is the index of the likeliest. One
 * click or a box takes nodes of the trees and cuts of the region graph; several clicks weigh all nodes that hold a
 * positive and no negative spot, likewise against them the nodes round the negative spots, and the likeness in colour,
 * and relax the sum over neighbouring regions (mean field on the region graph).
 */
export function chooseRegions(model: RegionModel, prompt: RegionPrompt): { choices: RegionChoice[]; chosen: number } {
  const positives = leavesAt(model, prompt.positives);
  const negatives = leavesAt(model, prompt.negatives);
  for (const leaf of positives.keys()) negatives.delete(leaf);
  const isPlain = positives.size <= 1 && negatives.size === 0;
  const [click] = positives;
  const ranked = isPlain ? rankNodes(model, prompt, positives).map((node) => choiceOf(model, node, prompt)) : [];
  if (prompt.box && isPlain) {
    const found = differentChoices(model, [...boxCuts(model, prompt.box, click), ...ranked]);
    if (found.length > 0) return sortChoices(found);
  } else if (click && ranked.length > 0) {
    return sortChoices(mixed(model, ranked, click).map((choice) => withPlainNeighbours(model, choice)));
  }
  return sortChoices(relaxedChoices(model, prompt, positives, negatives));
}

function leavesAt({ labels, width, height }: RegionModel, spots: readonly ScoredSpot[]): Map<number, ScoredSpot> {
  const leaves = new Map<number, ScoredSpot>();
  for (const spot of spots) {
    const x = clamp(Math.floor(spot.x), 0, width - 1);
    const y = clamp(Math.floor(spot.y), 0, height - 1);
    leaves.set(labels[y * width + x]!, spot);
  }
  return leaves;
}

/** Nodes that answer one click, a box or both, the likeliest first. */
function rankNodes(
  model: RegionModel,
  { box }: RegionPrompt,
  positives: ReadonlyMap<number, ScoredSpot>,
): Hypothesis[] {
  const ranked: Hypothesis[] = [];
  const pixels = model.width * model.height;
  for (const nodes of model.trees) {
    const [click] = positives;
    const known = click ? chainOf(nodes, click[0]) : Array.from(nodes.area.keys());
    for (const node of known) {
      const share = nodes.area[node]! / pixels;
      const fit = box ? boxFit(nodes, node, box) : 0;
      if (box ? fit < leastBoxFit : share > largestShare || share < 0.0004) continue;
      const spots = click ? [click[1]] : [{ x: (box!.left + box!.right) / 2, y: (box!.top + box!.bottom) / 2 }];
      ranked.push({ nodes, node, score: expectedOverlap(nodes, node, spots) + boxWeight * fit });
    }
  }
  return ranked.sort((one, other) => other.score - one.score || one.node - other.node);
}

/** Fit of a node to the user's box, 0–1: overlap of the boxes and of the node's own area with the box. */
function boxFit({ box: boxes, area }: TreeNodes, node: number, box: RegionBox): number {
  const left = boxes[node * 4]!;
  const top = boxes[node * 4 + 1]!;
  const right = boxes[node * 4 + 2]! + 1;
  const bottom = boxes[node * 4 + 3]! + 1;
  const across = Math.min(right, box.right) - Math.max(left, box.left);
  const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
  if (across <= 0 || down <= 0) return 0;
  const own = (right - left) * (bottom - top);
  const asked = (box.right - box.left) * (box.bottom - box.top);
  const boxOverlap = (across * down) / (own + asked - across * down);
  const inBox = (area[node]! * across * down) / own;
  return (boxOverlap + inBox / (area[node]! + asked - inBox)) / 2;
}

function choiceOf(model: RegionModel, { nodes, node, score }: Hypothesis, { box }: RegionPrompt): RegionChoice {
  const regions = new Uint8Array(model.facts.area.length);
  for (let place = nodes.start[node]!; place < nodes.end[node]!; place++) regions[nodes.leafOrder[place]!] = 1;
  if (box) leaveOutside(model, regions, box);
  return makeChoice(model, regions, box ? score / (1 + boxWeight) : score);
}

type Click = [leaf: number, spot: ScoredSpot];

/** Cut of the thing that stands out in a box; empty when none does. */
function boxCuts(model: RegionModel, box: RegionBox, click?: Click): RegionChoice[] {
  const choice = makeChoice(model, cutFromBox(prepareCuts(model), box, click?.[0]), 1);
  const asked = Math.min(model.width, box.right) - Math.max(0, box.left);
  const least = asked * (Math.min(model.height, box.bottom) - Math.max(0, box.top)) * leastBoxFit;
  return choice.area > least ? [choice] : [];
}

/** Log-odds added for the class of a click: the whole of it, and what is surely of it. */
const [generous, strict] = [1, -0.7];
/** A choice that closes by so much better than the likeliest node is likelier, where classes are known. */
const muchClearer = 0.3;
/** Room round the part of a class in which it is cut out once more, share of its sides. */
const classRoom = 0.05;

/**
 * Three answers to a click: the likeliest node, what stands out where the class of the click goes, what closes best of
 * the cuts round the click; where some are the same, what surely has its class, and other nodes. The likeliest first.
 */
function mixed(model: RegionModel, ranked: readonly RegionChoice[], [leaf, spot]: Click): RegionChoice[] {
  const ground = prepareCuts(model);
  const part = classPart(ground, leaf, spot, generous);
  const core = classPart(ground, leaf, spot, strict);
  const closed = cutsRoundSpot(ground, leaf, spot)
    .map((regions) => ({ regions, closure: closureOf(ground, regions) }))
    .sort((one, other) => other.closure - one.closure);
  const most = largestShare * model.width * model.height;
  const likeliest = ranked[0]!;
  const found = [
    ...(part ? [cutFromBox(ground, boundsOf(model, part, classRoom), leaf)] : []),
    ...closed.slice(0, 1).map(({ regions }) => regions),
    ...(core ? [core] : []),
  ]
    .map((regions) => makeChoice(model, regions, likeliest.score))
    .filter(({ area }) => area <= most);
  const choices = differentChoices(model, [likeliest, ...found, ...ranked.slice(1)]);
  if (!model.classes) return choices;
  const clear = (choice: RegionChoice) => closureOf(ground, choice.regions);
  const clearest = choices.reduce((best, choice) => (clear(choice) > clear(best) ? choice : best));
  const isClearer = clear(clearest) > clear(likeliest) + muchClearer;
  return isClearer ? [clearest, ...choices.filter((choice) => choice !== clearest)] : choices;
}

/** The first three that are not nearly the same. */
function differentChoices(model: RegionModel, ranked: readonly RegionChoice[]): RegionChoice[] {
  const choices: RegionChoice[] = [];
  for (const limit of [sameOverlap, 0.97]) {
    for (const choice of ranked) {
      if (choices.length === choiceCount) break;
      if (choices.every((other) => overlap(model, other, choice) < limit)) choices.push(choice);
    }
  }
  return choices;
}

function sortChoices(choices: readonly RegionChoice[]): { choices: RegionChoice[]; chosen: number } {
  const sorted = [...choices].sort((one, other) => one.area - other.area);
  return { choices: sorted, chosen: sorted.indexOf(choices[0]!) };
}
