import type { Size } from '../../base/blur.ts';
import { labelComponents } from '../../base/components.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import type { WallAnswer } from './ask-finder.ts';

/** A rectangle on a wall seen squarely, in points of its plane; the far sides are not in it. */
export interface WindowBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** 0–1: how much more a window the inside is than what surrounds it, raised by equals in its row and column. */
  sureness: number;
}

/** Confidence above which a point is more likely a window than not. */
const even = 0.55;
/** Middles from which boxes grow. */
const leastMiddle = 0.35;
/** Smaller boxes are specks, points; larger ones walls, share of the wall; longer ones bands. */
const leastSide = 3;
const mostOfWall = 0.12;
const longest = 7;
/** Less sure boxes are no windows, and still less sure ones nobody's equals. */
const [leastSureness, leastEqual] = [0.8, 0.3];
/** Confidence that each equal window adds, and the number of them that count. */
const [addedByEqual, mostEquals] = [0.04, 5];
/** Equals differ by so much at their edges and in their length, share of the length. */
const alignedWithin = 0.16;
const alikeWithin = 0.3;

/**
 * Windows as rectangles: each middle grows into the box that gains most of what is surely window and least of what is
 * not; boxes are judged by the contrast to what surrounds them, and by their equals in the same row or column, since
 * windows of a front repeat.
 *
 * @param wall 1 where the wall is
 */
export function findBoxes({ window, middle, ...size }: WallAnswer, wall: Uint8Array): WindowBox[] {
  const sums = integralOf(
    floatsOf(window, (share) => share - even),
    size,
  );
  const walls = integralOf(wall, size);
  const wallArea = boxSum(walls, size, { left: 0, top: 0, right: size.width, bottom: size.height });
  const { components } = labelComponents(
    Uint8Array.from(middle, (share) => (share > leastMiddle ? 1 : 0)),
    size,
  );
  const grown = components
    .filter(({ area }) => area >= 2)
    .map(({ left, top, right, bottom }) => grow(sums, size, { left, top, right: right + 1, bottom: bottom + 1 }))
    .filter((box) => {
      const [wide, high] = [box.right - box.left, box.bottom - box.top];
      return (
        Math.min(wide, high) >= leastSide &&
        Math.max(wide, high) <= longest * Math.min(wide, high) &&
        wide * high <= mostOfWall * wallArea &&
        boxSum(walls, size, box) >= 0.7 * wide * high
      );
    })
    .map((box) => ({ ...box, sureness: contrastOf(sums, size, box) }));
  return withEquals(withoutOverlaps(grown)).filter(({ sureness }) => sureness >= leastSureness);
}

type Box = Pick<WindowBox, 'left' | 'top' | 'right' | 'bottom'>;

/** Sums of all points above and to the left, one row and column more than the plane. */
function integralOf(plane: ArrayLike<number>, { width, height }: Size): Float64Array {
  const wide = width + 1;
  const sums = new Float64Array(wide * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += plane[y * width + x]!;
      sums[(y + 1) * wide + x + 1] = sums[y * wide + x + 1]! + row;
    }
  }
  return sums;
}

function boxSum(sums: Float64Array, { width }: Size, { left, top, right, bottom }: Box): number {
  const wide = width + 1;
  return (
    sums[bottom * wide + right]! - sums[top * wide + right]! - sums[bottom * wide + left]! + sums[top * wide + left]!
  );
}

/** Moves one side after the other for as long as the box gains, two points far at most at once. */
function grow(sums: Float64Array, size: Size, start: Box): Box {
  const box = { ...start };
  let best = boxSum(sums, size, box);
  for (let round = 0; round < 60; round++) {
    let isBetter = false;
    for (const side of ['left', 'top', 'right', 'bottom'] as const) {
      for (const by of [-1, 1, -2, 2]) {
        const tried = { ...box, [side]: box[side] + by };
        const isInside = tried.left >= 0 && tried.top >= 0 && tried.right <= size.width && tried.bottom <= size.height;
        if (!isInside || tried.right <= tried.left || tried.bottom <= tried.top) continue;
        const sum = boxSum(sums, size, tried);
        if (sum <= best + 1e-6) continue;
        best = sum;
        box[side] = tried[side];
        isBetter = true;
      }
    }
    if (!isBetter) break;
  }
  return box;
}

/** Mean inside, less half of the mean in a rim around it. */
function contrastOf(sums: Float64Array, size: Size, box: Box): number {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const rim = Math.max(1, Math.round(0.2 * Math.min(wide, high)));
  const outer = {
    left: Math.max(0, box.left - rim),
    top: Math.max(0, box.top - rim),
    right: Math.min(size.width, box.right + rim),
    bottom: Math.min(size.height, box.bottom + rim),
  };
  const inside = boxSum(sums, size, box);
  const area = (outer.right - outer.left) * (outer.bottom - outer.top) - wide * high;
  const around = area > 0 ? (boxSum(sums, size, outer) - inside) / area + even : 0;
  return clamp(inside / (wide * high) + even - 0.5 * around, 0, 1);
}

function withoutOverlaps(boxes: readonly WindowBox[]): WindowBox[] {
  const kept: WindowBox[] = [];
  for (const box of boxes.toSorted((a, b) => b.sureness - a.sureness)) {
    if (kept.every((other) => overlap(box, other) < 0.3)) kept.push(box);
  }
  return kept;
}

/** Shared area over the smaller one. */
function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (wide <= 0 || high <= 0) return 0;
  const areaOf = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
  return (wide * high) / Math.min(areaOf(a), areaOf(b));
}

/** With what equals in the row and the column add. */
function withEquals(boxes: readonly WindowBox[]): WindowBox[] {
  const known = boxes.filter(({ sureness }) => sureness >= leastEqual);
  return known.map((box) => {
    const equals = known.filter((other) => other !== box && areEquals(box, other)).length;
    return { ...box, sureness: Math.min(1, box.sureness + addedByEqual * Math.min(mostEquals, equals)) };
  });
}

/** True when two boxes stand in a row with the same top and bottom, or in a column with the same sides. */
function areEquals(a: Box, b: Box): boolean {
  const [wide, high] = [a.right - a.left, a.bottom - a.top];
  const isAlike =
    Math.abs(b.right - b.left - wide) <= Math.max(1.5, alikeWithin * wide) &&
    Math.abs(b.bottom - b.top - high) <= Math.max(1.5, alikeWithin * high);
  const isLevel = (one: number, other: number, length: number) =>
    Math.abs(one - other) <= Math.max(1.2, alignedWithin * length);
  const isRow = isLevel(a.top, b.top, high) && isLevel(a.bottom, b.bottom, high);
  const isColumn = isLevel(a.left, b.left, wide) && isLevel(a.right, b.right, wide);
  return isAlike && (isRow || isColumn);
}
