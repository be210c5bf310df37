import { labelLimits, type Measure, type Measured, measures } from '#shared/domain/judgement';
import type { ResultQuality } from '#shared/domain/quality';
import { type Grade, grades, type Pair } from './pairs.ts';

/** A pair with its measurements and the grade that both people agree on, or nearly do. */
export interface GradedPair extends Pair {
  measured: Measured;
  grade: Grade;
}

/** Limits of every measurement, those of `labelLimits` or tried ones. */
export type LimitTable = Readonly<Record<Measure, { final: number; assisted: number }>>;

/** Largest share of the pictures graded A or B that may be called previews. */
export const mostGoodHidden = 0.15;

export interface Agreement {
  pairs: number;
  /** Share of the pairs whose label is that of their grade, 0–1. */
  agreeing: number;
  /** Pairs graded D with a label above `preview`. */
  wrongShown: number;
  /** Share of the pairs graded A or B that are called previews, 0–1. */
  goodHidden: number;
}

const labelOfGrade: Readonly<Record<Grade, ResultQuality>> = { A: 'final', B: 'assisted', C: 'preview', D: 'preview' };

/** The worse of two grades where they differ by one; undefined where they differ by more or one is missing. */
export function commonGrade(first: Grade | undefined, second: Grade | undefined): Grade | undefined {
  if (!first || !second) return undefined;
  const [one, two] = [grades.indexOf(first), grades.indexOf(second)];
  return Math.abs(one - two) > 1 ? undefined : grades[Math.max(one, two)];
}

/** Label by a table of limits; the same as `labelOf` for the product's own. */
function labelBy(table: LimitTable, { measured, bound }: Pick<GradedPair, 'measured' | 'bound'>): ResultQuality {
  let label = bound;
  for (const measure of measures) {
    const value = measured[measure];
    if (value === undefined) continue;
    const isHigh = labelLimits[measure].good === 'high';
    const isWithin = (limit: number) => (isHigh ? value >= limit : value <= limit);
    if (!isWithin(table[measure].assisted)) return 'preview';
    const isBestAssisted = labelLimits[measure].best === 'assisted';
    if (label === 'final' && (isBestAssisted || !isWithin(table[measure].final))) label = 'assisted';
  }
  return label;
}

/** Agreement of the labels that a table of limits gives with the grades. */
export function agreementOf(pairs: readonly GradedPair[], table: LimitTable): Agreement {
  let [agreeing, wrongShown, good, goodHidden] = [0, 0, 0, 0];
  for (const pair of pairs) {
    const label = labelBy(table, pair);
    if (label === labelOfGrade[pair.grade]) agreeing++;
    if (pair.grade === 'D' && label !== 'preview') wrongShown++;
    if (pair.grade > 'B') continue;
    good++;
    if (label === 'preview') goodHidden++;
  }
  return {
    pairs: pairs.length,
    agreeing: agreeing / Math.max(pairs.length, 1),
    wrongShown,
    goodHidden: goodHidden / Math.max(good, 1),
  };
}

/** Agreement of two people: the share of equal grades, and Cohen's kappa with weights by the squared distance. */
export function gradersAgreement(
  first: ReadonlyMap<string, Grade>,
  second: ReadonlyMap<string, Grade>,
): { pairs: number; equal: number; kappa: number } {
  const both = [...first].flatMap(([id, grade]) => {
    const other = second.get(id);
    return other ? [[grades.indexOf(grade), grades.indexOf(other)] as const] : [];
  });
  const apart = (pairs: readonly (readonly [number, number])[]) =>
    pairs.reduce((sum, [one, two]) => sum + (one - two) ** 2, 0) / Math.max(pairs.length, 1);
  const byChance = apart(both.flatMap(([one]) => both.map(([, two]) => [one, two] as const)));
  return {
    pairs: both.length,
    equal: both.filter(([one, two]) => one === two).length / Math.max(both.length, 1),
    kappa: byChance > 0 ? 1 - apart(both) / byChance : 1,
  };
}
