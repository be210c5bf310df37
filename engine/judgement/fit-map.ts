import type { JudgedPicture } from './judged-picture.ts';
import type { LinePiece } from './line-pieces.ts';
import { emptyProfile, type LinePlace, type LineProfile, peakOffset, profileAcross } from './line-profile.ts';
import { nearestStep } from './match-lines.ts';
import { type Frames, mapper, type PictureMap, termsAt } from './picture-map.ts';
import { solve } from './solve.ts';

/** Reach around a first guess within which the place is sought: pixels of the judged result, and sizes. */
const reach = 16;
const sizes = [0.97, 0.98, 0.99, 1, 1.01, 1.02, 1.03];
/** Distances at which lines are looked for from their place, pixels, round after round. */
const rounds = [6, 4, 3, 3] as const;
/** Lines this near to their place fit, less the farther they are, pixels. */
const near = 1.5;
/** Share of the base's lines that has to lie within the result. */
const leastInside = 0.25;
/** Fewer pieces than this give no warp. */
const enoughForWarp = 150;
/** Least gain of fit by which shear and turn, and then a warp, are believed. */
const [leastByTurn, leastByWarp] = [0.006, 0.012];
/** So many lines, those with the most weight, give a first vote. */
const voters = 400;

export interface FittedMap {
  map: PictureMap;
  /** Share of the lines within the result that lie where the map says, 0…1; {@link fitOf}. */
  fit: number;
}

/**
 * Refines where a result lies over its base: first by a vote of all lines over shifts and sizes around the guess, then
 * by least squares over the distances at which lines are found, to parts of a pixel. Lines that fit nothing lose their
 * weight (Tukey's biweight). Turn, shear and warp are left out unless lines say so.
 *
 * @param pieces pieces of the base, those with the most weight first
 */
export function fitMap(
  pieces: readonly LinePiece[],
  result: JudgedPicture,
  guess: PictureMap,
  frames: Frames,
): FittedMap {
  const fitted = (map: PictureMap) => ({ map, fit: fitOf(pieces, result, map, frames) });
  let map = voted(pieces.slice(0, voters), result, guess, frames);
  for (const radius of rounds) map = improved(pieces, result, map, { frames, radius, terms: 1 });
  let best = fitted(map);
  if (best.fit === 0) return best;
  for (const [terms, least] of [
    [3, leastByTurn],
    [6, leastByWarp],
  ] as const) {
    if (terms === 6 && pieces.length < enoughForWarp) continue;
    let bent = best.map;
    for (let round = 0; round < 3; round++) bent = improved(pieces, result, bent, { frames, radius: 3, terms });
    const better = fitted(bent);
    if (better.fit >= best.fit + least) best = better;
  }
  return best;
}

/** A piece of the base as a place of the result; undefined when it lies outside. */
function placeIn(
  piece: LinePiece,
  move: (x: number, y: number) => [number, number],
  result: JudgedPicture,
): LinePlace | undefined {
  const { x, y, ux, uy, half } = piece;
  const [x1, y1] = move(x - ux * half, y - uy * half);
  const [x2, y2] = move(x + ux * half, y + uy * half);
  if (Math.min(x1, x2) < 0 || Math.max(x1, x2) > result.width - 1) return undefined;
  if (Math.min(y1, y2) < 0 || Math.max(y1, y2) > result.height - 1) return undefined;
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) return undefined;
  return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, ux: (x2 - x1) / length, uy: (y2 - y1) / length, half: length / 2 };
}

/** The shift and size near the guess at which most lines find steps. */
function voted(pieces: readonly LinePiece[], result: JudgedPicture, guess: PictureMap, frames: Frames): PictureMap {
  const move = mapper(guess, frames);
  const profile = emptyProfile(reach + Math.ceil(0.03 * Math.max(result.width, result.height)));
  const [centreX, centreY] = [(result.width - 1) / 2, (result.height - 1) / 2];
  const votes = pieces.flatMap((piece) => {
    const place = placeIn(piece, move, result);
    if (!place) return [];
    profileAcross(result, place, profile);
    const [nx, ny] = [-place.uy, place.ux];
    return [
      {
        nx,
        ny,
        away: nx * (place.x - centreX) + ny * (place.y - centreY),
        evidence: evidenceOf(profile),
        weight: piece.weight,
      },
    ];
  });
  let best = { score: 0, dx: 0, dy: 0, size: 1 };
  for (const size of sizes) {
    for (let dy = -reach; dy <= reach; dy += 2) {
      for (let dx = -reach; dx <= reach; dx += 2) {
        let score = 0;
        for (const { nx, ny, away, evidence, weight } of votes) {
          const at = Math.round(nx * dx + ny * dy + (size - 1) * away) + profile.reach;
          score += weight * (evidence[at] ?? 0);
        }
        // Of two that are as good the nearer one.
        score *= 1 - 0.002 * Math.hypot(dx, dy) - 0.2 * Math.abs(size - 1);
        if (score > best.score) best = { score, dx, dy, size };
      }
    }
  }
  const unit = Math.max(frames.base.width, frames.base.height);
  const grow = (values: readonly number[], shift: number) =>
    values.map((value, i) => (i === 0 ? value * best.size + shift / unit : value * best.size));
  return { ax: grow(guess.ax, best.dx), ay: grow(guess.ay, best.dy) };
}

/** Likelihood of each distance as the place of a line, 0…1, spread by a pixel to each side. */
function evidenceOf({ size, steadiness }: LineProfile): Float32Array {
  const raw = size.map((step, at) => step * steadiness[at]! ** 2);
  const most = Math.max(4, ...raw);
  return raw.map((value, at) => Math.max(value, 0.8 * (raw[at - 1] ?? 0), 0.8 * (raw[at + 1] ?? 0)) / most);
}

interface Fit {
  frames: Frames;
  radius: number;
  /** Terms of the map that may change, for each axis: 1 stands for shift and size of each axis. */
  terms: 1 | 3 | 6;
}

/** Terms of both axes that may change: shift and size of x are the terms 0 and 1, those of y the terms 0 and 2. */
const termsOf = {
  1: [0, 1, 6, 8],
  3: [0, 1, 2, 6, 7, 8],
  6: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
} as const;

/** One round of least squares. */
function improved(
  pieces: readonly LinePiece[],
  result: JudgedPicture,
  map: PictureMap,
  { frames, radius, terms }: Fit,
): PictureMap {
  const move = mapper(map, frames);
  const profile = emptyProfile(radius + 1);
  const unit = Math.max(frames.base.width, frames.base.height);
  const [centreX, centreY] = [(frames.base.width - 1) / 2, (frames.base.height - 1) / 2];
  const chosen = termsOf[terms];
  const equations = emptyEquations(chosen.length);
  for (const piece of pieces) {
    const place = placeIn(piece, move, result);
    if (!place) continue;
    profileAcross(result, place, profile);
    const at = nearestStep(profile, place.half);
    if (at === undefined) continue;
    const offset = peakOffset(profile, at);
    const weight = piece.weight * Math.max(0, 1 - (offset / (radius + 0.5)) ** 2) ** 2;
    const values: readonly number[] = termsAt((piece.x - centreX) / unit, (piece.y - centreY) / unit);
    const row = chosen.map((term) => (term < 6 ? -place.uy * values[term]! : place.ux * values[term - 6]!));
    addEquation(equations, row, offset / unit, weight);
  }
  // Little is changed where lines say little, least of all the warp.
  for (const [i, term] of chosen.entries()) {
    equations.matrix[i * chosen.length + i]! += equations.weight * (term % 6 > 2 ? 2e-5 : 1e-6);
  }
  const change = solve(equations.matrix, equations.right);
  if (!change) return map;
  const ax = [...map.ax];
  const ay = [...map.ay];
  for (const [i, term] of chosen.entries()) {
    if (term < 6) ax[term]! += change[i]!;
    else ay[term - 6]! += change[i]!;
  }
  return { ax, ay };
}

/** Normal equations of a least squares problem; of the matrix the lower triangle. */
interface Equations {
  matrix: Float64Array;
  right: Float64Array;
  weight: number;
}

function emptyEquations(count: number): Equations {
  return { matrix: new Float64Array(count * count), right: new Float64Array(count), weight: 0 };
}

function addEquation(equations: Equations, row: readonly number[], value: number, weight: number): void {
  const count = row.length;
  for (let i = 0; i < count; i++) {
    equations.right[i]! += weight * row[i]! * value;
    for (let j = 0; j <= i; j++) equations.matrix[i * count + j]! += weight * row[i]! * row[j]!;
  }
  equations.weight += weight;
}

/** Share of the weight of lines within the result that are found near their place, 0…1, the nearer the more. */
export function fitOf(pieces: readonly LinePiece[], result: JudgedPicture, map: PictureMap, frames: Frames): number {
  const move = mapper(map, frames);
  const profile = emptyProfile(4);
  let [found, inside, all] = [0, 0, 0];
  for (const piece of pieces) {
    all += piece.weight;
    const place = placeIn(piece, move, result);
    if (!place) continue;
    inside += piece.weight;
    profileAcross(result, place, profile);
    const at = nearestStep(profile, place.half);
    if (at !== undefined) found += piece.weight * Math.max(0, 1 - (peakOffset(profile, at) / near) ** 2);
  }
  return inside < leastInside * all ? 0 : found / inside;
}
