import type { Size } from '../../base/blur.ts';
import { Paint } from './live-paint.ts';
import type { Region } from './live-regions.ts';
import { isFlat, Role } from './live-role.ts';

export const widthOf = (region: Region) => region.right - region.left + 1;
export const heightOf = (region: Region) => region.bottom - region.top + 1;
/** Share of its box that a region fills. */
export const fillOf = (region: Region) => region.area / (widthOf(region) * heightOf(region));

/** Sky, water or glass: which of them is decided by place. */
export const bluePaints: ReadonlySet<Paint> = new Set([Paint.sky, Paint.water, Paint.glass]);

/** Upright rectangles inside a wall are windows; those that reach its foot are doors. */
export function findOpenings(list: readonly Region[], { width, height }: Size, horizon: number): void {
  list.forEach((region) => {
    if (region.role !== Role.wall && region.role !== Role.window && region.role !== Role.thing) return;
    const isBorder = region.atTop + region.atBottom + region.atLeft + region.atRight > 0;
    if (isBorder || region.area > 0.12 * width * height) {
      if (region.role === Role.window) region.role = Role.wall;
      return;
    }
    const parent = parentOf(region, list, horizon);
    if (parent < 0) {
      // Glass that is in no wall is a wall of glass.
      if (region.role === Role.window && region.area > 0.004 * width * height) region.role = Role.wall;
      return;
    }
    const wall = list[parent]!;
    if (fillOf(region) < 0.6) return;
    // Outlined on a painted wall and left in its paint.
    const isSame = region.paint === wall.paint;
    const isLow = region.bottom > wall.bottom - Math.max(0.05 * heightOf(wall), 0.012 * height);
    const isTall = heightOf(region) > 1.15 * widthOf(region);
    const isPlainInk = region.paint === Paint.paper || bluePaints.has(region.paint) || region.paint === Paint.light;
    const isDarkInk = region.paint === Paint.dark || region.paint === Paint.asphalt;
    if (isLow && isTall && !bluePaints.has(region.paint)) region.role = Role.door;
    else if (isPlainInk || isDarkInk || isSame) region.role = Role.window;
    else if (isLow && isTall) region.role = Role.door;
    else return;
    region.parent = parent;
  });
}

/** The smallest wall whose box holds the region's or -1. */
export function parentOf(region: Region, list: readonly Region[], horizon = 0): number {
  let best = -1;
  list.forEach((wall, label) => {
    // A building in the paint of the ground hangs together with it.
    const isWall = wall.role === Role.wall || wall.role === Role.roof || (isFlat(wall.role) && region.bottom < horizon);
    if (wall === region || !isWall || wall.area < 0.7 * region.area) return;
    const slack = 2;
    const isInside =
      region.left >= wall.left - slack &&
      region.right <= wall.right + slack &&
      region.top >= wall.top - slack &&
      region.bottom <= wall.bottom + slack;
    if (isInside && (best < 0 || wall.area < list[best]!.area)) best = label;
  });
  return best;
}

/** What lies on a wall and narrows upwards, or is flat and of another paint than it, is its roof. */
export function findRoofs(list: readonly Region[], { height }: Size): void {
  for (const region of list) {
    if (region.role !== Role.wall || region.parent >= 0) continue;
    const below = list.find((wall) => {
      if (wall === region || wall.role !== Role.wall || wall.y < region.y) return false;
      const shared = Math.min(wall.right, region.right) - Math.max(wall.left, region.left);
      const isAbove = Math.abs(wall.top - region.bottom) < 0.12 * height || wall.top < region.bottom;
      return (
        isAbove &&
        region.bottom < wall.bottom - 0.4 * heightOf(wall) &&
        shared > 0.55 * Math.min(widthOf(wall), widthOf(region))
      );
    });
    if (!below) continue;
    const isPointed = fillOf(region) < 0.86;
    const isLow = heightOf(region) < 0.7 * widthOf(region);
    const isOwnPaint = region.paint !== below.paint;
    if ((isPointed && isLow) || (isOwnPaint && heightOf(region) < 0.5 * widthOf(region))) region.role = Role.roof;
  }
}
