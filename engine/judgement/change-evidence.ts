import type { JudgedPicture } from './judged-picture.ts';
import type { LinePiece } from './line-pieces.ts';
import type { Finding } from './match-lines.ts';

/** Lines of a base and its result, with all that is known of them. */
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
  /** Usual share of the step of a line that is left in the result. */
  gain: number;
}
