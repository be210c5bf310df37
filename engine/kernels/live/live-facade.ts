import type { Regions } from './live-regions.ts';
import { Role } from './live-role.ts';

/** A wall's upper and lower edge as straight lines, so that courses and windows follow its perspective. */
export interface Facade {
  topAt: number;
  topSlope: number;
  bottomAt: number;
  bottomSlope: number;
  /** Mean height, pixels. */
  height: number;
  /** True when both edges are straight enough to go by. */
  isStraight: boolean;
  /** 1 = faces the light, less on the side in the shade. */
  facing: number;
}

/** Facades of all walls and roofs, by region; undefined for others. */
export function findFacades({ labels, list, neighbours }: Regions, width: number): Array<Facade | undefined> {
  const tops: Array<Int16Array | undefined> = [];
  const bottoms: Array<Int16Array | undefined> = [];
  list.forEach(({ role, right, left }, label) => {
    if (role !== Role.wall && role !== Role.roof) return;
    tops[label] = new Int16Array(right - left + 1).fill(-1);
    bottoms[label] = new Int16Array(right - left + 1);
  });
  for (let i = 0, x = 0, y = 0; i < labels.length; i++) {
    const label = labels[i]!;
    const top = tops[label];
    if (top) {
      const column = x - list[label]!.left;
      if (top[column]! < 0) top[column] = y;
      bottoms[label]![column] = y;
    }
    if (++x === width) {
      x = 0;
      y++;
    }
  }
  const facades = list.map((region, label) => {
    const top = tops[label];
    const bottom = bottoms[label];
    if (!top || !bottom) return undefined;
    const upper = fitLine(top, region.left);
    const lower = fitLine(bottom, region.left);
    const height = Math.max(4, region.area / top.length);
    const isStraight = upper.spread < 0.05 * height + 2 && lower.spread < 0.05 * height + 2;
    return {
      topAt: upper.at,
      topSlope: upper.slope,
      bottomAt: lower.at,
      bottomSlope: lower.slope,
      height,
      isStraight,
      facing: 1,
    };
  });
  list.forEach((region, label) => {
    const facade = facades[label];
    if (!facade || region.role !== Role.wall) return;
    facade.facing = facingOf(label, { labels, list, neighbours }, facades);
  });
  return facades;
}

/** A slanted wall to the right of another one turns away from the light. */
function facingOf(label: number, { list, neighbours }: Regions, facades: ReadonlyArray<Facade | undefined>): number {
  const own = list[label]!;
  const facade = facades[label]!;
  if (!facade.isStraight) return 1;
  const slant = Math.abs(facade.topSlope - facade.bottomSlope);
  for (const [other, sides] of neighbours[label]!) {
    const wall = list[other];
    if (wall?.role !== Role.wall || sides < 0.3 * facade.height) continue;
    const isSideBySide = Math.min(wall.right, own.right) - Math.max(wall.left, own.left) < 0.3 * (own.right - own.left);
    if (!isSideBySide) continue;
    const otherSlant = Math.abs(facades[other]!.topSlope - facades[other]!.bottomSlope);
    if (own.x > wall.x && slant > 0.06) return 0.12;
    if (own.x < wall.x && otherSlant < 0.06 && slant > 0.1) return 0.45;
  }
  return 1;
}

/** Straight line through the rows of columns, -1 where there is none: least squares over their middle nine tenths. */
export function fitLine(rows: Int16Array, left: number): { at: number; slope: number; spread: number } {
  const margin = Math.floor(rows.length * 0.05);
  let n = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let sxy = 0;
  for (let x = margin; x < rows.length - margin; x++) {
    if (rows[x]! < 0) continue;
    n++;
    sx += x;
    sy += rows[x]!;
    sxx += x * x;
    sxy += x * rows[x]!;
  }
  const scale = n * sxx - sx * sx;
  const slope = n > 3 && scale > 0 ? (n * sxy - sx * sy) / scale : 0;
  const start = n > 0 ? (sy - slope * sx) / n : 0;
  let off = 0;
  for (let x = margin; x < rows.length - margin; x++) off += Math.abs(rows[x]! - start - slope * x);
  return { at: start - slope * left, slope, spread: n > 0 ? off / n : 0 };
}

/** Row measured along the wall, pixels below its upper edge; follows the perspective of both edges. */
export function rowOnFacade(facade: Facade, x: number, y: number): number {
  const top = facade.topAt + facade.topSlope * x;
  if (!facade.isStraight) return y - facade.topAt;
  const bottom = facade.bottomAt + facade.bottomSlope * x;
  return ((y - top) / Math.max(2, bottom - top)) * facade.height;
}
