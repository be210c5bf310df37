import { findLinesOfPlanes, type LineSegment } from '../kernels/material/line-segments.ts';
import type { JudgedPicture } from './judged-picture.ts';
import { emptyProfile, type LineProfile, peakOffset, profileAcross } from './line-profile.ts';

/** A short straight stretch of a line, pixels of the judged picture. */
export interface LinePiece {
  /** Centre. */
  x: number;
  y: number;
  /** Direction along the line, length 1. */
  ux: number;
  uy: number;
  /** Half of its length. */
  half: number;
  /** Place of its line in the list of lines. */
  line: number;
  /** Step across the line, levels of the three planes. */
  step: readonly [number, number, number];
  /** Size of that step, levels. */
  contrast: number;
  /** Luma of the darker side, levels. */
  darkSide: number;
  /** Weight in a score: length, less for faint lines and for those of a pattern. */
  weight: number;
}

export interface PictureLines {
  lines: LineSegment[];
  pieces: LinePiece[];
}

/** Shares of the diagonal: shortest line, length of a piece, and how far parallels belong to one pattern. */
const shortestLine = 0.02;
const pieceLength = 0.02;
const patternReach = 0.03;
/** Parallel lines within that reach on both sides from which on they are a pattern: courses, boards, hatching. */
const patternCount = 5;
/** Contrast from which on a line counts in full, levels. */
const fullContrast = 24;
/** A step between pixels that is never an edge, levels. */
const leastGradient = 2.2;

/** Straight lines of a picture, cut into pieces with their contrast. */
export function linesOf(picture: JudgedPicture): PictureLines {
  const { planes, diagonal, noise } = picture;
  const lines = findLinesOfPlanes(planes, picture, {
    shortest: Math.max(8, shortestLine * diagonal),
    leastGradient: Math.min(6, Math.max(leastGradient, 2.5 * noise)),
  });
  const profile = emptyProfile(2);
  const pieces = lines.flatMap((line, index) => cut(line, index, pieceLength * diagonal));
  for (const piece of pieces) measure(picture, piece, profile);
  weigh(pieces, diagonal);
  return { lines, pieces };
}

function cut({ x1, y1, x2, y2, length }: LineSegment, line: number, longest: number): LinePiece[] {
  const count = Math.max(1, Math.round(length / longest));
  // Segments are measured from the corner of the picture, planes at the centres of pixels.
  return Array.from({ length: count }, (_, i) => ({
    x: x1 + ((x2 - x1) * (i + 0.5)) / count - 0.5,
    y: y1 + ((y2 - y1) * (i + 0.5)) / count - 0.5,
    ux: (x2 - x1) / length,
    uy: (y2 - y1) / length,
    half: length / count / 2,
    line,
    step: [0, 0, 0] as const,
    contrast: 0,
    darkSide: 0,
    weight: 0,
  }));
}

function measure(picture: JudgedPicture, piece: LinePiece, profile: LineProfile): void {
  profileAcross(picture, piece, profile);
  let best = 0;
  for (let at = 0; at < profile.size.length; at++) if (profile.size[at]! > profile.size[best]!) best = at;
  // Segments are fitted to pixels that are above a threshold; the peak of the step is where the line is.
  const offset = best > 0 && best < profile.size.length - 1 ? peakOffset(profile, best) : 0;
  piece.x -= offset * piece.uy;
  piece.y += offset * piece.ux;
  piece.step = [profile.steps[0][best]!, profile.steps[1][best]!, profile.steps[2][best]!];
  piece.contrast = profile.size[best]!;
  piece.darkSide = profile.luma - Math.abs(profile.steps[0][best]!) / 2;
}

/** Sets weights; pieces of patterns share the weight of what {@link patternCount} lines would have. */
function weigh(pieces: readonly LinePiece[], diagonal: number): void {
  const parallels = countParallels(pieces, patternReach * diagonal);
  for (const [index, piece] of pieces.entries()) {
    const ofPattern = Math.min(1, (patternCount / Math.max(1, parallels[index]!)) ** 2);
    piece.weight = 2 * piece.half * Math.sqrt(Math.min(1, piece.contrast / fullContrast)) * ofPattern;
  }
}

/** For each piece how many parallels stand beside it at different distances, itself included. */
export function countParallels(pieces: readonly LinePiece[], reach: number): Int32Array {
  const cells = new Map<number, number[]>();
  const columns = 4096;
  const cellOf = (x: number, y: number) => Math.floor(y / reach + 8) * columns + Math.floor(x / reach + 8);
  for (const [index, { x, y }] of pieces.entries()) {
    const cell = cells.get(cellOf(x, y));
    if (cell) cell.push(index);
    else cells.set(cellOf(x, y), [index]);
  }
  const counts = new Int32Array(pieces.length);
  /** Distances are told apart in steps of this many pixels. */
  const steps = 2.5;
  for (const [index, piece] of pieces.entries()) {
    const distances = new Set<number>();
    for (let row = -1; row <= 1; row++) {
      for (let column = -1; column <= 1; column++) {
        for (const other of cells.get(cellOf(piece.x + column * reach, piece.y + row * reach)) ?? []) {
          const distance = parallelDistance(piece, pieces[other]!, reach);
          if (distance !== undefined) distances.add(Math.round(distance / steps));
        }
      }
    }
    counts[index] = distances.size;
  }
  return counts;
}

/** Signed distance of a parallel beside a piece; absent when it is not parallel, not beside it or too far. */
function parallelDistance(piece: LinePiece, other: LinePiece, reach: number): number | undefined {
  if (Math.abs(piece.ux * other.ux + piece.uy * other.uy) < 0.966) return undefined;
  const [dx, dy] = [other.x - piece.x, other.y - piece.y];
  const across = dy * piece.ux - dx * piece.uy;
  if (Math.abs(across) > reach) return undefined;
  return Math.abs(dx * piece.ux + dy * piece.uy) <= piece.half + other.half ? across : undefined;
}
