import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { cutGraph } from './max-flow.ts';
import { type PatchLevel, patchRadius } from './patch-match.ts';
import { distanceInto } from './patch-scales.ts';

/** Paid for a shift that leads into the hole or out of the picture. */
const impossible = 1e5;
/** Price of a shift across the whole picture; it keeps storeys with storeys and flat ground out of façades. */
const strayWeight = 500;
/** Price per pixel of a shift that only helps out. */
const helpPrice = 1;
/** Price of a pixel that is copied most unwillingly. */
const reluctancePrice = 60;
/** Share of the hole's depth over which that price rises from nothing. */
const grace = 0.4;
/** Price of a pixel on a carried line that is copied from elsewhere. */
const strayPrice = 40;
/** Difference assumed where one of two colours is not there, 0–442. */
const missing = 255;

/** Further costs of a montage. */
interface MontagePrices {
  /** Reluctance to copy a pixel, 0–1. */
  reluctance?: Float32Array | undefined;
  /** Confidence that a pixel is unique, 0–1. */
  once?: Float32Array | undefined;
  /** Distance by which a copy of `origin` at `pixel` misses a line that continues through the hole, 0–1. */
  strayed?(pixel: number, origin: number): number;
}

/**
 * Fills the hole with a photomontage of shifted copies of the picture and sets the matches: every pixel of the hole
 * gets one of the shifts, such that copies meet where they look alike (shift-map editing, Pritch et al. 2009, by
 * expansion moves, Boykov et al. 2001; the shifts as in He & Sun 2012).
 *
 * A pixel that no shift can serve keeps no match.
 *
 * @param shifts x0, y0, x1, y1 … pixels
 * @param likelyCount how many shifts, from the first, follow the picture's own repetition; the others cost extra
 */
export function fillByShifts(
  level: PatchLevel,
  shifts: Int32Array,
  likelyCount: number,
  prices: MontagePrices = {},
): void {
  const { rgb, isSource, match, targets } = level;
  const montage = montageOf(level, shifts);
  const { nodes, nodeAt, count, labels, origins, chosen } = montage;
  priceLabels(montage, likelyCount, prices);
  chooseCheapest(montage);
  for (let sweep = 0; sweep < 2; sweep++) {
    let isChanged = false;
    for (let label = 0; label < labels; label++) if (expand(montage, label)) isChanged = true;
    if (!isChanged) break;
  }
  for (let node = 0; node < count; node++) {
    const origin = origins[chosen[node]! * count + node]!;
    if (origin >= 0) rgb.copyWithin(nodes[node]! * 3, origin * 3, origin * 3 + 3);
  }
  for (const target of targets) {
    const node = nodeAt[target]! >= 0 ? nodeAt[target]! : nearestNode(level, nodeAt, target);
    if (node < 0) continue;
    const source = shifted(level, shifts, target, chosen[node]!);
    if (source >= 0 && isSource[source] === 1) match[target] = source;
  }
}

/** Pixels of the hole as nodes, shifts as their labels. Per label and node stands at `label * count + node`. */
interface Montage {
  level: PatchLevel;
  shifts: Int32Array;
  /** Pixel of each node, and node of each pixel, -1 outside the hole. */
  nodes: Int32Array;
  nodeAt: Int32Array;
  /** Nodes to the right, left, below and above. */
  neighbours: Int32Array;
  count: number;
  labels: number;
  /** Pixel a label copies from, or -1. */
  origins: Int32Array;
  data: Float32Array;
  chosen: Uint8Array;
}

function montageOf(level: PatchLevel, shifts: Int32Array): Montage {
  const { width, isHole, targets } = level;
  const nodes = targets.filter((i) => isHole[i] === 1);
  const count = nodes.length;
  const labels = shifts.length / 2;
  const nodeAt = new Int32Array(isHole.length).fill(-1);
  nodes.forEach((pixel, node) => {
    nodeAt[pixel] = node;
  });
  const neighbours = new Int32Array(count * 4).fill(-1);
  nodes.forEach((pixel, node) => {
    const x = pixel % width;
    if (x < width - 1) neighbours[node * 4] = nodeAt[pixel + 1]!;
    if (x > 0) neighbours[node * 4 + 1] = nodeAt[pixel - 1]!;
    if (pixel + width < isHole.length) neighbours[node * 4 + 2] = nodeAt[pixel + width]!;
    if (pixel >= width) neighbours[node * 4 + 3] = nodeAt[pixel - width]!;
  });
  const origins = new Int32Array(labels * count);
  const data = new Float32Array(labels * count);
  return { level, shifts, nodes, nodeAt, neighbours, count, labels, origins, data, chosen: new Uint8Array(count) };
}

/** Sets where each label copies from and what that costs alone. */
function priceLabels(montage: Montage, likelyCount: number, { reluctance, once, strayed }: MontagePrices): void {
  const { level, shifts, nodes, count, labels, origins, data } = montage;
  const distance = distanceInto(level.isHole, level);
  const deepest = nodes.reduce((most, pixel) => Math.max(most, distance[pixel]!), 1);
  /** Price of the reluctance, smaller near the border: things that the border cuts may continue for a bit. */
  const unwilling = Float32Array.from(
    nodes,
    (pixel) => reluctancePrice * Math.min(1, distance[pixel]! / (grace * deepest)),
  );
  for (let label = 0; label < labels; label++) {
    for (let node = 0; node < count; node++) {
      const pixel = nodes[node]!;
      const origin = shifted(level, shifts, pixel, label);
      origins[label * count + node] = origin;
      data[label * count + node] =
        origin < 0
          ? impossible
          : borderCost(montage, pixel, label) +
            (label < likelyCount ? 0 : helpPrice) +
            unwilling[node]! * Math.max(reluctance?.[origin] ?? 0, once?.[origin] ?? 0) +
            (strayed ? strayPrice * strayed(pixel, origin) : 0);
    }
  }
}

function chooseCheapest({ count, labels, data, chosen }: Montage): void {
  for (let node = 0; node < count; node++) {
    for (let label = 1; label < labels; label++) {
      if (data[label * count + node]! < data[chosen[node]! * count + node]!) chosen[node] = label;
    }
  }
}

function shifted({ width, height, isSource }: PatchLevel, shifts: Int32Array, pixel: number, label: number): number {
  const x = (pixel % width) + shifts[label * 2]!;
  const y = ((pixel / width) | 0) + shifts[label * 2 + 1]!;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return -1;
  return isSource[y * width + x] === 1 ? y * width + x : -1;
}

function colourDistance(rgb: RgbBytes, one: number, other: number): number {
  const red = rgb[one * 3]! - rgb[other * 3]!;
  const green = rgb[one * 3 + 1]! - rgb[other * 3 + 1]!;
  const blue = rgb[one * 3 + 2]! - rgb[other * 3 + 2]!;
  return Math.sqrt(red * red + green * green + blue * blue);
}

/** Mismatch between the shifted picture and the known pixels around a pixel of the hole. */
function borderCost({ level, shifts, count }: Montage, pixel: number, label: number): number {
  const { width, height, rgb, isHole } = level;
  const x = pixel % width;
  const y = (pixel / width) | 0;
  const dx = shifts[label * 2]!;
  const dy = shifts[label * 2 + 1]!;
  let around = 0;
  let beside = 0;
  for (let row = Math.max(0, y - patchRadius); row <= Math.min(height - 1, y + patchRadius); row++) {
    for (let column = Math.max(0, x - patchRadius); column <= Math.min(width - 1, x + patchRadius); column++) {
      const at = row * width + column;
      if (isHole[at] === 1) continue;
      const isInside = column + dx >= 0 && row + dy >= 0 && column + dx < width && row + dy < height;
      const from = at + dy * width + dx;
      const difference = isInside && isHole[from] !== 1 ? colourDistance(rgb, at, from) : missing;
      around += difference;
      if (Math.abs(row - y) + Math.abs(column - x) === 1) beside += difference;
    }
  }
  const stray = (0.3 * Math.abs(dx) + Math.abs(dy)) / Math.max(width, height);
  return (2 * around) / 49 + 2 * beside + (strayWeight * stray) / Math.sqrt(count);
}

/** Visibility of the seam between two neighbours with these labels. */
function seam(montage: Montage, edge: { node: number; other: number }, label: number, otherLabel: number): number {
  if (label === otherLabel) return 0;
  return labelDistance(montage, edge.node, label, otherLabel) + labelDistance(montage, edge.other, label, otherLabel);
}

function labelDistance({ level, origins, count }: Montage, node: number, label: number, otherLabel: number): number {
  const origin = origins[label * count + node]!;
  const otherOrigin = origins[otherLabel * count + node]!;
  return origin < 0 || otherOrigin < 0 ? missing : colourDistance(level.rgb, origin, otherOrigin);
}

function canMove({ chosen, data, count }: Montage, node: number, label: number): boolean {
  return chosen[node] !== label && data[label * count + node]! < impossible;
}

/** Lets every pixel change to `label` where that makes the whole cheaper. */
function expand(montage: Montage, label: number): boolean {
  const { count, neighbours, chosen } = montage;
  const { terminal, capacity } = movePrices(montage, label);
  const isMoved = cutGraph({ neighbours, capacity, terminal });
  let isChanged = false;
  for (let node = 0; node < count; node++) {
    if (isMoved[node] !== 1 || !canMove(montage, node, label)) continue;
    chosen[node] = label;
    isChanged = true;
  }
  return isChanged;
}

function movePrices(montage: Montage, label: number): { terminal: Float32Array; capacity: Float32Array } {
  const { count, neighbours, chosen, data } = montage;
  const terminal = new Float32Array(count);
  const capacity = new Float32Array(count * 4);
  const edge = { node: 0, other: 0 };
  for (let node = 0; node < count; node++) {
    const isFree = canMove(montage, node, label);
    if (isFree) terminal[node]! += data[label * count + node]! - data[chosen[node]! * count + node]!;
    edge.node = node;
    for (let way = 0; way < 4; way += 2) {
      const other = neighbours[node * 4 + way]!;
      if (other < 0) continue;
      const isOtherFree = canMove(montage, other, label);
      if (!isFree && !isOtherFree) continue;
      edge.other = other;
      const stay = seam(montage, edge, chosen[node]!, chosen[other]!);
      const otherMoves = seam(montage, edge, chosen[node]!, label);
      const nodeMoves = seam(montage, edge, label, chosen[other]!);
      // A node that cannot take the label has a fixed side: its edge becomes a terminal weight of the other node.
      if (!isFree) terminal[other]! += otherMoves - stay;
      else if (!isOtherFree) terminal[node]! += nodeMoves - stay;
      else {
        terminal[node]! += nodeMoves - stay;
        terminal[other]! -= nodeMoves;
        capacity[node * 4 + way] = Math.max(0, otherMoves + nodeMoves - stay);
      }
    }
  }
  return { terminal, capacity };
}

function nearestNode({ width, height }: Size, nodeAt: Int32Array, target: number): number {
  const x = target % width;
  const y = (target / width) | 0;
  let found = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let row = Math.max(0, y - patchRadius); row <= Math.min(height - 1, y + patchRadius); row++) {
    for (let column = Math.max(0, x - patchRadius); column <= Math.min(width - 1, x + patchRadius); column++) {
      const node = nodeAt[row * width + column]!;
      const square = (row - y) ** 2 + (column - x) ** 2;
      if (node < 0 || square >= nearest) continue;
      nearest = square;
      found = node;
    }
  }
  return found;
}
