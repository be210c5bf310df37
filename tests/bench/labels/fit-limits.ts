import { labelLimits, type Measure, measures } from '#shared/domain/judgement';
import { agreementOf, type GradedPair, type LimitTable, mostGoodHidden } from './agreement.ts';

/** Values of one measurement that are tried as limits: at most so many quantiles of what was measured. */
const mostTried = 24;
const mostRounds = 8;

/**
 * Looks for limits with which labels agree with grades most, from the product's own and one measurement after the
 * other, until nothing improves. Bounds come first: no D above a preview, then at most {@link mostGoodHidden} of A and
 * B called previews. Where nothing is gained a limit stays as it is.
 */
export function fitLimits(pairs: readonly GradedPair[]): LimitTable {
  let best: LimitTable = labelLimits;
  let most = worth(pairs, best);
  for (let round = 0; round < mostRounds; round++) {
    const before = most;
    for (const measure of measures) {
      for (const limits of candidates(pairs, measure)) {
        const tried = { ...best, [measure]: limits };
        const value = worth(pairs, tried);
        if (value > most + 1e-9) [best, most] = [tried, value];
      }
    }
    if (most === before) break;
  }
  return best;
}

/** Agreement, less a whole for each D shown, and less for good pictures hidden beyond the bound. */
function worth(pairs: readonly GradedPair[], table: LimitTable): number {
  const { agreeing, wrongShown, goodHidden } = agreementOf(pairs, table);
  return agreeing - wrongShown - 5 * Math.max(0, goodHidden - mostGoodHidden);
}

function candidates(pairs: readonly GradedPair[], measure: Measure): { final: number; assisted: number }[] {
  const values = [...new Set(pairs.flatMap(({ measured }) => measured[measure] ?? []))].sort((one, two) => one - two);
  const step = Math.max(1, values.length / mostTried);
  const tried: number[] = [];
  for (let place = 0; place < values.length - 1; place += step) {
    const at = Math.floor(place);
    tried.push((values[at]! + values[at + 1]!) / 2);
  }
  tried.push(labelLimits[measure].final, labelLimits[measure].assisted);
  const isHigh = labelLimits[measure].good === 'high';
  return tried.flatMap((final) =>
    tried
      .filter((assisted) => (isHigh ? assisted <= final : assisted >= final))
      .map((assisted) => ({ final, assisted })),
  );
}
