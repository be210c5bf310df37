import type { JudgedPicture } from './judged-picture.ts';
import type { LinePiece } from './line-pieces.ts';
import type { Finding } from './match-lines.ts';

/** What is known of the lines of a base and its result. */
export interface ChangeEvidence {
  before: JudgedPicture;
  after: JudgedPicture;
  /** Pieces of the base that are judged, and what became of each. */
  pieces: readonly LinePiece[];
  findings: readonly Finding[];
  /** Pieces of the result that the base has nothing of. */
  fresh: readonly LinePiece[];
  /** Pixels. */
  tolerance: number;
  /** What is left of the steps of lines in the result, as a rule. */
  gain: number;
}
