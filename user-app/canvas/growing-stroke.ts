import { apart } from './geometry';
import type { Stamp } from './stamp';
import { type Piece, pieceAt } from './stroke-curve';

/** A stroke while it is drawn: each piece of its curve is given out once, as soon as it is known. */
export class GrowingStroke {
  /** All positions that came. */
  readonly stamps: Stamp[] = [];
  readonly #leastStep: number;
  /** Pieces that were given out. */
  #given = 0;

  /** Positions not farther than `leastStep` from the last one say nothing new, pixels of the sheet. */
  constructor(leastStep = 0) {
    this.#leastStep = leastStep;
  }

  /** Takes a position. @returns the pieces that are known now: the curve follows one position behind. */
  add(stamp: Stamp): Piece[] {
    const last = this.stamps.at(-1);
    if (last && apart(last, stamp) <= this.#leastStep) return [];
    this.stamps.push(stamp);
    return this.#piecesUpTo(this.stamps.length - 2);
  }

  /** Goes to the newest position, when the pointer rests or is lifted. */
  settle(): Piece[] {
    return this.#piecesUpTo(this.stamps.length - 1);
  }

  #piecesUpTo(end: number): Piece[] {
    const pieces: Piece[] = [];
    for (; this.#given < end; this.#given += 1) pieces.push(pieceAt(this.stamps, this.#given));
    return pieces;
  }
}
