import { boxBlur, gaussianBlur } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { smoothstep } from '../../base/scalar.ts';
import { improveMatches, type PatchLevel, patchRadius, sourcesOf } from './patch-match.ts';

/** A match this good counts half; mean squared difference over three channels. */
const goodCost = 400;
/** Shifts with a smaller share of the votes of the commonest are chance. */
const leastVotes = 0.08;
/** Larger differences count as this one. */
const mostCost = 8000;

/** Which way what a patch is compared with must lie from it; anywhere when not given. */
export type Away = 'across' | 'upright';

export interface FarOptions {
  /** Largest vertical distance, pixels. */
  maxRowShift?: number | undefined;
  away?: Away | undefined;
}

/** Every known patch with its likeness at some distance. */
export function farMatches(
  level: PatchLevel,
  random: () => number,
  { maxRowShift = level.height, away }: FarOptions = {},
): PatchLevel {
  const { width, height, isSource } = level;
  const sources = sourcesOf(level);
  const minShift = Math.max(4, Math.round(Math.max(width, height) / 15));
  const known: PatchLevel = {
    ...level,
    targets: sources,
    match: new Int32Array(isSource.length).fill(-1),
    cost: new Float32Array(isSource.length),
  };
  const limits = {
    ...{ reach: Math.max(width, height), minShift, maxRowShift },
    ...(away === 'across' && { minColumnShift: minShift }),
    ...(away === 'upright' && { minRowShift: minShift }),
  };
  for (const source of sources) known.match[source] = farSource(source);
  improveMatches(known, 5, limits, random);
  return known;

  function farSource(from: number): number {
    const x = from % width;
    const y = (from / width) | 0;
    for (let attempt = 0; attempt < 20; attempt++) {
      const other = sources[(random() * sources.length) | 0]!;
      const dx = Math.abs((other % width) - x);
      const dy = Math.abs(((other / width) | 0) - y);
      const isFar = away === 'across' ? dx >= minShift : away === 'upright' ? dy >= minShift : true;
      if (isFar && dx * dx + dy * dy >= minShift * minShift && dy <= maxRowShift) return other;
    }
    return from;
  }
}

/**
 * The shifts at which the known part of a picture repeats itself: every known patch looks for its likeness at some
 * distance, and the shifts found most often win (He & Sun, "Statistics of patch offsets for image completion", ECCV
 * 2012). Façades and paving give their period, long edges shifts along themselves.
 *
 * @param known from {@link farMatches}
 * @param count most shifts wanted; each comes with its opposite
 * @returns x0, y0, x1, y1 … pixels, commonest first
 */
export function dominantShifts(known: PatchLevel, count: number): Int32Array {
  const { width, height } = known;
  const size = { width: 2 * width + 1, height: 2 * height + 1 };
  const texture = textureOf(known);
  const votes = new Float32Array(size.width * size.height);
  for (const source of known.targets) {
    const found = known.match[source]!;
    if (found === source) continue;
    const dx = (found % width) - (source % width);
    const dy = ((found / width) | 0) - ((source / width) | 0);
    const vote = texture[source]! / (1 + known.cost[source]! / goodCost);
    votes[(dy + height) * size.width + dx + width]! += vote;
    votes[(height - dy) * size.width + width - dx]! += vote;
  }
  return peaksOf(gaussianBlur(votes, size, 1.4), size, count);
}

/** A patch whose best likeness differs this many times more than those around it is there once; from and to. */
const onceFrom = 1.2;
const onceTo = 3;
/** Difference that everything has, mean square. */
const usualCost = 120;
/** Distance to the patches around one, share of the longer side. */
const aroundShare = 0.12;

/**
 * Confidence that a patch has no like in the given direction, 0–1, while the patches around it have theirs.
 *
 * @param known from {@link farMatches}
 */
export function oncenessOf({ width, height, isSource, cost, match }: PatchLevel): Float32Array {
  const size = { width, height };
  const capped = floatsOf(cost, (value, i) => (isSource[i] === 1 && match[i] !== i ? Math.min(value, mostCost) : 0));
  const radius = Math.round(aroundShare * Math.max(width, height));
  const sum = boxBlur(capped, size, radius);
  const share = boxBlur(
    floatsOf(isSource, (is) => is),
    size,
    radius,
  );
  const once = floatsOf(capped, (value, i) =>
    smoothstep(onceFrom, onceTo, value / (usualCost + sum[i]! / Math.max(1e-3, share[i]!))),
  );
  return boxBlur(once, size, 1);
}

/** 0…1: 0 where a patch is flat and resembles any other, 1 where it is full of edges. */
function textureOf({ rgb, width, height }: PatchLevel): Float32Array {
  const luma = new Float32Array(rgb.length / 3);
  for (let i = 0; i < luma.length; i++) luma[i] = (rgb[i * 3]! + 2 * rgb[i * 3 + 1]! + rgb[i * 3 + 2]!) / 4;
  const mean = boxBlur(luma, { width, height }, patchRadius);
  const square = boxBlur(
    luma.map((value) => value * value),
    { width, height },
    patchRadius,
  );
  return square.map((value, i) => Math.min(1, Math.sqrt(Math.max(0, value - mean[i]! * mean[i]!)) / 20));
}

function peaksOf(votes: Float32Array, { width, height }: { width: number; height: number }, count: number): Int32Array {
  const peaks: number[] = [];
  const least = Math.max(1e-3, leastVotes * votes.reduce((most, vote) => Math.max(most, vote), 0));
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const here = votes[i]!;
      if (here < least) continue;
      if (highestAround(votes, i, width) <= here) peaks.push(i);
    }
  }
  peaks.sort((one, other) => votes[other]! - votes[one]! || one - other);
  const middleX = (width - 1) / 2;
  const middleY = (height - 1) / 2;
  return Int32Array.from(peaks.slice(0, count).flatMap((i) => [(i % width) - middleX, ((i / width) | 0) - middleY]));
}

function highestAround(votes: Float32Array, i: number, width: number): number {
  let highest = 0;
  for (let row = i - width; row <= i + width; row += width) {
    highest = Math.max(highest, votes[row - 1]!, votes[row]!, votes[row + 1]!);
  }
  return highest;
}
