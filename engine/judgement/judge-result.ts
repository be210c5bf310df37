import { type Mask, pasteBack } from '../base/mask.ts';
import { type FramedResult, toBaseFrame } from './base-frame.ts';
import {
  checkStructureOf,
  type JudgedBase,
  judgedBase,
  type StructureCheck,
  type StructureQuestion,
} from './check-structure.ts';
import { type Following, followBase } from './follow-base.ts';
import type { JudgedPixels } from './judged-picture.ts';
import { type Registration, registerOf } from './register.ts';

export interface AfterCare {
  /** Mask of the base's size; where it is 0 the result gets the bytes of the base. */
  mask?: Mask;
  /** Slow changes that a result takes over from the base, where the tool promises it; none when absent. */
  follows?: Following | undefined;
  /** The base with its lines, where they are known. */
  judged?: JudgedBase | undefined;
}

export interface Brought extends FramedResult {
  registration: Registration;
}

/**
 * Brings a result of any size back to its base: into its frame and size, to its colours where they are promised, and to
 * its bytes outside of the mask.
 *
 * @returns undefined when the result does not lie over the base anywhere; it is not bent until it does
 */
export function bringToBase(
  base: JudgedPixels,
  result: JudgedPixels,
  { mask, follows, judged = judgedBase(base) }: AfterCare = {},
): Brought | undefined {
  const registration = registerOf(judged, result);
  if (!registration) return undefined;
  const framed = toBaseFrame(base, result, registration);
  const { rgb } = follows ? followBase(base, framed, followingIn(follows, framed.covered)) : framed;
  return { ...framed, rgb: mask ? pasteBack(base.rgb, rgb, mask) : rgb, registration };
}

function followingIn({ what, except }: Following, covered: Mask | undefined): Following {
  return { what, except: unjudged(except, covered) };
}

export interface Judgement extends StructureCheck {
  /** Place of the result over the base; absent when it has none, and then it was judged as it is, stretched to the base. */
  registration?: Registration;
}

/** Finds where a result lies over its base and checks its structure there; what it does not show is not judged. */
export function judgeResult(base: JudgedPixels, result: JudgedPixels, question: StructureQuestion = {}): Judgement {
  return judgeResultOf(judgedBase(base), result, question);
}

/** {@link judgeResult} of a base whose lines are known. */
export function judgeResultOf(judged: JudgedBase, result: JudgedPixels, question: StructureQuestion = {}): Judgement {
  const registration = registerOf(judged, result);
  if (!registration) return checkStructureOf(judged, result, question);
  const framed = toBaseFrame(judged.pixels, result, registration);
  const outside = unjudged(question.outside, framed.covered);
  return { ...checkStructureOf(judged, framed, { ...question, ...(outside && { outside }) }), registration };
}

/** The region that was to be changed, with all that the result does not show. */
function unjudged(changed: Mask | undefined, covered: Mask | undefined): Mask | undefined {
  if (!covered) return changed;
  return covered.map((level, i) => Math.max(255 - level, changed?.[i] ?? 0));
}
