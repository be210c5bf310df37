import { levelOf, type TreeNodes } from './region-masks-nodes.ts';

/** A place in the working picture, pixels. */
export interface ScoredSpot {
  x: number;
  y: number;
}

/** Weights of the traits, of their squares and of products of two, in the order of {@link traitsOf}. */
const bias = 0.278;
const linear = [0.093, -0.286, -0.111, 0.019, -0.14, -0.139, -0.057, -0.101, 0.007, -0.191, -0.014, 0.057, -0.073];
const squared = [0.023, -0.251, 0.036, 0.096, 0.105, 0.107, 0.148, 0.089, 0.016, 0.111, -0.107, -0.031, 0.048];
const products: ReadonlyArray<readonly [one: number, other: number, weight: number]> = [
  [0, 2, -0.182],
  [0, 8, 0.197],
  [1, 6, 0.073],
  [4, 9, 0.048],
  [6, 9, -0.189],
  [0, 9, 0.059],
  [6, 4, 0.12],
  [1, 2, -0.029],
];

/**
 * Expected fit of a node to the thing that was meant: an estimate of the overlap (intersection over union), about 0–1.
 * The weights are a ridge regression of the true overlap on the traits, fitted on drawn scenes (seeds 11–16 of
 * tests/support/known-scenes.ts) and on the ray-traced sample pictures with their exact objects; fitted without one of
 * the three drawn layouts and tried on that layout it chose 0.03 worse.
 */
export function expectedOverlap(nodes: TreeNodes, node: number, spots: readonly ScoredSpot[]): number {
  const traits = traitsOf(nodes, node, spots);
  let sum = bias;
  for (let i = 0; i < traits.length; i++) sum += traits[i]! * (linear[i]! + squared[i]! * traits[i]!);
  for (const [one, other, weight] of products) sum += weight * traits[one]! * traits[other]!;
  return sum;
}

/**
 * Traits of a node that say how much it looks like one whole thing, each about -3…3: how long it survives in the tree,
 * size, strength of its outline, and so on.
 *
 * @param spots where the user clicked, at least one
 */
function traitsOf(nodes: TreeNodes, node: number, spots: readonly ScoredSpot[]): Float64Array {
  const { tree, parent, area, colour, box } = nodes;
  const pixels = area[node]!;
  const whole = area[area.length - 1]!;
  const perimeter = Math.max(1, nodes.perimeter[node]!);
  const border = nodes.border[node]!;
  const level = levelOf(tree, node);
  const above = parent[node]! < 0 ? level : levelOf(tree, parent[node]!);
  const edgeMean = nodes.perimeterGradient[node]! / perimeter;
  const roughness = nodes.roughness[node]! / pixels;
  const l = colour[node * 3]! / pixels;
  const a = colour[node * 3 + 1]! / pixels;
  const b = colour[node * 3 + 2]! / pixels;
  const spread = Math.sqrt(Math.max(0, nodes.square[node]! / pixels - l * l - a * a - b * b));
  const width = box[node * 4 + 2]! - box[node * 4]! + 1;
  const height = box[node * 4 + 3]! - box[node * 4 + 1]! + 1;
  let offCentre = 0;
  for (const spot of spots) {
    const across = (spot.x - box[node * 4]! - width / 2) / width;
    const down = (spot.y - box[node * 4 + 1]! - height / 2) / height;
    offCentre += Math.hypot(across, down) / spots.length;
  }
  return Float64Array.of(
    Math.log((above + 0.5) / (level + 0.5)),
    Math.log(pixels / whole) / 3 + 1,
    edgeMean / 10,
    Math.log((edgeMean + 1) / (roughness + 1)),
    Math.sqrt(4 * Math.PI * pixels) / (perimeter + border),
    border / (perimeter + border),
    pixels / (width * height),
    spread / 20,
    nodes.contrast[node]! / 20,
    nodes.weakShare[node]!,
    offCentre,
    level / 10,
    Math.abs(Math.log(width / height)),
  );
}
