import { makeRandom } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';

/**
 * Colours as interleaved L*, a*, b* in hundredths of a Lab unit (L 0…1, a and b about -1.1…1.1).
 */
export type LabSamples = Float32Array;

/** A map from Lab to Lab as a lattice; see {@link readLattice}. */
export interface ColourLattice {
  /** Target colours of the nodes, L slowest, b fastest, interleaved. */
  nodes: Float32Array;
}

/** Nodes along each axis. */
const side = 25;
/** a and b of the lattice's ends, ±. */
const chromaReach = 0.9;
const quantiles = 128;

/**
 * The map that carries the colours of one picture to those of another: sliced optimal transport (Pitié, Kokaram, Dahyot,
 * "N-dimensional probability density function transfer", ICCV 2005; Rabin et al. 2011). In every round both sets are
 * sorted along three directions and each quantile moves towards its partner; a lattice of colours moves along, so that
 * the map can be read at any colour.
 *
 * @param rounds 8–20; more follow the reference's distribution more closely
 */
export function transportColours(
  from: LabSamples,
  to: LabSamples,
  { seed, rounds = 14 }: { seed: number; rounds?: number },
): ColourLattice {
  const nodes = identityNodes();
  const moving = Float32Array.from(from);
  const random = makeRandom(seed);
  const moveSamples = new Float32Array(moving.length);
  const moveNodes = new Float32Array(nodes.length);
  for (let round = 0; round < rounds; round++) {
    moveSamples.fill(0);
    moveNodes.fill(0);
    for (const direction of round === 0 ? axes : turnedAxes(random)) {
      const fromQuantiles = quantilesAlong(moving, direction);
      const toQuantiles = quantilesAlong(to, direction);
      addMoves(moving, moveSamples, direction, fromQuantiles, toQuantiles);
      addMoves(nodes, moveNodes, direction, fromQuantiles, toQuantiles);
    }
    for (let i = 0; i < moving.length; i++) moving[i]! += relaxation * moveSamples[i]!;
    for (let i = 0; i < nodes.length; i++) nodes[i]! += relaxation * moveNodes[i]!;
  }
  return { nodes };
}

/** Share of each move that is made; below 1 the rounds settle on a smooth map. */
const relaxation = 0.6;

type Direction = readonly [number, number, number];
const axes: readonly Direction[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function identityNodes(): Float32Array {
  const nodes = new Float32Array(side ** 3 * 3);
  let at = 0;
  for (let l = 0; l < side; l++) {
    for (let a = 0; a < side; a++) {
      for (let b = 0; b < side; b++) {
        nodes[at++] = l / (side - 1);
        nodes[at++] = chromaReach * ((2 * a) / (side - 1) - 1);
        nodes[at++] = chromaReach * ((2 * b) / (side - 1) - 1);
      }
    }
  }
  return nodes;
}

/** Three directions at right angles, evenly spread over all turns (Euler angles). */
function turnedAxes(random: () => number): Direction[] {
  const [first, tilt, last] = [random() * 2 * Math.PI, Math.acos(2 * random() - 1), random() * 2 * Math.PI];
  const [ca, sa] = [Math.cos(first), Math.sin(first)];
  const [cb, sb] = [Math.cos(tilt), Math.sin(tilt)];
  const [cc, sc] = [Math.cos(last), Math.sin(last)];
  return [
    [ca * cb * cc - sa * sc, -ca * cb * sc - sa * cc, ca * sb],
    [sa * cb * cc + ca * sc, -sa * cb * sc + ca * cc, sa * sb],
    [-sb * cc, sb * sc, cb],
  ];
}

function quantilesAlong(samples: LabSamples, [x, y, z]: Direction): Float32Array {
  const count = samples.length / 3;
  const along = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    along[i] = samples[at]! * x + samples[at + 1]! * y + samples[at + 2]! * z;
  }
  along.sort();
  return Float32Array.from(
    { length: quantiles + 1 },
    (_, step) => along[Math.floor((step / quantiles) * (count - 1))]!,
  );
}

function addMoves(
  colours: Float32Array,
  moves: Float32Array,
  [x, y, z]: Direction,
  from: Float32Array,
  to: Float32Array,
): void {
  for (let at = 0; at < colours.length; at += 3) {
    const place = colours[at]! * x + colours[at + 1]! * y + colours[at + 2]! * z;
    const move = mapQuantile(place, from, to) - place;
    moves[at]! += move * x;
    moves[at + 1]! += move * y;
    moves[at + 2]! += move * z;
  }
}

/** Linear between quantiles; beyond the ends the distance to the end is kept in part. */
function mapQuantile(place: number, from: Float32Array, to: Float32Array): number {
  if (place <= from[0]!) return to[0]! + (place - from[0]!) * 0.6;
  if (place >= from[quantiles]!) return to[quantiles]! + (place - from[quantiles]!) * 0.6;
  let low = 0;
  let high = quantiles;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= place) low = middle;
    else high = middle;
  }
  const width = from[high]! - from[low]!;
  const share = width > 1e-6 ? (place - from[low]!) / width : 0.5;
  return to[low]! + (to[high]! - to[low]!) * share;
}

/**
 * Reads the map at one colour by trilinear interpolation.
 *
 * @param out receives L, a, b
 */
export function readLattice(
  { nodes }: ColourLattice,
  lightness: number,
  a: number,
  b: number,
  out: Float32Array,
): void {
  const last = side - 1.001;
  const x = clamp(lightness * (side - 1), 0, last);
  const y = clamp(((a / chromaReach + 1) / 2) * (side - 1), 0, last);
  const z = clamp(((b / chromaReach + 1) / 2) * (side - 1), 0, last);
  const [xi, yi, zi] = [x | 0, y | 0, z | 0];
  const [fx, fy, fz] = [x - xi, y - yi, z - zi];
  const base = ((xi * side + yi) * side + zi) * 3;
  const stepX = side * side * 3;
  const stepY = side * 3;
  for (let channel = 0; channel < 3; channel++) {
    const at = base + channel;
    const near = nodes[at]! * (1 - fz) + nodes[at + 3]! * fz;
    const nearY = nodes[at + stepY]! * (1 - fz) + nodes[at + stepY + 3]! * fz;
    const far = nodes[at + stepX]! * (1 - fz) + nodes[at + stepX + 3]! * fz;
    const farY = nodes[at + stepX + stepY]! * (1 - fz) + nodes[at + stepX + stepY + 3]! * fz;
    out[channel] = (near * (1 - fy) + nearY * fy) * (1 - fx) + (far * (1 - fy) + farY * fy) * fx;
  }
}
