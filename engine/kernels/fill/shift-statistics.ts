import { boxBlur, gaussianBlur } from '../../base/blur.ts';
import { improveMatches, type PatchLevel, patchRadius, sourcesOf } from './patch-match.ts';

/** A match this good counts half; mean squared difference over three channels. */
const goodCost = 400;

/**
 * The shifts at which the known part of a picture repeats itself: every known patch looks for its likeness at some
 * distance, and the shifts found most often win (He & Sun, "Statistics of patch offsets for image completion", ECCV
 * 2012). Façades and paving give their period, long edges shifts along themselves.
 *
 * @param count most shifts wanted; each comes with its opposite
 * @returns x0, y0, x1, y1 … pixels, commonest first
 */
export function dominantShifts(
  level: PatchLevel,
  count: number,
  random: () => number,
  maxRowShift: number = level.height,
): Int32Array {
  const { width, height, isSource } = level;
  const sources = sourcesOf(level);
  const minShift = Math.max(4, Math.round(Math.max(width, height) / 15));
  const known: PatchLevel = {
    ...level,
    targets: sources,
    match: new Int32Array(isSource.length).fill(-1),
    cost: new Float32Array(isSource.length),
  };
  for (const source of sources) known.match[source] = farSource(source);
  improveMatches(known, 5, { reach: Math.max(width, height), minShift, maxRowShift }, random);
  const size = { width: 2 * width + 1, height: 2 * height + 1 };
  const texture = textureOf(level);
  const votes = new Float32Array(size.width * size.height);
  for (const source of sources) {
    const found = known.match[source]!;
    const dx = (found % width) - (source % width);
    const dy = ((found / width) | 0) - ((source / width) | 0);
    if (dx * dx + dy * dy < minShift * minShift || Math.abs(dy) > maxRowShift) continue;
    const vote = texture[source]! / (1 + known.cost[source]! / goodCost);
    votes[(dy + height) * size.width + dx + width]! += vote;
    votes[(height - dy) * size.width + width - dx]! += vote;
  }
  return peaksOf(gaussianBlur(votes, size, 1.4), size, count);

  function farSource(from: number): number {
    const x = from % width;
    const y = (from / width) | 0;
    for (let attempt = 0; attempt < 20; attempt++) {
      const other = sources[(random() * sources.length) | 0]!;
      const dx = (other % width) - x;
      const dy = ((other / width) | 0) - y;
      if (dx * dx + dy * dy >= minShift * minShift && Math.abs(dy) <= maxRowShift) return other;
    }
    return from;
  }
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
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const here = votes[i]!;
      if (here < 1e-3) continue;
      let isPeak = true;
      for (let row = -1; row <= 1 && isPeak; row++) {
        for (let column = -1; column <= 1; column++) if (votes[i + row * width + column]! > here) isPeak = false;
      }
      if (isPeak) peaks.push(i);
    }
  }
  peaks.sort((one, other) => votes[other]! - votes[one]! || one - other);
  const middleX = (width - 1) / 2;
  const middleY = (height - 1) / 2;
  return Int32Array.from(peaks.slice(0, count).flatMap((i) => [(i % width) - middleX, ((i / width) | 0) - middleY]));
}
