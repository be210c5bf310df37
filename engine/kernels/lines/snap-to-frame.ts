import type { Size } from '../../base/blur.ts';
import { makeRandom } from '../../base/random.ts';
import type { Vec3 } from '../../base/vector.ts';
import { findLineSegments } from '../material/line-segments.ts';
import { findManhattanFrame, type ManhattanFrame } from '../material/vanishing-points.ts';
import type { Polyline } from './polyline.ts';

/** Sine of the largest turn towards a vanishing point, 5 degrees. */
const mostTurn = Math.sin((5 * Math.PI) / 180);
/** Share of the straight edges that must point in the three directions of a building for it to be one. */
const leastSupport = 0.35;

/** The three directions of what was built, and where they vanish. */
export interface DraftingFrame {
  size: Size;
  focal: number;
  axes: readonly Vec3[];
}

/**
 * The frame that straight edges of a picture lie in; undefined where they follow none, as in gardens.
 *
 * @param lightness 0…1
 * @param unit pixels of 1/1024 of the long side
 */
export function draftingFrame(lightness: Float32Array, size: Size, unit: number): DraftingFrame | undefined {
  const segments = findLineSegments(lightness, size, Math.round(22 * unit));
  const frame: ManhattanFrame = findManhattanFrame(segments, size, makeRandom(5));
  if (frame.support < leastSupport) return undefined;
  return { size, focal: frame.focal, axes: [frame.right, frame.up, frame.ahead] };
}

interface Piece {
  /** A point of the line, pixels. */
  x: number;
  y: number;
  /** Unit direction. */
  dx: number;
  dy: number;
  isSnapped: boolean;
}

/**
 * Turns the straight pieces of a line about their middles to the vanishing point they nearly point to, and lets
 * neighbours meet where their lines cross.
 *
 * @param shortest pieces below this length keep their direction, pixels
 * @param reach how far a corner may move, pixels
 * @returns the new points, and how much of the line's length was turned, pixels
 */
export function snapToFrame(
  line: Polyline,
  frame: DraftingFrame,
  shortest: number,
  reach: number,
): { points: number[]; snapped: number } {
  const { pieces, snapped } = snappedPieces(line, frame, shortest);
  const points: number[] = [];
  for (let i = 0; i < line.length; i += 2) {
    const [before, after] = [pieces[i / 2 - 1], pieces[i / 2]];
    const [x, y] = [line[i]!, line[i + 1]!];
    if (!before?.isSnapped && !after?.isSnapped) {
      points.push(x, y);
      continue;
    }
    const crossing = before && after ? crossingOf(before, after) : undefined;
    const isNear = crossing && Math.hypot(crossing[0] - x, crossing[1] - y) < reach;
    const placed = isNear ? crossing : onto(after?.isSnapped ? after : before!, x, y);
    points.push(placed[0], placed[1]);
  }
  return { points, snapped };
}

/** The line's pieces, turned where they are long enough and nearly point to a vanishing point. */
function snappedPieces(line: Polyline, frame: DraftingFrame, shortest: number): { pieces: Piece[]; snapped: number } {
  const pieces: Piece[] = [];
  let snapped = 0;
  for (let i = 2; i < line.length; i += 2) {
    const [x1, y1, x2, y2] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const piece = {
      x: (x1 + x2) / 2,
      y: (y1 + y2) / 2,
      dx: length > 0 ? (x2 - x1) / length : 1,
      dy: length > 0 ? (y2 - y1) / length : 0,
      isSnapped: false,
    };
    if (length >= shortest && turn(piece, frame)) snapped += length;
    pieces.push(piece);
  }
  return { pieces, snapped };
}
/** Turns a piece to the vanishing point nearest to its direction, when one is near. */
function turn(piece: Piece, { size, focal, axes }: DraftingFrame): boolean {
  const x = piece.x - size.width / 2;
  const y = piece.y - size.height / 2;
  let least = mostTurn;
  for (const [ax, ay, az] of axes) {
    const [toX, toY] = [focal * ax - x * az, focal * ay - y * az];
    const far = Math.hypot(toX, toY) + 1e-9;
    const sine = Math.abs(toX * piece.dy - toY * piece.dx) / far;
    if (sine >= least) continue;
    least = sine;
    const sign = toX * piece.dx + toY * piece.dy < 0 ? -1 : 1;
    piece.dx = (sign * toX) / far;
    piece.dy = (sign * toY) / far;
    piece.isSnapped = true;
  }
  return piece.isSnapped;
}

function crossingOf(one: Piece, other: Piece): readonly [number, number] | undefined {
  const sine = one.dx * other.dy - one.dy * other.dx;
  if (Math.abs(sine) < 0.12) return undefined;
  const along = ((other.x - one.x) * other.dy - (other.y - one.y) * other.dx) / sine;
  return [one.x + one.dx * along, one.y + one.dy * along];
}

function onto({ x, y, dx, dy }: Piece, px: number, py: number): readonly [number, number] {
  const along = (px - x) * dx + (py - y) * dy;
  return [x + dx * along, y + dy * along];
}
