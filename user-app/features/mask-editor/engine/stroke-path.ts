import { apart, type Point } from './geometry';

/** A place of a stroke, picture pixels. */
export interface Stamp extends Point {
  radius: number;
}

/** Farthest apart that round stamps of a radius still look like one line: their edge waves by a quarter of a pixel. */
const spacingOf = (radius: number) => Math.max(0.5, Math.sqrt(2 * radius));

/**
 * The way of a stroke: a Catmull-Rom curve (centripetal, so it never loops) through the positions that came, walked in
 * equal steps. Fast strokes have no gaps, and how often positions come does not show.
 */
export class StrokePath {
  readonly #known: Stamp[] = [];
  #last: Stamp | undefined;
  /** How far the pointer went since the last stamp. */
  #walked = 0;
  /** Whether the curve already ends at the newest position. */
  #isSettled = false;

  /** Takes a position. @returns the stamps that can be set now: the curve follows one position behind. */
  add(next: Stamp): Stamp[] {
    const newest = this.#known.at(-1);
    if (newest && newest.x === next.x && newest.y === next.y) return [];
    this.#known.push(next);
    if (this.#known.length === 1) {
      this.#last = next;
      return [next];
    }
    if (this.#known.length > 4) this.#known.shift();
    const [a, b, c] = this.#known.slice(-3);
    const wasSettled = this.#isSettled;
    this.#isSettled = false;
    if (!c || wasSettled) return [];
    return this.#walk(this.#known.length > 3 ? (this.#known[0] as Stamp) : (a as Stamp), a as Stamp, b as Stamp, c);
  }

  /** Goes to the newest position, when the pointer rests or is lifted. */
  settle(): Stamp[] {
    const [a, b, c] = this.#known.slice(-3);
    if (this.#isSettled || !a || !b) return [];
    this.#isSettled = true;
    const stamps = c ? this.#walk(a, b, c, c) : this.#walk(a, a, b, b);
    const end = c ?? b;
    if (this.#walked > 0) {
      stamps.push(end);
      this.#last = end;
      this.#walked = 0;
    }
    return stamps;
  }

  /** Stamps on the curve from `b` to `c`. */
  #walk(a: Stamp, b: Stamp, c: Stamp, d: Stamp): Stamp[] {
    const stamps: Stamp[] = [];
    const spacing = spacingOf(Math.min(b.radius, c.radius));
    const pieces = Math.min(64, Math.max(2, Math.ceil((apart(b, c) * 2) / spacing)));
    let from = b;
    for (let piece = 1; piece <= pieces; piece += 1) {
      const to = curveAt(a, b, c, d, piece / pieces);
      let left = apart(from, to);
      while (this.#walked + left >= spacing && left > 0) {
        const part = (spacing - this.#walked) / left;
        from = between(from, to, part);
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

  /** The last stamp that was given out. */
  get last(): Stamp | undefined {
    return this.#last;
  }
}

function between(a: Stamp, b: Stamp, part: number): Stamp {
  return {
    x: a.x + (b.x - a.x) * part,
    y: a.y + (b.y - a.y) * part,
    radius: a.radius + (b.radius - a.radius) * part,
  };
}

/** The point at `t`, 0–1, of the curve from `b` to `c` whose neighbours are `a` and `d`. */
function curveAt(a: Stamp, b: Stamp, c: Stamp, d: Stamp, t: number): Stamp {
  const before = Math.sqrt(apart(a, b));
  const along = Math.sqrt(apart(b, c));
  const after = Math.sqrt(apart(c, d));
  const one = (pa: number, pb: number, pc: number, pd: number) => {
    const straight = pc - pb;
    const start = before > 0 ? straight + along * ((pb - pa) / before - (pc - pa) / (before + along)) : straight;
    const end = after > 0 ? straight + along * ((pd - pc) / after - (pd - pb) / (along + after)) : straight;
    const cube = start + end - 2 * straight;
    const square = 3 * straight - 2 * start - end;
    return ((cube * t + square) * t + start) * t + pb;
  };
  return {
    x: one(a.x, b.x, c.x, d.x),
    y: one(a.y, b.y, c.y, d.y),
    radius: b.radius + (c.radius - b.radius) * t,
  };
}
