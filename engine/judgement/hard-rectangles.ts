import type { Size } from '../base/blur.ts';
import { lumaPlane } from '../base/colour.ts';
import { resamplePlane } from '../base/resample.ts';
import type { JudgedPixels } from './judged-picture.ts';

/** Longest side at which rectangles are looked for, pixels. */
const longestSide = 768;
/** Step of luma across a hard edge, 0–1, and how many times the steps beside it. */
const leastStep = 0.055;
const sharpness = 2.5;
/** Share of the step that the base may have there already, and how far aside, pixels. */
const mostBefore = 0.4;
const reach = 2;
/** Shortest side of a rectangle, share of the shorter side of the picture; gaps in a side, pixels. */
const leastSide = 0.06;
const mostGap = 3;
/** Farthest that ends of sides may lie from their corner, pixels. */
const cornerReach = 5;

/** A straight stretch of a hard edge along a row or a column. */
interface Stretch {
  /** Column of a vertical one, row of a horizontal one. */
  at: number;
  from: number;
  to: number;
}

/**
 * Share of the picture inside of upright rectangles with hard edges that the base does not have: pasted pieces.
 * @param result in the frame of the base
 */
export function shareInRectangles(base: JudgedPixels, result: JudgedPixels): number {
  const factor = Math.min(1, longestSide / Math.max(base.width, base.height));
  const size = { width: Math.round(base.width * factor), height: Math.round(base.height * factor) };
  const before = lumaAt(base, size);
  const after = lumaAt(result, size);
  const least = leastSide * Math.min(size.width, size.height);
  const columns = stretchesOf(
    before,
    after,
    { across: size.width, along: size.height, step: 1, row: size.width },
    least,
  );
  const rows = stretchesOf(before, after, { across: size.height, along: size.width, step: size.width, row: 1 }, least);
  const area = rectanglesOf(columns, rows).reduce((sum, one) => sum + one, 0);
  return Math.min(1, area / (size.width * size.height));
}

function lumaAt(picture: JudgedPixels, size: Size): Float32Array {
  const luma = lumaPlane(picture.rgb);
  const isAsAsked = picture.width === size.width && picture.height === size.height;
  return isAsAsked ? luma : resamplePlane(luma, picture, size);
}

/** Steps across, and along the edge: `step` to the next pixel across, `row` to the next along. */
interface Walk {
  across: number;
  along: number;
  step: number;
  row: number;
}

function stretchesOf(before: Float32Array, after: Float32Array, walk: Walk, least: number): Stretch[] {
  const found: Stretch[] = [];
  for (let at = reach + 1; at < walk.across - reach - 2; at++) {
    let open: Stretch | undefined;
    const end = () => {
      if (open && open.to - open.from >= least) found.push(open);
      open = undefined;
    };
    for (let along = 0; along < walk.along; along++) {
      if (isHardEdge(before, after, at * walk.step + along * walk.row, walk.step)) {
        if (open) open.to = along;
        else open = { at, from: along, to: along };
      } else if (open && along - open.to > mostGap) end();
    }
    end();
  }
  return found;
}

function isHardEdge(before: Float32Array, after: Float32Array, i: number, step: number): boolean {
  const jump = Math.abs(after[i + step]! - after[i]!);
  if (jump < leastStep) return false;
  const beside = Math.max(Math.abs(after[i]! - after[i - step]!), Math.abs(after[i + 2 * step]! - after[i + step]!));
  if (jump < sharpness * beside) return false;
  for (let aside = -reach; aside <= reach; aside++) {
    const j = i + aside * step;
    if (Math.abs(before[j + step]! - before[j]!) > mostBefore * jump) return false;
  }
  return true;
}

/** Areas of the rectangles that two columns and at least one row close. */
function rectanglesOf(columns: readonly Stretch[], rows: readonly Stretch[]): number[] {
  const areas: number[] = [];
  const used = new Set<Stretch>();
  for (const left of columns) {
    if (used.has(left)) continue;
    for (const right of columns) {
      if (right.at <= left.at + cornerReach || used.has(right)) continue;
      const top = Math.max(left.from, right.from);
      const bottom = Math.min(left.to, right.to);
      const isOpposite = bottom - top >= 0.7 * Math.max(left.to - left.from, right.to - right.from);
      if (!isOpposite || !rows.some((row) => isBetween(row, left, right))) continue;
      areas.push((right.at - left.at) * (bottom - top));
      used.add(left).add(right);
      break;
    }
  }
  return areas;
}

/** Returns true for a row that joins the ends of two columns. */
function isBetween(row: Stretch, left: Stretch, right: Stretch): boolean {
  const isAtEnd = [left.from, left.to].some((end) => Math.abs(row.at - end) <= cornerReach);
  return isAtEnd && row.from <= left.at + cornerReach && row.to >= right.at - cornerReach;
}
