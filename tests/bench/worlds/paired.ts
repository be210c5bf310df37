/** Cost of one slice of requests that two programs are asked in turns. */
export interface Slice {
  requests: number;
  /** Milliseconds from the first request to the last answer. */
  wallMs: number;
  /** Processor time of the whole program, milliseconds. */
  processorMs: number;
}

/** A round of slices: first the one program, twice the other, and the first again, so that a steady drift cancels. */
export interface Round {
  ours: readonly [Slice, Slice];
  theirs: readonly [Slice, Slice];
}

/** Slices of `count` rounds in the order in which they are taken; who begins a round alternates. */
export function slicesOf(count: number): ReadonlyArray<keyof Round> {
  return Array.from(
    { length: count },
    (_each, number): ReadonlyArray<keyof Round> =>
      number % 2 === 0 ? ['ours', 'theirs', 'theirs', 'ours'] : ['theirs', 'ours', 'ours', 'theirs'],
  ).flat();
}

/** Processor time of a request, in milliseconds. */
export const processorOf = (slices: readonly Slice[]): number =>
  sum(slices, ({ processorMs }) => processorMs) / sum(slices, ({ requests }) => requests);

/** Requests answered in a second. */
export const rateOf = (slices: readonly Slice[]): number =>
  (1000 * sum(slices, ({ requests }) => requests)) / sum(slices, ({ wallMs }) => wallMs);

/** Speed as a share of the other program's, by processor time and by the clock; 1 is the same, below 1 is slower. */
export const speedsOf = ({ ours, theirs }: Round): { processor: number; wall: number } => ({
  processor: processorOf(theirs) / processorOf(ours),
  wall: rateOf(ours) / rateOf(theirs),
});

function sum(slices: readonly Slice[], of: (slice: Slice) => number): number {
  return slices.reduce((total, slice) => total + of(slice), 0);
}

export interface Median {
  median: number;
  /** Ends of an interval that contains the true median with at least the confidence asked for. */
  low: number;
  high: number;
}

/**
 * Median with an interval by the order of the values, which assumes nothing of how they are spread: the true median is
 * below the k-th of n values only if fewer than k of n tosses of a coin fall on one side.
 *
 * @param values at least six, of which an interval of 95 % needs so many; throws with too few
 */
export function medianOf(values: readonly number[], confidence = 0.95): Median {
  const sorted = values.toSorted((first, second) => first - second);
  const count = sorted.length;
  const rank = lowestRank(count, confidence);
  if (rank === 0) throw new Error(`${count} values are too few for a confidence of ${confidence}`);
  const middle = (sorted[Math.floor((count - 1) / 2)]! + sorted[Math.ceil((count - 1) / 2)]!) / 2;
  return { median: middle, low: sorted[rank - 1]!, high: sorted[count - rank]! };
}

/** The largest rank, from 1, at which an interval from it to the same rank from above is sure enough; 0 if none is. */
function lowestRank(count: number, confidence: number): number {
  let rank = 0;
  /** Probability that at most `rank` of the tosses fall on one side. */
  let below = 0;
  let each = 0.5 ** count;
  while (below + each <= (1 - confidence) / 2) {
    below += each;
    rank += 1;
    each *= (count - rank + 1) / rank;
  }
  return rank;
}
