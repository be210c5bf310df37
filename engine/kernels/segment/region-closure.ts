import { fitMixture } from '../../base/colour-mixture.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import type { SceneClass } from '../scene/scene-reading.ts';
import { regionColours } from './region-classes.ts';
import { type CutEdges, cutRegions } from './region-cut.ts';
import type { RegionBox, RegionModel } from './region-masks-choice.ts';
import type { ScoredSpot } from './region-masks-score.ts';

/** Gradient at which a border costs 1/e, Lab units per two pixels. */
const visibleEdge = 8;
/** Cost of a border as long as a region where there is no edge, in the units of the leanings. */
const borderCost = 3;
/** Weight of a change of class relative to an edge. */
const classWeight = 0.6;
/** Leaning of a region that is fixed. */
const certain = 1e4;

/** Data that all cuts of a picture share; made once a question. */
export interface CutGround {
  model: RegionModel;
  /** Mean pixels of a region. */
  mean: number;
  /** See {@link regionColours}. */
  colours: Uint8Array;
  /** Distance between the classes of the two sides of each edge, 0–2. */
  unlike: Float32Array;
  /** Costs of borders between regions: little where there is an edge, and where the classes change. */
  borders: CutEdges;
}

export function prepareCuts(model: RegionModel): CutGround {
  const { edges, facts, width, height, classes } = model;
  const mean = (width * height) / facts.area.length;
  const unlike = new Float32Array(edges.first.length);
  for (const plane of classes?.values() ?? []) {
    for (let edge = 0; edge < unlike.length; edge++) {
      unlike[edge]! += Math.abs(plane[edges.first[edge]!]! - plane[edges.second[edge]!]!);
    }
  }
  const cost = floatsOf(unlike, (change, edge) => {
    const gradient = edges.gradient[edge]! / edges.length[edge]!;
    const length = edges.length[edge]! / Math.sqrt(mean);
    return borderCost * length * Math.exp(-gradient / visibleEdge - classWeight * change);
  });
  return {
    model,
    mean,
    colours: regionColours(facts),
    unlike,
    borders: { first: edges.first, second: edges.second, cost },
  };
}

/** Classes that are one thing for who points at one of them: a wall with its openings, what stands about. */
const alike: Partial<Record<SceneClass, readonly SceneClass[]>> = {
  wall: ['wall', 'window', 'roof'],
  roof: ['wall', 'roof'],
  hard: ['hard', 'water'],
  water: ['hard', 'water'],
  other: ['other', 'vehicle', 'person'],
  vehicle: ['other', 'vehicle', 'person'],
  person: ['other', 'vehicle', 'person'],
};
/** Radius round a click in which its class is looked for, pixels. */
const classRadius = 5;

/**
 * The connected part of the picture that has the class of a spot, with what it encloses; nothing where no classes are
 * known.
 *
 * @param generosity log-odds added for the class: above 0 the part grows
 */
export function classPart(
  ground: CutGround,
  leaf: number,
  spot: ScoredSpot,
  generosity: number,
): Uint8Array | undefined {
  const { model, mean, borders } = ground;
  const { classes, facts } = model;
  const own = classes && classNear(model, spot);
  if (!classes || own === undefined) return undefined;
  const leaning = new Float32Array(facts.area.length);
  const planes = (alike[own] ?? [own]).flatMap((name) => classes.get(name) ?? []);
  for (let region = 0; region < leaning.length; region++) {
    const share = clamp(
      planes.reduce((sum, plane) => sum + plane[region]!, 0),
      0.01,
      0.99,
    );
    leaning[region] = ((Math.log(share / (1 - share)) + generosity) * facts.area[region]!) / mean;
  }
  leaning[leaf] = certain;
  return wholePart(model, cutRegions(leaning, borders), leaf);
}

function classNear({ labels, width, height, classes }: RegionModel, { x, y }: ScoredSpot): SceneClass | undefined {
  let [best, most] = [undefined as SceneClass | undefined, 0];
  for (const [name, plane] of classes ?? []) {
    let sum = 0;
    for (let down = -classRadius; down <= classRadius; down++) {
      for (let across = -classRadius; across <= classRadius; across++) {
        const [column, row] = [Math.floor(x + across), Math.floor(y + down)];
        const isNear = across * across + down * down <= classRadius * classRadius;
        if (!isNear || column < 0 || row < 0 || column >= width || row >= height) continue;
        sum += plane[labels[row * width + column]!]!;
      }
    }
    if (sum > most) [best, most] = [name, sum];
  }
  return best;
}

/** Room round a box in which the background's colours are looked for: shares of the box, at least of the picture. */
const backgroundRoom = 0.5;
const leastRoom = 0.08;
/** Log-likelihoods of colours count at most so much. */
const mostOdds = 6;
const colourWeight = 0.6;
const rounds = 3;

/**
 * Cuts out the thing in a box: colours and classes inside against those around it, a minimum cut, repeated with its own
 * result (GrabCut: Rother, Kolmogorov & Blake, SIGGRAPH 2004, on regions).
 *
 * @param leaf a region that belongs to it, if known; only what hangs together with it is kept
 * @returns 1 for the regions found; none when the box holds nothing that stands out
 */
export function cutFromBox(ground: CutGround, box: RegionBox, leaf?: number): Uint8Array {
  const { model, borders } = ground;
  const across = Math.max((box.right - box.left) * backgroundRoom, model.width * leastRoom);
  const down = Math.max((box.bottom - box.top) * backgroundRoom, model.height * leastRoom);
  const around = {
    ...{ left: box.left - across, right: box.right + across },
    ...{ top: box.top - down, bottom: box.bottom + down },
  };
  const isAllowed = inBox(model, box);
  const { within, pull } = bordersWithin(borders, isAllowed);
  const isNear = inBox(model, around);
  let chosen: Uint8Array = isAllowed;
  for (let round = 0; round < rounds; round++) {
    const { inside, outside } = membersOf(chosen, isNear);
    if (inside.length === 0 || outside.length < 5) break;
    const leaning = leaningOf(ground, inside, outside, { isAllowed, pull });
    if (leaf !== undefined) leaning[leaf] = certain;
    chosen = cutRegions(leaning, within);
    if (leaf !== undefined) chosen = connectedTo(model, chosen, leaf);
  }
  return fillHoles(model, chosen);
}

/** The chosen regions, and the others near them. */
function membersOf(chosen: Uint8Array, isNear: Uint8Array): { inside: number[]; outside: number[] } {
  const inside: number[] = [];
  const outside: number[] = [];
  for (let region = 0; region < chosen.length; region++) {
    if (chosen[region]) inside.push(region);
    else if (isNear[region]) outside.push(region);
  }
  return { inside, outside };
}

/** Log-odds of regions for what lies inside, by classes and colours; 0 where they are not allowed. */
function leaningOf(
  { model, mean, colours }: CutGround,
  inside: readonly number[],
  outside: readonly number[],
  { isAllowed, pull }: { isAllowed: Uint8Array; pull: Float32Array },
): Float32Array {
  const { facts, classes } = model;
  const thing = fitMixture(colours, Int32Array.from(inside));
  const rest = fitMixture(colours, Int32Array.from(outside));
  const leaning = new Float32Array(isAllowed.length);
  for (const plane of classes?.values() ?? []) {
    const share = (regions: readonly number[]) => regions.reduce((sum, i) => sum + plane[i]!, 0) / regions.length;
    const odds = Math.log((share(inside) + 0.05) / (share(outside) + 0.05));
    for (let region = 0; region < leaning.length; region++) leaning[region]! += odds * plane[region]!;
  }
  for (let region = 0; region < leaning.length; region++) {
    if (!isAllowed[region]) {
      leaning[region] = 0;
      continue;
    }
    const odds = rest.costAt(colours, region) - thing.costAt(colours, region);
    const sum = leaning[region]! + colourWeight * clamp(odds, -mostOdds, mostOdds);
    leaning[region] = (sum * facts.area[region]!) / mean - pull[region]!;
  }
  return leaning;
}

/** Borders between members, and what each member's borders to others cost. */
function bordersWithin(
  { first, second, cost }: CutEdges,
  isMember: Uint8Array,
): { within: CutEdges; pull: Float32Array } {
  const pull = new Float32Array(isMember.length);
  const kept: number[] = [];
  for (let edge = 0; edge < cost.length; edge++) {
    const [one, other] = [first[edge]!, second[edge]!];
    if (isMember[one] && isMember[other]) kept.push(edge);
    else if (isMember[one]) pull[one]! += cost[edge]!;
    else if (isMember[other]) pull[other]! += cost[edge]!;
  }
  return {
    within: {
      first: Uint16Array.from(kept, (edge) => first[edge]!),
      second: Uint16Array.from(kept, (edge) => second[edge]!),
      cost: Float32Array.from(kept, (edge) => cost[edge]!),
    },
    pull,
  };
}

function inBox({ facts: { area, box: boxes } }: RegionModel, box: RegionBox): Uint8Array {
  return Uint8Array.from(area, (_, region) => {
    const x = (boxes[region * 4]! + boxes[region * 4 + 2]!) / 2;
    const y = (boxes[region * 4 + 1]! + boxes[region * 4 + 3]!) / 2;
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom ? 1 : 0;
  });
}

/** The bounds of a choice, widened by a share of its sides. */
export function boundsOf({ facts: { box } }: RegionModel, regions: Uint8Array, room: number): RegionBox {
  const bounds = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  for (let region = 0; region < regions.length; region++) {
    if (!regions[region]) continue;
    bounds.left = Math.min(bounds.left, box[region * 4]!);
    bounds.top = Math.min(bounds.top, box[region * 4 + 1]!);
    bounds.right = Math.max(bounds.right, box[region * 4 + 2]! + 1);
    bounds.bottom = Math.max(bounds.bottom, box[region * 4 + 3]! + 1);
  }
  const [across, down] = [room * (bounds.right - bounds.left), room * (bounds.bottom - bounds.top)];
  return {
    ...{ left: bounds.left - across, right: bounds.right + across },
    ...{ top: bounds.top - down, bottom: bounds.bottom + down },
  };
}

/** Half the mean side of the boxes tried round a click, shares of the picture's longer side. */
const triedSides = [0.05, 0.1, 0.17, 0.28] as const;
/** Square root of width over height of the boxes tried. */
const triedShapes = [0.75, 1.4] as const;

/** Choices that stand out in boxes of several sizes round a click. */
export function cutsRoundSpot(ground: CutGround, leaf: number, { x, y }: ScoredSpot): Uint8Array[] {
  const side = Math.max(ground.model.width, ground.model.height);
  return triedSides.flatMap((share) =>
    triedShapes.map((shape) => {
      const [across, down] = [share * side * shape, (share * side) / shape];
      return cutFromBox(ground, { left: x - across, right: x + across, top: y - down, bottom: y + down }, leaf);
    }),
  );
}

/**
 * Closure of a choice, about 0–1.5: edges and changes of class along its outline, roundness, size; the picture's border
 * is no outline.
 */
export function closureOf({ model, unlike }: CutGround, regions: Uint8Array): number {
  const { edges, facts, width, height } = model;
  let [length, edge, change, area, border] = [0, 0, 0, 0, 0];
  for (let region = 0; region < regions.length; region++) {
    if (!regions[region]) continue;
    area += facts.area[region]!;
    border += facts.border[region]!;
  }
  for (let pair = 0; pair < edges.first.length; pair++) {
    if (regions[edges.first[pair]!] === regions[edges.second[pair]!]) continue;
    const own = edges.length[pair]!;
    length += own;
    edge += own * (1 - Math.exp(-edges.gradient[pair]! / own / visibleEdge));
    change += own * unlike[pair]!;
  }
  if (length === 0) return 0;
  const roundness = Math.sqrt(4 * Math.PI * area) / (length + border);
  const size = Math.log(area / (width * height) + 0.003);
  return (edge + 0.4 * change) / length + 0.6 * roundness + 0.06 * size - (0.2 * border) / (length + border);
}

function wholePart(model: RegionModel, regions: Uint8Array, leaf: number): Uint8Array {
  return fillHoles(model, connectedTo(model, regions, leaf));
}

/** Only what hangs together with a region. */
function connectedTo(model: RegionModel, regions: Uint8Array, leaf: number): Uint8Array {
  return spread(model, regions, [leaf]);
}

/** With what it encloses; what lies at the picture's border is not enclosed. */
function fillHoles(model: RegionModel, regions: Uint8Array): Uint8Array {
  const rest = regions.map((chosen) => 1 - chosen);
  const { border } = model.facts;
  const open: number[] = [];
  for (let region = 0; region < rest.length; region++) if (rest[region] && border[region]! > 0) open.push(region);
  const outside = spread(model, rest, open);
  return outside.map((isOutside) => 1 - isOutside);
}

/** Members that hang together with some of them. */
function spread({ edges }: RegionModel, isMember: Uint8Array, from: readonly number[]): Uint8Array {
  const reached = new Uint8Array(isMember.length);
  for (const region of from) reached[region] = 1;
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (let edge = 0; edge < edges.first.length; edge++) {
      const [one, other] = [edges.first[edge]!, edges.second[edge]!];
      if (reached[one] === reached[other] || !isMember[one] || !isMember[other]) continue;
      reached[one] = 1;
      reached[other] = 1;
      hasGrown = true;
    }
  }
  return reached;
}
