import type { Said } from './said.ts';

/** A calculation that was done, or what it lacks. */
export interface Sum {
  /** Lines of the result, e.g. `建筑面积 ≈125.64 ㎡`; empty while something is missing. */
  results: readonly string[];
  /** Calculation, a line for each step. */
  steps: readonly string[];
  /** Assumptions. */
  assumptions?: readonly string[];
  /** Missing amounts, with an example. */
  missing?: readonly string[];
}

/** Calculates if the sentence asks for it; undefined otherwise. */
export type Calculator = (said: Said) => Sum | undefined;

export const lacking = (...missing: string[]): Sum => ({ results: [], steps: [], missing });
