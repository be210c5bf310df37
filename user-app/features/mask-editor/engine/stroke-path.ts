import { apart } from '../../../canvas/geometry';
import { GrowingStroke } from '../../../canvas/growing-stroke';
import type { Stamp } from '../../../canvas/stamp';
import { type Piece, placeOn } from '../../../canvas/stroke-curve';

/** Farthest apart that round stamps of a width still look like one line: their edge waves by a quarter of a pixel. */
const spacingOf = (width: number) => Math.max(0.5, Math.sqrt(width));

/** The curve of a stroke walked in equal steps: fast strokes have no gaps, and how often positions come does not show. */
export class StrokePath {
  readonly #stroke = new GrowingStroke();
  #last: Stamp | undefined;
  /** Distance of the pointer since the last stamp. */
  #walked = 0;

  /** The last stamp that was given out. */
  get last(): Stamp | undefined {
    return this.#last;
  }

  /** Takes a position. @returns the stamps that can be set now: the curve follows one position behind. */
  add(next: Stamp): Stamp[] {
    const pieces = this.#stroke.add(next);
    if (this.#last) return pieces.flatMap((piece) => this.#walk(piece));
    this.#last = next;
    return [next];
  }

  /** Goes to the newest position, when the pointer rests or is lifted. */
  settle(): Stamp[] {
    const pieces = this.#stroke.settle();
    const stamps = pieces.flatMap((piece) => this.#walk(piece));
    const end = pieces.at(-1)?.to;
    if (end && this.#walked > 0) {
      stamps.push(end);
      this.#last = end;
      this.#walked = 0;
    }
    return stamps;
  }

  #walk(piece: Piece): Stamp[] {
    const stamps: Stamp[] = [];
    const spacing = spacingOf(Math.min(piece.from.width, piece.to.width));
    const parts = Math.min(64, Math.max(2, Math.ceil((apart(piece.from, piece.to) * 2) / spacing)));
    let from = piece.from;
    for (let part = 1; part <= parts; part += 1) {
      const to = placeOn(piece, part / parts);
      let left = apart(from, to);
      while (this.#walked + left >= spacing && left > 0) {
        from = between(from, to, (spacing - this.#walked) / left);
        left = apart(from, to);
        stamps.push(from);
        this.#last = from;
        this.#walked = 0;
      }
      this.#walked += left;
      from = to;
    }
    return stamps;
  }
}

function between(a: Stamp, b: Stamp, part: number): Stamp {
  return {
    x: a.x + (b.x - a.x) * part,
    y: a.y + (b.y - a.y) * part,
    width: a.width + (b.width - a.width) * part,
  };
}
