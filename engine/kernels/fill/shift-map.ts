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

/** What a montage pays besides. */
interface MontagePrices {
  /** How unwillingly a pixel is copied, 0–1. */
  reluctance?: Float32Array | undefined;
  /** How surely a pixel is there once, 0–1. */
  once?: Float32Array | undefined;
  /** How far copying `origin` to `pixel` leaves a line that goes on through the hole, 0–1. */
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
  { reluctance, once, strayed }: MontagePrices = {},
): void {
  const { width, height, rgb, isHole, isSource, match, targets } = level;
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

  const distance = distanceInto(isHole, level);
  const deepest = nodes.reduce((most, pixel) => Math.max(most, distance[pixel]!), 1);
  /** What the border cuts may go on for a bit. */
  const unwilling = Float32Array.from(
    nodes,
    (pixel) => reluctancePrice * Math.min(1, distance[pixel]! / (grace * deepest)),
  );
  /** Pixel a label copies from, or -1. */
  const origins = new Int32Array(labels * count);
  const data = new Float32Array(labels * count);
  for (let label = 0; label < labels; label++) {
    for (let node = 0; node < count; node++) {
      const origin = shifted(nodes[node]!, label);
      origins[label * count + node] = origin;
      data[label * count + node] =
        origin < 0
          ? impossible
          : borderCost(nodes[node]!, label) +
            (label < likelyCount ? 0 : helpPrice) +
            unwilling[node]! * Math.max(reluctance?.[origin] ?? 0, once?.[origin] ?? 0) +
            (strayed ? strayPrice * strayed(nodes[node]!, origin) : 0);
    }
  }
  const chosen = new Uint8Array(count);
  for (let node = 0; node < count; node++) {
    for (let label = 1; label < labels; label++) {
      if (data[label * count + node]! < data[chosen[node]! * count + node]!) chosen[node] = label;
    }
  }
  for (let sweep = 0; sweep < 2; sweep++) {
    let isChanged = false;
    for (let label = 0; label < labels; label++) if (expand(label)) isChanged = true;
    if (!isChanged) break;
  }
  for (let node = 0; node < count; node++) {
    const origin = origins[chosen[node]! * count + node]!;
    if (origin >= 0) rgb.copyWithin(nodes[node]! * 3, origin * 3, origin * 3 + 3);
  }
  for (const target of targets) {
    const node = nodeAt[target]! >= 0 ? nodeAt[target]! : nearestNode(target);
    if (node < 0) continue;
    const source = shifted(target, chosen[node]!);
    if (source >= 0 && isSource[source] === 1) match[target] = source;
  }

  function shifted(pixel: number, label: number): number {
    const x = (pixel % width) + shifts[label * 2]!;
    const y = ((pixel / width) | 0) + shifts[label * 2 + 1]!;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return -1;
    return isSource[y * width + x] === 1 ? y * width + x : -1;
  }

  function colourDistance(one: number, other: number): number {
    const red = rgb[one * 3]! - rgb[other * 3]!;
    const green = rgb[one * 3 + 1]! - rgb[other * 3 + 1]!;
    const blue = rgb[one * 3 + 2]! - rgb[other * 3 + 2]!;
    return Math.sqrt(red * red + green * green + blue * blue);
  }

  /** How badly the shifted picture continues the known pixels around a pixel of the hole. */
  function borderCost(pixel: number, label: number): number {
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
        const difference = isInside && isHole[from] !== 1 ? colourDistance(at, from) : missing;
        around += difference;
        if (Math.abs(row - y) + Math.abs(column - x) === 1) beside += difference;
      }
    }
    const stray = (0.3 * Math.abs(dx) + Math.abs(dy)) / Math.max(width, height);
    return (2 * around) / 49 + 2 * beside + (strayWeight * stray) / Math.sqrt(count);
  }

  /** How visible the seam is between two neighbours with these labels. */
  function seam(node: number, other: number, label: number, otherLabel: number): number {
    if (label === otherLabel) return 0;
    return labelDistance(node, label, otherLabel) + labelDistance(other, label, otherLabel);
  }

  function labelDistance(node: number, label: number, otherLabel: number): number {
    const one = origins[label * count + node]!;
    const two = origins[otherLabel * count + node]!;
    return one < 0 || two < 0 ? missing : colourDistance(one, two);
  }

  /** Lets every pixel change to `label` where that makes the whole cheaper. */
  function expand(label: number): boolean {
    const terminal = new Float32Array(count);
    const capacity = new Float32Array(count * 4);
    const canMove = (node: number) => chosen[node] !== label && data[label * count + node]! < impossible;
    for (let node = 0; node < count; node++) {
      const isFree = canMove(node);
      if (isFree) terminal[node]! += data[label * count + node]! - data[chosen[node]! * count + node]!;
      for (let way = 0; way < 4; way += 2) {
        const other = neighbours[node * 4 + way]!;
        if (other < 0) continue;
        const isOtherFree = canMove(other);
        if (!isFree && !isOtherFree) continue;
        const stay = seam(node, other, chosen[node]!, chosen[other]!);
        const otherMoves = seam(node, other, chosen[node]!, label);
        const nodeMoves = seam(node, other, label, chosen[other]!);
        // Who cannot move takes no part in the cut.
        if (!isFree) terminal[other]! += otherMoves - stay;
        else if (!isOtherFree) terminal[node]! += nodeMoves - stay;
        else {
          terminal[node]! += nodeMoves - stay;
          terminal[other]! -= nodeMoves;
          capacity[node * 4 + way] = Math.max(0, otherMoves + nodeMoves - stay);
        }
      }
    }
    const isMoved = cutGraph({ neighbours, capacity, terminal });
    let isChanged = false;
    for (let node = 0; node < count; node++) {
      if (isMoved[node] !== 1 || !canMove(node)) continue;
      chosen[node] = label;
      isChanged = true;
    }
    return isChanged;
  }

  function nearestNode(target: number): number {
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
}
