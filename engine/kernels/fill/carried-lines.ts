import type { Size } from '../../base/blur.ts';
import type { Point } from '../material/homography.ts';
import type { LineSegment } from '../material/line-segments.ts';
import type { Box } from './hole-window.ts';

/** A straight edge that goes on through a hole. */
export interface CarriedLine {
  /** Point at which it enters the hole, pixels. */
  from: Point;
  /** Unit direction into the hole. */
  ahead: Point;
  /** Length over which it is carried, pixels. */
  reach: number;
  /** Stretches of it that are seen, as distances from `from` ahead: below 0 before the hole, beyond `reach` behind it. */
  seen: ReadonlyArray<readonly [number, number]>;
}

/** Half the width of what goes on with a line, pixels of a montage. */
const tube = 3;
/** Most lines that are carried through one hole. */
const mostLines = 16;
/** Deviation from its line, pixels, from which on a copy is no part of it. */
const slack = 1.5;
/** Lengths, in tubes, that a copy along a line may be shifted by beyond the hole. */
const spread = 6;

/**
 * Guides a montage along lines: what lies on a carried line is to be copied along it.
 *
 * @param lines in pixels of the montage
 * @param isHole 1 in the hole
 */
export function guideAlong(lines: readonly CarriedLine[], isHole: Uint8Array, { width }: Size) {
  const lineAt = new Int16Array(isHole.length).fill(-1);
  const offAt = new Float32Array(isHole.length).fill(tube + 0.5);
  const used = lines.slice(0, mostLines);
  for (let i = 0; i < isHole.length; i++) {
    if (isHole[i] !== 1) continue;
    used.forEach((line, index) => {
      const { along, off } = placeOn(line, i % width, Math.floor(i / width));
      if (along < -1 || along > line.reach + 1 || Math.abs(off) >= Math.abs(offAt[i]!)) return;
      lineAt[i] = index;
      offAt[i] = off;
    });
  }
  return {
    /** Distance of `origin` from the point on the line that belongs at `pixel`, 0–1; 0 for pixels on no line. */
    strayed(pixel: number, origin: number): number {
      const index = lineAt[pixel]!;
      if (index < 0) return 0;
      const line = used[index]!;
      const { along, off } = placeOn(line, origin % width, Math.floor(origin / width));
      if (!line.seen.some(([from, to]) => along >= from && along <= to)) return 1;
      return Math.min(1, Math.abs(off - offAt[pixel]!) / slack);
    },
    shifts: used.flatMap(shiftsAlong),
  };
}

function placeOn({ from, ahead }: CarriedLine, x: number, y: number): { along: number; off: number } {
  const [dx, dy] = [x + 0.5 - from.x, y + 0.5 - from.y];
  return { along: dx * ahead.x + dy * ahead.y, off: dy * ahead.x - dx * ahead.y };
}

/** Whole shifts that lead from the hole to what is seen of the line and keep to it. */
function shiftsAlong({ ahead, reach, seen }: CarriedLine): number[] {
  const shifts: number[] = [];
  for (const [from, to] of seen) {
    const isBefore = to <= reach / 2;
    // The shortest serve the near part of the hole, the longest all of it.
    const longest = isBefore ? Math.min(reach - from, reach + spread * tube) : Math.min(to, reach + spread * tube);
    for (const share of [1, 0.8, 0.62, 0.45]) {
      const wanted = share * longest;
      if (wanted < 2 * tube) continue;
      let best: readonly [number, number] = [0, 0];
      let leastOff = Number.POSITIVE_INFINITY;
      for (let length = wanted; length > wanted - 6; length -= 0.5) {
        const way = isBefore ? -length : length;
        const [x, y] = [Math.round(way * ahead.x), Math.round(way * ahead.y)];
        const off = Math.abs(y * ahead.x - x * ahead.y);
        if (off > leastOff - 0.05) continue;
        leastOff = off;
        best = [x, y];
      }
      shifts.push(...best);
    }
  }
  return shifts;
}

/** Angle between pieces of one line, as a sine, and how far they may lie beside each other, pixels per 1000 of the picture. */
const sameAngle = 0.035;
const sameOff = 2;

/** The pieces that lie on the line of one of them, that one first. */
export function piecesOf(line: LineSegment, all: readonly LineSegment[], { width, height }: Size): LineSegment[] {
  const [dx, dy] = [(line.x2 - line.x1) / line.length, (line.y2 - line.y1) / line.length];
  const off = Math.max(1.5, (sameOff * Math.max(width, height)) / 1000);
  const offOf = (x: number, y: number) => Math.abs((y - line.y1) * dx - (x - line.x1) * dy);
  return [
    line,
    ...all.filter(
      (other) =>
        other !== line &&
        Math.abs((other.x2 - other.x1) * dy - (other.y2 - other.y1) * dx) < sameAngle * other.length &&
        offOf(other.x1, other.y1) < off &&
        offOf(other.x2, other.y2) < off,
    ),
  ];
}

/** The line through some pieces by least squares, each as its two ends weighted by its length. */
export function lineThrough(pieces: readonly LineSegment[]): { middle: Point; ahead: Point } {
  let [weight, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (const piece of pieces) {
    for (const end of [
      { x: piece.x1, y: piece.y1 },
      { x: piece.x2, y: piece.y2 },
    ]) {
      weight += piece.length;
      x += piece.length * end.x;
      y += piece.length * end.y;
    }
  }
  const middle = { x: x / weight, y: y / weight };
  for (const piece of pieces) {
    for (const [ex, ey] of [
      [piece.x1, piece.y1],
      [piece.x2, piece.y2],
    ] as const) {
      const [dx, dy] = [ex - middle.x, ey - middle.y];
      xx += piece.length * dx * dx;
      xy += piece.length * dx * dy;
      yy += piece.length * dy * dy;
    }
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return { middle, ahead: { x: Math.cos(angle), y: Math.sin(angle) } };
}

/** A line on one side of a hole ends this near to it, and is at least this long, shares of the way through the hole. */
const nearHole = 0.35;
const leastPiece = 0.12;
/** Both together are at least this long. */
const leastBoth = 0.6;

/**
 * The straight edges that enter a hole on one side and leave it on the other.
 *
 * @param isHole whether a point belongs to the hole
 * @param spot box of the hole
 */
export function linesThrough(
  segments: readonly LineSegment[],
  size: Size,
  isHole: (x: number, y: number) => boolean,
  spot: Box,
): CarriedLine[] {
  const found: Array<CarriedLine & { weight: number }> = [];
  const isUsed = new Set<LineSegment>();
  const longestFirst = [...segments].sort((one, other) => other.length - one.length);
  const reach = 2 * Math.max(spot.right - spot.left, spot.bottom - spot.top);
  const around = longestFirst.filter(
    ({ x1, y1, x2, y2 }) =>
      Math.max(x1, x2) > spot.left - reach &&
      Math.min(x1, x2) < spot.right + reach &&
      Math.max(y1, y2) > spot.top - reach &&
      Math.min(y1, y2) < spot.bottom + reach,
  );
  for (const segment of around) {
    if (isUsed.has(segment)) continue;
    const pieces = piecesOf(segment, around, size);
    if (pieces.length < 2) continue;
    const { middle, ahead } = lineThrough(pieces);
    const stretch = stretchInHole(middle, ahead, isHole, spot);
    if (!stretch) continue;
    const [start, end] = stretch;
    const length = end - start;
    const sides = sidesOf(pieces, middle, ahead, stretch);
    if (!isCarried(sides, length)) continue;
    for (const piece of pieces) isUsed.add(piece);
    found.push({
      from: { x: middle.x + start * ahead.x, y: middle.y + start * ahead.y },
      ahead,
      reach: length,
      seen: [
        [Math.min(...sides.before.map(([from]) => from)), 0],
        [length, Math.max(...sides.behind.map(([, to]) => to))],
      ],
      weight: lengthOf(sides.before) + lengthOf(sides.behind),
    });
  }
  return found.sort((one, other) => other.weight - one.weight);
}

type Stretch = [from: number, to: number];

/**
 * Projects the pieces of a line onto it and returns the intervals outside the hole, in px from the point where the line
 * enters it: `before` is negative, `behind` begins at the length of the hole.
 */
function sidesOf(
  pieces: readonly LineSegment[],
  middle: Point,
  ahead: Point,
  [start, end]: readonly [number, number],
): { before: Stretch[]; behind: Stretch[] } {
  const length = end - start;
  const sides = { before: [] as Stretch[], behind: [] as Stretch[] };
  for (const { x1, y1, x2, y2 } of pieces) {
    const first = (x1 - middle.x) * ahead.x + (y1 - middle.y) * ahead.y - start;
    const second = (x2 - middle.x) * ahead.x + (y2 - middle.y) * ahead.y - start;
    const [from, to] = [Math.min(first, second), Math.max(first, second)];
    if (from < 0) sides.before.push([from, Math.min(to, 0)]);
    if (to > length) sides.behind.push([Math.max(from, length), to]);
  }
  return sides;
}

/** True when the line is visible on both sides, close to the hole and for long enough. @param length of the hole, px */
function isCarried({ before, behind }: { before: Stretch[]; behind: Stretch[] }, length: number): boolean {
  const near = Math.max(4, nearHole * length);
  const isNear = before.some(([, to]) => to > -near) && behind.some(([from]) => from < length + near);
  const [lengthBefore, lengthBehind] = [lengthOf(before), lengthOf(behind)];
  const least = Math.max(8, leastPiece * length);
  return isNear && Math.min(lengthBefore, lengthBehind) >= least && lengthBefore + lengthBehind >= leastBoth * length;
}

function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** First and last point of a line in the hole, as distances from its middle; undefined when it misses the hole. */
function stretchInHole(
  middle: Point,
  ahead: Point,
  isHole: (x: number, y: number) => boolean,
  spot: Box,
): readonly [number, number] | undefined {
  const across = spanOf(middle.x, ahead.x, spot.left, spot.right);
  const down = spanOf(middle.y, ahead.y, spot.top, spot.bottom);
  let [first, last] = [Number.NaN, Number.NaN];
  for (let along = Math.max(across[0], down[0]); along < Math.min(across[1], down[1]); along++) {
    if (!isHole(middle.x + along * ahead.x, middle.y + along * ahead.y)) continue;
    if (Number.isNaN(first)) first = along;
    last = along + 1;
  }
  return last - first > 3 ? [first, last] : undefined;
}

/** Between which distances along a line one of its coordinates lies within limits. */
export function spanOf(from: number, step: number, low: number, high: number): readonly [number, number] {
  if (Math.abs(step) < 1e-6)
    return from > low && from < high ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [1, 0];
  const [one, other] = [(low - from) / step, (high - from) / step];
  return [Math.min(one, other), Math.max(one, other)];
}
