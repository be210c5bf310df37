import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { bytesOf } from '../../base/map-plane.ts';

/** Patches are squares of side `2 * patchRadius + 1`, pixels. */
export const patchRadius = 3;
const patchSide = 2 * patchRadius + 1;

/** Cost of a match that was not compared yet. */
const unknownCost = 1e12;

/** One scale of a picture with a hole, and for every target the middle of the patch that looks most like it. */
export interface PatchLevel extends Size {
  /** Known pixels are never written. */
  rgb: RgbBytes;
  /** 1 in the hole. */
  isHole: Uint8Array;
  /** 1 where a patch lies wholly in the picture, outside the hole and inside the allowed sources. */
  isSource: Uint8Array;
  /** Pixels whose patch touches the hole, in row order. */
  targets: Int32Array;
  /** Pixel index of the matched patch's middle, for targets; -1 elsewhere. */
  match: Int32Array;
  /** Mean squared difference per pixel over three channels, for targets. */
  cost: Float32Array;
}

/** Limits on the position of matches. All in pixels of the level. */
export interface SearchLimits {
  /** Largest vertical distance between a target and its match. */
  maxRowShift?: number;
  /** Smallest distance between a target and its match. */
  minShift?: number;
  /** And the same across or upright alone. */
  minColumnShift?: number;
  minRowShift?: number;
  /** Shifts worth trying for every target: x0, y0, x1, y1 … */
  shifts?: Int32Array;
  /** Widest random jump. */
  reach: number;
}

/**
 * Prepares a scale. `rgb` is kept and written to.
 *
 * @param isAllowed 1 where sources may lie; everywhere when not given
 */
export function makePatchLevel(rgb: RgbBytes, isHole: Uint8Array, size: Size, isAllowed?: Uint8Array): PatchLevel {
  const { width, height } = size;
  const holes = countInWindows(isHole, size);
  const blocked = isAllowed
    ? countInWindows(
        bytesOf(isAllowed, (allowed) => 1 - allowed),
        size,
      )
    : undefined;
  const isSource = new Uint8Array(isHole.length);
  let targetCount = 0;
  for (let i = 0; i < holes.length; i++) if (holes[i]! > 0) targetCount++;
  const targets = new Int32Array(targetCount);
  targetCount = 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (holes[i]! > 0) targets[targetCount++] = i;
      else if (x >= patchRadius && y >= patchRadius && x < width - patchRadius && y < height - patchRadius) {
        isSource[i] = blocked?.[i] ? 0 : 1;
      }
    }
  }
  return {
    width,
    height,
    rgb,
    isHole,
    isSource,
    targets,
    match: new Int32Array(isSource.length).fill(-1),
    cost: new Float32Array(isSource.length).fill(unknownCost),
  };
}

/** Every pixel that may be a match, in row order. */
export function sourcesOf({ isSource }: PatchLevel): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < isSource.length; i++) if (isSource[i] === 1) found.push(i);
  return Int32Array.from(found);
}

/** Number of marked pixels of each patch, 0…49. */
function countInWindows(marks: Uint8Array, { width, height }: Size): Uint8Array {
  const rows = new Uint8Array(marks.length);
  const counts = new Uint8Array(marks.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = Math.max(0, x - patchRadius); k <= Math.min(width - 1, x + patchRadius); k++)
        sum += marks[y * width + k]!;
      rows[y * width + x] = sum;
    }
  }
  for (let y = 0; y < height; y++) {
    for (let k = Math.max(0, y - patchRadius); k <= Math.min(height - 1, y + patchRadius); k++) {
      for (let x = 0; x < width; x++) counts[y * width + x]! += rows[k * width + x]!;
    }
  }
  return counts;
}

/** Mean squared difference per pixel of the patches around `target` and `source`, or more than `best` once it is sure. */
function patchCost(level: PatchLevel, target: number, source: number, best: number): number {
  const { width, height, rgb } = level;
  const x = target % width;
  const y = (target / width) | 0;
  if (x >= patchRadius && y >= patchRadius && x < width - patchRadius && y < height - patchRadius) {
    return wholePatchCost(
      rgb,
      (target - patchRadius * width - patchRadius) * 3,
      (source - target) * 3,
      width * 3,
      best,
    );
  }
  const left = x < patchRadius ? -x : -patchRadius;
  const right = x >= width - patchRadius ? width - 1 - x : patchRadius;
  const top = y < patchRadius ? -y : -patchRadius;
  const bottom = y >= height - patchRadius ? height - 1 - y : patchRadius;
  const count = (right - left + 1) * (bottom - top + 1);
  const limit = best * count;
  let sum = 0;
  for (let row = top; row <= bottom; row++) {
    let p = (target + row * width + left) * 3;
    let q = (source + row * width + left) * 3;
    for (const end = p + (right - left + 1) * 3; p < end; p += 3, q += 3) {
      const red = rgb[p]! - rgb[q]!;
      const green = rgb[p + 1]! - rgb[q + 1]!;
      const blue = rgb[p + 2]! - rgb[q + 2]!;
      sum += red * red + green * green + blue * blue;
    }
    if (sum > limit) return unknownCost;
  }
  return sum / count;
}

/** {@link patchCost} of a patch that no border cuts off, from its upper left value on. */
function wholePatchCost(rgb: RgbBytes, first: number, away: number, stride: number, best: number): number {
  const count = patchSide * patchSide;
  const limit = best * count;
  let sum = 0;
  for (let row = 0, from = first; row < patchSide; row++, from += stride) {
    for (let at = from; at < from + patchSide * 3; at++) {
      const difference = rgb[at]! - rgb[at + away]!;
      sum += difference * difference;
    }
    if (sum > limit) return unknownCost;
  }
  return sum / count;
}

/**
 * Improves the matches of all targets by propagation between neighbours and random search (Barnes et al.,
 * "PatchMatch", SIGGRAPH 2009). Every target must have a match already.
 *
 * @param rounds sweeps, alternately forwards and backwards
 */
export function improveMatches(level: PatchLevel, rounds: number, limits: SearchLimits, random: () => number): void {
  const { width, height, targets, match, cost, isSource } = level;
  const maxRowShift = limits.maxRowShift ?? height;
  const minSquare = (limits.minShift ?? 0) ** 2;
  const { minColumnShift = 0, minRowShift = 0 } = limits;
  const shifts = limits.shifts ?? new Int32Array(0);
  let target = 0;
  let x = 0;
  let y = 0;
  let best = 0;
  let bestCost = 0;
  const offer = (source: number) => {
    if (source === best || isSource[source] !== 1) return;
    const dx = (source % width) - x;
    const dy = ((source / width) | 0) - y;
    if (dy > maxRowShift || -dy > maxRowShift || dx * dx + dy * dy < minSquare) return;
    if (Math.abs(dx) < minColumnShift || Math.abs(dy) < minRowShift) return;
    const value = patchCost(level, target, source, bestCost);
    if (value >= bestCost) return;
    best = source;
    bestCost = value;
  };
  for (const at of targets) cost[at] = patchCost(level, at, match[at]!, unknownCost);
  for (let round = 0; round < rounds; round++) {
    const isForwards = round % 2 === 0;
    const step = isForwards ? -1 : 1;
    for (let turn = 0; turn < targets.length; turn++) {
      target = targets[isForwards ? turn : targets.length - 1 - turn]!;
      x = target % width;
      y = (target / width) | 0;
      best = match[target]!;
      bestCost = cost[target]!;
      offerNeighbours(step);
      if (shifts.length > 0) {
        const pick = ((random() * shifts.length) >> 1) * 2;
        offerAt(x + shifts[pick]!, y + shifts[pick + 1]!);
      }
      for (let reach = limits.reach; reach >= 1; reach /= 2) {
        const column = (best % width) + (((random() * 2 - 1) * reach) | 0);
        const row = ((best / width) | 0) + (((random() * 2 - 1) * reach) | 0);
        offerAt(column, row);
      }
      match[target] = best;
      cost[target] = bestCost;
    }
  }
  /** Propagation step of PatchMatch: offers the matches of the horizontal and the vertical neighbour, moved by one pixel. */
  function offerNeighbours(step: number): void {
    const beside = target + step;
    if (x + step >= 0 && x + step < width && match[beside]! >= 0) offer(match[beside]! - step);
    const above = target + step * width;
    if (above >= 0 && above < match.length && match[above]! >= 0) offer(match[above]! - step * width);
  }

  function offerAt(column: number, row: number): void {
    if (column >= 0 && row >= 0 && column < width && row < height) offer(row * width + column);
  }
}

/**
 * Paints the hole as the weighted mean of what the matched patches say about each pixel (Wexler, Shechtman, Irani,
 * "Space-time completion of video", 2007).
 *
 * @param confidence 0–1 by pixel: how far a target is to be trusted; falls into the hole
 * @param sharpness 1 for the usual weights; larger listens to the best matches more
 */
export function paintFromMatches(level: PatchLevel, confidence: Float32Array, sharpness: number): void {
  const { width, height, rgb, isHole, match, targets } = level;
  const weights = votingWeights(level, confidence, sharpness);
  for (const pixel of targets) {
    if (isHole[pixel] !== 1) continue;
    const x = pixel % width;
    const y = (pixel / width) | 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    let total = 0;
    const lastRow = Math.min(height - 1, y + patchRadius);
    const lastColumn = Math.min(width - 1, x + patchRadius);
    for (let row = Math.max(0, y - patchRadius); row <= lastRow; row++) {
      for (let column = Math.max(0, x - patchRadius); column <= lastColumn; column++) {
        const voter = row * width + column;
        const weight = weights[voter]!;
        // Sources lie outside the hole with all of their patch, so painting never reads what it has painted.
        const from = (match[voter]! + pixel - voter) * 3;
        red += weight * rgb[from]!;
        green += weight * rgb[from + 1]!;
        blue += weight * rgb[from + 2]!;
        total += weight;
      }
    }
    rgb[pixel * 3] = red / total + 0.5;
    rgb[pixel * 3 + 1] = green / total + 0.5;
    rgb[pixel * 3 + 2] = blue / total + 0.5;
  }
}

/** Weight of each target's match, by its cost and its confidence; 0 for pixels that are no targets. */
export function votingWeights(level: PatchLevel, confidence: Float32Array, sharpness: number): Float32Array {
  const scale = -sharpness / (2 * typicalCost(level));
  const weights = new Float32Array(level.match.length);
  for (const target of level.targets) {
    const cost = level.cost[target]!;
    weights[target] = (cost < unknownCost ? Math.exp(Math.max(-60, cost * scale)) : 1) * confidence[target]! + 1e-9;
  }
  return weights;
}

/** The 60th percentile of a sample of the costs, at least 20. */
function typicalCost({ targets, cost }: PatchLevel): number {
  const sample: number[] = [];
  const step = Math.max(1, Math.floor(targets.length / 500));
  for (let i = 0; i < targets.length; i += step) if (cost[targets[i]!]! < unknownCost) sample.push(cost[targets[i]!]!);
  if (sample.length === 0) return 1e9;
  sample.sort((one, other) => one - other);
  return Math.max(20, sample[Math.floor(sample.length * 0.6)]!);
}
