import type { Size } from '../base/blur.ts';
import { chosenLevel, growMask, type Mask } from '../base/mask.ts';
import { clamp } from '../base/scalar.ts';
import { type ChangeBox, changesOf } from './changes.ts';
import { type HeatMap, heatOf } from './heat-map.ts';
import { type JudgedPicture, type JudgedPixels, judgedPicture, judgedSize } from './judged-picture.ts';
import { type LinePiece, linesOf, type PictureLines } from './line-pieces.ts';
import { type LineMatch, matchLines } from './match-lines.ts';
import { newPieces } from './new-lines.ts';

export interface StructureQuestion {
  /**
   * Mask of the size of the base: chosen pixels were to be changed, and only what lies outside of them is judged.
   */
  outside?: Mask;
  /** True where things were asked for: lines that are new do not count. */
  expectsNew?: boolean;
}

export interface StructureCheck {
  /** 0–100: share of the base's lines that the result has in their places, less for strong lines that are new. */
  score: number;
  /** Boxes around things that are new, missing or moved, the largest first; pixels of the base. */
  boxes: ChangeBox[];
  /** Map of broken lines. */
  heat: HeatMap;
}

/** Half a percent of the diagonal: lines this far from their place are where they were. */
const toleranceShare = 0.005;
/** Unseen lines up to this share of all are left out of the score, more count as gone. */
const mostUnseen = 0.5;
/** Share of the score that is lost when all lines are new. */
const newPenalty = 0.6;
/** Moves at which lines are matched by chance, shares of width and height. */
const chanceMoves = [
  [0.071, 0.043],
  [-0.053, 0.089],
  [0.037, -0.067],
  [-0.083, -0.031],
] as const;

/** A base picture with its lines, which are the same for all of its results. */
export interface JudgedBase {
  pixels: JudgedPixels;
  picture: JudgedPicture;
  lines: PictureLines;
}

export function judgedBase(base: JudgedPixels): JudgedBase {
  const picture = judgedPicture(base, judgedSize(base));
  return { pixels: base, picture, lines: linesOf(picture) };
}

/**
 * Compares the lines of a result with those of its base: photographs, renders, white models and line drawings, in any
 * light and colour. The result has to lie in the base's frame (see `judge-result.ts`); one of another size is stretched
 * to it. Pictures are looked at with at most 1024 pixels a side, so memory is bounded whatever their size.
 */
export function checkStructure(base: JudgedPixels, result: JudgedPixels, question?: StructureQuestion): StructureCheck {
  return checkStructureOf(judgedBase(base), result, question);
}

/** {@link checkStructure} of a base whose lines are known. */
export function checkStructureOf(
  { pixels: full, picture: before, lines: old }: JudgedBase,
  result: JudgedPixels,
  { outside, expectsNew = false }: StructureQuestion = {},
): StructureCheck {
  const size: Size = { width: before.width, height: before.height };
  const after = judgedPicture(result, size);
  const tolerance = toleranceShare * before.diagonal;
  const isJudged = judgedPlaces({ outside, full, size, tolerance });
  const pieces = old.pieces.filter(isJudged);
  const match = matchLines(pieces, after, tolerance);
  const { step, gain } = usualOf(pieces, match);
  const fresh = expectsNew
    ? []
    : newPieces(before, after, linesOf(after), { tolerance, usualStep: step }).filter(isJudged);
  const changes = changesOf({ before, after, pieces, findings: match.findings, fresh, tolerance, gain });
  return {
    score: scoreOf({ pieces, match, after, tolerance, added: weightOf(changes.added) }),
    boxes: changes.boxes.map((box) => scaled(box, size, full)),
    heat: heatOf(size, changes),
  };
}

/** Tells pieces that count from those in or beside the region that was to be changed. */
function judgedPlaces({
  outside,
  full,
  size,
  tolerance,
}: {
  outside: Mask | undefined;
  full: Size;
  size: Size;
  tolerance: number;
}) {
  if (!outside) return () => true;
  const grown = growMask(outside, full, (2 * tolerance * full.width) / size.width);
  return ({ x, y }: LinePiece) => {
    const column = clamp(Math.floor(((x + 0.5) * full.width) / size.width), 0, full.width - 1);
    const row = clamp(Math.floor(((y + 0.5) * full.height) / size.height), 0, full.height - 1);
    return grown[row * full.width + column]! < chosenLevel;
  };
}

/** Medians over the kept lines: their step in the result, levels, and what that is of the step in the base. */
function usualOf(pieces: readonly LinePiece[], { gains }: LineMatch): { step: number; gain: number } {
  const kept = pieces.flatMap(({ contrast }, i) =>
    gains[i]! > 0 ? [{ step: contrast * gains[i]!, gain: gains[i]! }] : [],
  );
  const medianOf = (values: number[]) => values.sort((one, other) => one - other)[values.length >> 1];
  return { step: medianOf(kept.map(({ step }) => step)) ?? 0, gain: medianOf(kept.map(({ gain }) => gain)) ?? 1 };
}

function weightOf(pieces: readonly LinePiece[]): number {
  return pieces.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * The share of lines that were kept, beyond what would be kept by chance: a result full of lines has one for every
 * place. Chance is measured on the same lines at other places of the result.
 */
function scoreOf({
  pieces,
  match,
  after,
  tolerance,
  added,
}: {
  pieces: readonly LinePiece[];
  match: LineMatch;
  after: JudgedPicture;
  tolerance: number;
  added: number;
}): number {
  const all = weightOf(pieces);
  // A base without lines has no structure that could break.
  if (all === 0) return 100;
  const kept = shareKept(pieces, match);
  const some = pieces.filter((_, i) => i % 4 === 0);
  const chances = chanceMoves.map(([dx, dy]) => {
    const elsewhere = some.map((piece) => ({
      ...piece,
      x: piece.x + dx * after.width,
      y: piece.y + dy * after.height,
    }));
    return shareKept(elsewhere, matchLines(elsewhere, after, tolerance));
  });
  chances.sort((one, other) => one - other);
  const chance = Math.min(0.85, (chances[1]! + chances[2]!) / 2);
  const recall = clamp((kept - chance) / (1 - chance), 0, 1);
  return Math.round(1000 * recall * (1 - (newPenalty * added) / (added + all))) / 10;
}

function shareKept(pieces: readonly LinePiece[], { findings }: LineMatch): number {
  let [kept, gone, unseen] = [0, 0, 0];
  for (const [index, { weight }] of pieces.entries()) {
    if (findings[index] === 'kept') kept += weight;
    else if (findings[index] === 'gone') gone += weight;
    else unseen += weight;
  }
  const tooMany = Math.max(0, unseen - mostUnseen * (kept + gone + unseen));
  return kept + gone + tooMany > 0 ? kept / (kept + gone + tooMany) : 0;
}

function scaled(box: ChangeBox, from: Size, to: Size): ChangeBox {
  const across = to.width / from.width;
  const down = to.height / from.height;
  const left = clamp(Math.floor(box.x * across), 0, to.width - 1);
  const top = clamp(Math.floor(box.y * down), 0, to.height - 1);
  return {
    kind: box.kind,
    x: left,
    y: top,
    width: clamp(Math.ceil((box.x + box.width) * across), left + 1, to.width) - left,
    height: clamp(Math.ceil((box.y + box.height) * down), top + 1, to.height) - top,
  };
}
