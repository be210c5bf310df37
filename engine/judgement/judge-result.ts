import { type Mask, pasteBack } from '../base/mask.ts';
import { type FramedResult, toBaseFrame } from './base-frame.ts';
import { checkStructure, type StructureCheck, type StructureQuestion } from './check-structure.ts';
import { followBase } from './follow-base.ts';
import type { JudgedPixels } from './judged-picture.ts';
import { type Registration, register } from './register.ts';

export interface AfterCare {
  /** Mask of the base's size; where it is 0 the result gets the bytes of the base. */
  mask?: Mask;
  /** What of the base a result has to follow slowly, where the tool promises it; nothing when absent. */
  follows?: 'colours' | 'colours and light';
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
  { mask, follows }: AfterCare = {},
): Brought | undefined {
  const registration = register(base, result);
  if (!registration) return undefined;
  const framed = toBaseFrame(base, result, registration);
  const { rgb } = follows ? followBase(base, framed, follows) : framed;
  return { ...framed, rgb: mask ? pasteBack(base.rgb, rgb, mask) : rgb, registration };
}

export interface Judgement extends StructureCheck {
  /** Where the result lies over the base; absent when nowhere, and then it was judged as it is, stretched to the base. */
  registration?: Registration;
}

/** Finds where a result lies over its base and checks its structure there; what it does not show is not judged. */
export function judgeResult(base: JudgedPixels, result: JudgedPixels, question: StructureQuestion = {}): Judgement {
  const registration = register(base, result);
  if (!registration) return checkStructure(base, result, question);
  const framed = toBaseFrame(base, result, registration);
  const outside = unjudged(question.outside, framed.covered);
  return { ...checkStructure(base, framed, { ...question, ...(outside && { outside }) }), registration };
}

/** What was to be changed, and what the result does not show. */
function unjudged(changed: Mask | undefined, covered: Mask | undefined): Mask | undefined {
  if (!covered) return changed;
  return covered.map((level, i) => Math.max(255 - level, changed?.[i] ?? 0));
}
