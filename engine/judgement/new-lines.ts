import type { JudgedPicture } from './judged-picture.ts';
import { countParallels, type LinePiece, type PictureLines } from './line-pieces.ts';
import { emptyProfile, type LineProfile, profileAcross } from './line-profile.ts';

/** A step of the base from here on means that the line was there before: levels, and as a share of the new step. */
const leastOldStep = 1.5;
const shareOfNew = 0.08;
/** And so steady along the piece, 0…1. */
const leastOldSteadiness = 0.4;
/** And so much larger than the steps beside it, which a smooth gradient is not; pixels to each side. */
const leastProminence = 1.25;
const beside = 3;
/** Least step of a new line, levels; and as a share of the usual step of what was kept. */
const leastNewStep = 12;
const shareOfUsual = 0.35;
/** Share of a step that lies within a pixel to each side: less is a soft shadow or a cloud. */
const leastSharpness = 0.4;
/** Share of a line that has to be new. */
const leastNewShare = 0.6;
/** Parallels that make a texture: courses, boards, tiles; and how far they are looked for, share of the diagonal. */
const textureCount = 6;
const textureReach = 0.03;

/**
 * Pieces of lines of the result that the base has nothing of: steady, sharp, as strong as what was kept, and no part of
 * a texture.
 *
 * @param usualStep what lines that were kept have in the result as a rule, levels
 */
export function newPieces(
  base: JudgedPicture,
  result: JudgedPicture,
  { pieces, lines }: PictureLines,
  { tolerance, usualStep }: { tolerance: number; usualStep: number },
): LinePiece[] {
  const before = emptyProfile(Math.round(tolerance) + beside);
  const around = emptyProfile(3);
  const counts = countParallels(pieces, textureReach * result.diagonal);
  const least = Math.max(leastNewStep, shareOfUsual * usualStep);
  const lengths = new Float32Array(lines.length);
  const fresh = pieces.filter((piece, index) => {
    if (piece.contrast < least || counts[index]! >= textureCount) return false;
    profileAcross(base, piece, before);
    if (hasLine(before, Math.max(leastOldStep, shareOfNew * piece.contrast))) return false;
    profileAcross(result, piece, around);
    if (sharpnessOf(around.steps[strongestPlane(piece)]!) < leastSharpness) return false;
    lengths[piece.line]! += 2 * piece.half;
    return true;
  });
  return fresh.filter(({ line }) => lengths[line]! >= leastNewShare * lines[line]!.length);
}

function hasLine({ size, steadiness }: LineProfile, least: number): boolean {
  for (let at = beside; at < size.length - beside; at++) {
    const step = size[at]!;
    const around = Math.min(size[at - beside]!, size[at + beside]!);
    if (step >= least && steadiness[at]! >= leastOldSteadiness && step >= leastProminence * around) return true;
  }
  return false;
}

function strongestPlane({ step }: LinePiece): number {
  const sizes = step.map(Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}

/** The largest step over two pixels as a share of what the steps of both sides add up to. */
function sharpnessOf(steps: Float32Array): number {
  let largest = 0;
  for (const step of steps) if (Math.abs(step) > Math.abs(largest)) largest = step;
  // Steps over two pixels, one pixel apart, count everything twice.
  let sum = 0;
  for (const step of steps) if (step * largest > 0) sum += Math.abs(step) / 2;
  return Math.abs(largest) / Math.max(1e-6, sum);
}
