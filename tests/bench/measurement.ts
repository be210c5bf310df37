/** One line of `npm run bench`. */
export interface Measurement {
  name: string;
  ours: number;
  unit: string;
  /** The same work by another program, in the same run. */
  peer?: { name: string; ms: number };
  /** ours / peer: below 1 we are faster. */
  ratio?: number;
  target?: string;
}
