import type { Size } from '../../base/blur.ts';
import type { Point } from '../material/homography.ts';
import type { LineSegment } from '../material/line-segments.ts';
import { type CarriedLine, lineThrough, piecesOf, spanOf } from './carried-lines.ts';
import type { Box } from './hole-window.ts';

/** A line that runs out of the picture. */
export interface LeavingLine {
  /** Point at which it crosses the picture's border, and its unit direction outwards. */
  at: Point;
  ahead: Point;
  /** Length of it that is seen, pixels. */
  seen: number;
}

/** A line ends at the border when it ends this near to it, share of the longer side. */
const nearShare = 0.02;
/** Shorter lines are not carried on, share of the longer side. */
const leastShare = 0.05;
/** Flatter ones run along the border, as a sine. */
const leastSlope = 0.25;
/** A line is carried on for as much of its own length. */
const trust = 2.5;

/**
 * The straight edges that the picture's borders cut.
 *
 * @param isThing whether an edge that ends there belongs to something that need not go on
 */
export function linesLeaving(
  segments: readonly LineSegment[],
  size: Size,
  isThing: (x: number, y: number) => boolean,
): LeavingLine[] {
  const found: LeavingLine[] = [];
  const sides = [
    { normal: { x: -1, y: 0 }, border: 0 },
    { normal: { x: 1, y: 0 }, border: size.width },
    { normal: { x: 0, y: -1 }, border: 0 },
    { normal: { x: 0, y: 1 }, border: size.height },
  ];
  const longestFirst = [...segments].sort((one, other) => other.length - one.length);
  for (const side of sides) {
    const isUsed = new Set<LineSegment>();
    for (const segment of longestFirst) {
      if (isUsed.has(segment) || segment.length < leastShare * Math.max(size.width, size.height)) continue;
      const pieces = piecesOf(segment, segments, size);
      const line = lineLeaving(pieces, side, size, isThing);
      if (!line) continue;
      for (const piece of pieces) isUsed.add(piece);
      found.push(line);
    }
  }
  return found.sort((one, other) => other.seen - one.seen);
}

/** The line through the pieces where it leaves the picture over that side, if it does and does not end before. */
function lineLeaving(
  pieces: readonly LineSegment[],
  { normal, border }: { normal: Point; border: number },
  size: Size,
  isThing: (x: number, y: number) => boolean,
): LeavingLine | undefined {
  const heightOf = ({ x, y }: Point) => x * normal.x + y * normal.y - border;
  const line = lineThrough(pieces);
  const slope = line.ahead.x * normal.x + line.ahead.y * normal.y;
  if (Math.abs(slope) < leastSlope) return undefined;
  const ahead = slope > 0 ? line.ahead : { x: -line.ahead.x, y: -line.ahead.y };
  // The nearest piece decides where it ends.
  const ends = pieces.flatMap(({ x1, y1, x2, y2 }) => [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ]);
  const last = ends.reduce((one, other) => (heightOf(other) > heightOf(one) ? other : one));
  if (heightOf(last) < -nearShare * Math.max(size.width, size.height) * Math.abs(slope)) return undefined;
  const toBorder = -heightOf(line.middle) / Math.abs(slope);
  const at = { x: line.middle.x + toBorder * ahead.x, y: line.middle.y + toBorder * ahead.y };
  const isInside = at.x >= -1 && at.y >= -1 && at.x <= size.width + 1 && at.y <= size.height + 1;
  if (!isInside || isThing(last.x, last.y)) return undefined;
  return { at, ahead, seen: pieces.reduce((sum, { length }) => sum + length, 0) };
}

/**
 * The lines that go through a strip beside, above or below a picture.
 *
 * @param origin where the picture lies
 */
export function carriedThrough(lines: readonly LeavingLine[], hole: Box, origin: Point): CarriedLine[] {
  return lines.flatMap(({ at, ahead, seen }) => {
    const start = { x: at.x + origin.x, y: at.y + origin.y };
    const across = spanOf(start.x, ahead.x, hole.left, hole.right);
    const down = spanOf(start.y, ahead.y, hole.top, hole.bottom);
    const enters = Math.max(0, across[0], down[0]);
    const leaves = Math.min(across[1], down[1], trust * seen);
    if (leaves - enters < 1) return [];
    const from = { x: start.x + enters * ahead.x, y: start.y + enters * ahead.y };
    return [{ from, ahead, reach: leaves - enters, seen: [[-enters - seen, 0]] as const }];
  });
}
