import { apart, type Point } from './geometry';
import type { Stamp } from './stamp';

/** A cubic curve between two stamps. */
export interface Piece {
  from: Stamp;
  to: Stamp;
  first: Point;
  second: Point;
}

/**
 * The Catmull-Rom curve (centripetal, so it never loops) from `b` to `c`, whose neighbours are `a` and `d`, as one
 * Bézier piece.
 */
function pieceBetween(a: Stamp, b: Stamp, c: Stamp, d: Stamp): Piece {
  const before = Math.sqrt(apart(a, b));
  const along = Math.sqrt(apart(b, c));
  const after = Math.sqrt(apart(c, d));
  return {
    from: b,
    to: c,
    first: { x: handle(a.x, b.x, c.x, before, along), y: handle(a.y, b.y, c.y, before, along) },
    second: { x: handle(d.x, c.x, b.x, after, along), y: handle(d.y, c.y, b.y, after, along) },
  };
}

/** One coordinate of the handle at `near`, between its neighbour outside and the other end of the piece. */
function handle(outside: number, near: number, far: number, reach: number, along: number): number {
  if (reach < 1e-6) return near + (far - near) / 3;
  const weight = 2 * reach * reach + 3 * reach * along + along * along;
  return (reach * reach * far - along * along * outside + weight * near) / (3 * reach * (reach + along));
}

/** The piece of a stroke that begins at a stamp, of which it is not the last. */
export function pieceAt(stamps: readonly Stamp[], index: number): Piece {
  const from = stamps[index] as Stamp;
  const to = stamps[index + 1] as Stamp;
  return pieceBetween(stamps[index - 1] ?? from, from, to, stamps[index + 2] ?? to);
}

/** Every piece of a stroke, in order; none for a dot. */
export function piecesOf(stamps: readonly Stamp[]): Piece[] {
  return stamps.slice(1).map((_to, index) => pieceAt(stamps, index));
}

/** A place on a piece, `t` from 0 to 1, with the width there. */
export function placeOn({ from, to, first, second }: Piece, t: number): Stamp {
  const s = 1 - t;
  const one = (a: number, b: number, c: number, d: number) =>
    s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
  return {
    x: one(from.x, first.x, second.x, to.x),
    y: one(from.y, first.y, second.y, to.y),
    width: from.width + (to.width - from.width) * t,
  };
}

/** Into how many straight parts of one width a piece is cut, so that pressure does not show as steps. */
export function partsOf({ from, to }: Piece): number {
  const change = Math.abs(to.width - from.width);
  return change < 0.25 ? 1 : Math.min(24, Math.max(4, Math.ceil(change * 2)));
}
