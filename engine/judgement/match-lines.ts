import { boxBlur } from '../base/blur.ts';
import { clamp } from '../base/scalar.ts';
import type { JudgedPicture } from './judged-picture.ts';
import type { LinePiece } from './line-pieces.ts';
import { emptyProfile, type LineProfile, peakOffset, profileAcross } from './line-profile.ts';

/** Fate of a piece of a line: found again, gone, or not to be told in this light. */
export type Finding = 'kept' | 'gone' | 'unseen';

export interface LineMatch {
  findings: Finding[];
  /** Distance at which each kept piece was found, pixels across its line; 0 for the others. */
  offsets: Float32Array;
  /** Step of the result over that of the base, for kept pieces; 0 for the others. */
  gains: Float32Array;
}

/** A step smaller than this is nothing, levels. */
const leastStep = 1.1;
/** Steps of at least this steadiness along the piece are lines and no texture. */
const leastSteadiness = 0.5;
/** A step must be this many standard errors. */
const leastErrors = 3.5;
/** A kept line has at least this share of the step that its surroundings let expect. */
const leastShare = 0.12;
/** Surroundings that gains are compared in: cells along the longer side. */
const gainCells = 10;
/** Levels of luma between which something can be told. */
const [darkest, brightest] = [9, 244];
/** A base line whose darker side is darker than this does not vanish by light alone, levels. */
const brightSide = 130;

/**
 * Looks in the result for each piece of the base's lines: a steady step along the piece, in its direction, no farther
 * than the tolerance from its place, whatever its sign and size. A piece that is not there is gone if the lines around
 * it let expect a step that could be seen, and unseen otherwise, as in fog, night or glare.
 *
 * @param tolerance pixels of the judged pictures
 */
export function matchLines(pieces: readonly LinePiece[], result: JudgedPicture, tolerance: number): LineMatch {
  const profile = emptyProfile(Math.round(tolerance));
  const offsets = new Float32Array(pieces.length);
  const gains = new Float32Array(pieces.length);
  const lumas = new Float32Array(pieces.length);
  for (const [index, piece] of pieces.entries()) {
    profileAcross(result, piece, profile);
    const best = nearestStep(profile, piece.half);
    lumas[index] = profile.luma;
    if (best === undefined) continue;
    offsets[index] = peakOffset(profile, best);
    gains[index] = profile.size[best]! / Math.max(1, piece.contrast);
  }
  const expected = gainAround(pieces, gains, result);
  const findings = pieces.map((piece, index): Finding => {
    const expectedStep = expected(piece) * piece.contrast;
    if (gains[index]! * piece.contrast > Math.max(leastStep, leastShare * expectedStep)) return 'kept';
    gains[index] = 0;
    offsets[index] = 0;
    const isDark = lumas[index]! < darkest;
    const isGlare = lumas[index]! > brightest && piece.darkSide > brightSide;
    return isDark || isGlare || expectedStep < 2 * stepLimit(result, piece.half) ? 'unseen' : 'gone';
  });
  return { findings, offsets, gains };
}

/** The step that can just be told from the fine noise of a picture, levels: texture hides no line, but covers it. */
function stepLimit({ noise }: JudgedPicture, half: number): number {
  return Math.max(leastStep, (leastErrors * noise) / Math.sqrt(Math.max(1, half)));
}

/** Standard error of a mean step, levels; neighbouring points share half of their noise. */
function standardError(size: number, steadiness: number, half: number): number {
  const spread = steadiness > 0.01 ? size * Math.sqrt(Math.max(0, 1 / (steadiness * steadiness) - 1)) : 0;
  return spread / Math.sqrt(Math.max(1, half));
}

/** The place of the profile with a step that counts as a line, big and near the middle before small and far. */
export function nearestStep({ size, steadiness, reach }: LineProfile, half: number): number | undefined {
  let best: number | undefined;
  let bestScore = 0;
  for (let at = 0; at < size.length; at++) {
    const step = size[at]!;
    if (step < leastStep || steadiness[at]! < leastSteadiness) continue;
    if (step < (size[at - 1] ?? 0) || step < (size[at + 1] ?? 0)) continue;
    if (step < leastErrors * standardError(step, steadiness[at]!, half)) continue;
    const away = (at - reach) / (reach + 1);
    const score = step * steadiness[at]! * (1 - 0.6 * away * away);
    if (score > bestScore) [best, bestScore] = [at, score];
  }
  return best;
}

/**
 * Share of a step that is left around a place: the mean gain of the kept pieces near it on a logarithmic scale, drawn
 * towards the one of the whole picture where there are few.
 */
function gainAround(
  pieces: readonly LinePiece[],
  gains: Float32Array,
  { width, height }: JudgedPicture,
): (piece: LinePiece) => number {
  const cell = Math.max(width, height) / gainCells;
  const size = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) };
  const sums = new Float32Array(size.width * size.height);
  const weights = new Float32Array(sums.length);
  const cellOf = ({ x, y }: LinePiece) =>
    clamp(Math.floor(y / cell), 0, size.height - 1) * size.width + clamp(Math.floor(x / cell), 0, size.width - 1);
  let total = 0;
  let weight = 0;
  for (const [index, piece] of pieces.entries()) {
    if (gains[index] === 0) continue;
    const value = Math.log(clamp(gains[index]!, 0.01, 3)) * piece.weight;
    sums[cellOf(piece)]! += value;
    weights[cellOf(piece)]! += piece.weight;
    total += value;
    weight += piece.weight;
  }
  if (weight === 0) return () => 1;
  const overall = total / weight;
  const prior = (0.5 * weight) / sums.length;
  const near = boxBlur(sums, size, 1);
  const nearWeights = boxBlur(weights, size, 1);
  return (piece) => {
    const at = cellOf(piece);
    return Math.min(1, Math.exp((near[at]! + prior * overall) / (nearWeights[at]! + prior)));
  };
}
