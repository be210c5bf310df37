import type { Size } from '../../base/blur.ts';
import { Paint } from './live-paint.ts';
import type { Region } from './live-regions.ts';
import { isFlat, Role } from './live-role.ts';

export const widthOf = (region: Region) => region.right - region.left + 1;
export const heightOf = (region: Region) => region.bottom - region.top + 1;
/** Share of its box that a region fills. */
export const fillOf = (region: Region) => region.area / (widthOf(region) * heightOf(region));

/** Paints that are sky, water or glass depending on where they lie. */
export const bluePaints: ReadonlySet<Paint> = new Set([Paint.sky, Paint.water, Paint.glass]);

const holders: ReadonlySet<Role> = new Set([Role.wall, Role.window, Role.thing]);

/** Upright rectangles inside a wall are windows; those that reach its foot are doors. */
export function findOpenings(list: readonly Region[], { width, height }: Size, horizon: number): void {
  for (const region of list) {
    if (!holders.has(region.role)) continue;
    const isBorder = region.atTop + region.atBottom + region.atLeft + region.atRight > 0;
    if (isBorder || region.area > 0.12 * width * height) {
      if (region.role === Role.window) region.role = Role.wall;
      continue;
    }
    const parent = parentOf(region, list, horizon);
    if (parent < 0) {
      // Glass that is in no wall is a wall of glass.
      if (region.role === Role.window && region.area > 0.004 * width * height) region.role = Role.wall;
      continue;
    }
    const role = openingRole(region, list[parent]!, height);
    if (role === undefined) continue;
    region.role = role;
    region.parent = parent;
  }
}

/** Role of a region within a wall; undefined where it is no opening. */
function openingRole(region: Region, wall: Region, height: number): Role | undefined {
  if (fillOf(region) < 0.6) return undefined;
  const { paint } = region;
  const isBlue = bluePaints.has(paint);
  const isDoorLike =
    region.bottom > wall.bottom - Math.max(0.05 * heightOf(wall), 0.012 * height) &&
    heightOf(region) > 1.15 * widthOf(region);
  if (isDoorLike && !isBlue) return Role.door;
  // Outlined on a painted wall and left in its paint, an opening is a window too.
  return isBlue || windowPaints.has(paint) || paint === wall.paint ? Role.window : undefined;
}

const windowPaints: ReadonlySet<Paint> = new Set([Paint.paper, Paint.light, Paint.dark, Paint.asphalt]);

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

/** A region on a wall that narrows upwards, or is flat and of another paint, becomes its roof. */
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
