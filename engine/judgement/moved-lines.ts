import type { ChangeEvidence } from './change-evidence.ts';
import type { LinePiece } from './line-pieces.ts';
import { emptyProfile, type LineProfile, profileAcross } from './line-profile.ts';

/** Lines farther than this from their old place are new ones, as a share of the diagonal. */
const farthest = 0.04;
/** Mean likeness of the line at its new place to the line that is gone, 0…1. */
const leastLikeness = 0.6;

/**
 * Looks for a line that is gone beside its old place.
 *
 * @param pieces the pieces of one line that are gone
 * @param gain what is left of steps in the result as a rule
 * @returns how far it moved across itself, pixels with a sign, or undefined when it is nowhere near
 */
export function findMove(
  pieces: readonly LinePiece[],
  { before: base, after: result, tolerance, gain }: Pick<ChangeEvidence, 'before' | 'after' | 'tolerance' | 'gain'>,
): number | undefined {
  const reach = Math.ceil(farthest * base.diagonal);
  const before = emptyProfile(reach);
  const after = emptyProfile(reach);
  const likeness = new Float32Array(2 * reach + 1);
  for (const piece of pieces) {
    profileAcross(base, piece, before);
    profileAcross(result, piece, after);
    for (let at = 0; at < likeness.length; at++) {
      if (Math.abs(at - reach) <= tolerance) continue;
      const now = likenessOf(after, at, piece, gain);
      // A line of the base at the new position is no sign of movement.
      const old = Math.max(0, likenessOf(before, at, piece, 1));
      likeness[at]! += (now - old) / pieces.length;
    }
  }
  let best = 0;
  for (let at = 0; at < likeness.length; at++) if (likeness[at]! > likeness[best]!) best = at;
  return likeness[best]! >= leastLikeness ? best - reach : undefined;
}

/** Likeness of a step of a profile to that of a piece, 1 for the same one, below 0 for the opposite. */
function likenessOf({ steps, size, steadiness }: LineProfile, at: number, piece: LinePiece, gain: number): number {
  let product = 0;
  for (let plane = 0; plane < 3; plane++) product += steps[plane]![at]! * piece.step[plane]! * gain;
  const squares = size[at]! ** 2 + (gain * piece.contrast) ** 2;
  return ((2 * product) / Math.max(1e-6, squares)) * Math.min(1, 1.3 * steadiness[at]!);
}
