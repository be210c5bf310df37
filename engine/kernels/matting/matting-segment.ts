import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { fitMixture } from '../../base/colour-mixture.ts';
import { labelComponents } from '../../base/components.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { cutGraph } from '../fill/max-flow.ts';

/** Marks of a pixel before the cut. */
export const seed = { background: 0, foreground: 1, likelyBackground: 2, likelyForeground: 3 } as const;

/** Cost of a border between two pixels of one colour, in negative log-likelihoods. */
const smoothness = 40;
const certain = 1e4;
const rounds = 4;

/**
 * Divides a picture into a thing and its background: colour mixtures for both, a minimum cut on the grid, and again
 * with what came out (GrabCut: Rother, Kolmogorov & Blake, SIGGRAPH 2004; four neighbours).
 *
 * @param seeds one of {@link seed} per pixel
 * @param leaning negative log-likelihoods in the thing's favour per pixel, from other evidence of where it is
 * @returns 1 for the thing
 */
export function cutOut(rgb: RgbBytes, size: Size, seeds: Uint8Array, leaning?: Float32Array): Uint8Array {
  const count = size.width * size.height;
  const borders = borderCosts(rgb, size);
  const neighbours = fourNeighbours(size);
  let isThing = bytesOf(seeds, (mark) => (mark & 1 ? 1 : 0));
  for (let round = 0; round < rounds; round++) {
    const inside = pixelsWhere(isThing, 1);
    const outside = pixelsWhere(isThing, 0);
    if (inside.length === 0 || outside.length === 0) break;
    const thing = fitMixture(rgb, inside);
    const rest = fitMixture(rgb, outside);
    const terminal = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      if (seeds[i] === seed.foreground) terminal[i] = certain;
      else if (seeds[i] === seed.background) terminal[i] = -certain;
      else terminal[i] = rest.costAt(rgb, i) - thing.costAt(rgb, i) + (leaning?.[i] ?? 0);
    }
    const isBehind = cutGraph({ neighbours, capacity: Float32Array.from(borders), terminal });
    let changed = 0;
    const before = isThing;
    isThing = bytesOf(isBehind, (behind, i) => {
      const now = behind ? 0 : 1;
      if (now !== before[i]) changed++;
      return now;
    });
    if (changed < count * 5e-4) break;
  }
  return isThing;
}

/** Right, left, lower and upper neighbour of every pixel; -1 beyond the picture. */
function fourNeighbours({ width, height }: Size): Int32Array {
  const neighbours = new Int32Array(width * height * 4).fill(-1);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x < width - 1) neighbours[i * 4] = i + 1;
      if (x > 0) neighbours[i * 4 + 1] = i - 1;
      if (y < height - 1) neighbours[i * 4 + 2] = i + width;
      if (y > 0) neighbours[i * 4 + 3] = i - width;
    }
  }
  return neighbours;
}

/** Cost of a border to each of the four neighbours: little where the colour changes much. */
function borderCosts(rgb: RgbBytes, { width, height }: Size): Float32Array {
  const count = width * height;
  const squareOf = (i: number, j: number) => {
    const r = rgb[i * 3]! - rgb[j * 3]!;
    const g = rgb[i * 3 + 1]! - rgb[j * 3 + 1]!;
    const b = rgb[i * 3 + 2]! - rgb[j * 3 + 2]!;
    return r * r + g * g + b * b;
  };
  let sum = 0;
  let pairs = 0;
  for (let i = 0; i + width < count; i++) {
    sum += squareOf(i, i + width);
    if ((i + 1) % width !== 0) sum += squareOf(i, i + 1);
    pairs += 2;
  }
  const sharpness = pairs / (2 * sum + 1);
  const costs = new Float32Array(count * 4);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x < width - 1) {
        const cost = smoothness * Math.exp(-sharpness * squareOf(i, i + 1));
        costs[i * 4] = cost;
        costs[(i + 1) * 4 + 1] = cost;
      }
      if (y < height - 1) {
        const cost = smoothness * Math.exp(-sharpness * squareOf(i, i + width));
        costs[i * 4 + 2] = cost;
        costs[(i + width) * 4 + 3] = cost;
      }
    }
  }
  return costs;
}

function pixelsWhere(plane: Uint8Array, value: number): Int32Array {
  const pixels: number[] = [];
  for (let i = 0; i < plane.length; i++) if (plane[i] === value) pixels.push(i);
  return Int32Array.from(pixels);
}

/** Drops parts below a share of the largest one and closes small holes; in place. */
export function keepMainParts(
  isThing: Uint8Array,
  size: Size,
  { leastPart, largestHole }: { leastPart: number; largestHole: number },
): void {
  const parts = labelComponents(isThing, size);
  const largest = parts.components.reduce((most, { area }) => Math.max(most, area), 0);
  for (let i = 0; i < isThing.length; i++) {
    const label = parts.labels[i]!;
    if (label >= 0 && parts.components[label]!.area < largest * leastPart) isThing[i] = 0;
  }
  const rest = bytesOf(isThing, (value) => 1 - value);
  const holes = labelComponents(rest, size);
  for (let i = 0; i < isThing.length; i++) {
    const label = holes.labels[i]!;
    if (label < 0) continue;
    const { area, isAtEdge } = holes.components[label]!;
    if (!isAtEdge && area < largestHole) isThing[i] = 1;
  }
}
