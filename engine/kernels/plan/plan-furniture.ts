import type { PlanRegion } from './plan-rooms.ts';

/** Sides of a region's box, pixels. */
function sidesOf({ left, right, top, bottom }: PlanRegion): [short: number, long: number] {
  const [spanX, spanY] = [right - left + 1, bottom - top + 1];
  return spanX < spanY ? [spanX, spanY] : [spanY, spanX];
}

/** Burners of a hob: three or more small equal circles close together. */
export function findBurners(inside: readonly PlanRegion[], pixelsPerMetre: number): PlanRegion[] {
  const isBurner = (region: PlanRegion) => {
    const [short, long] = sidesOf(region);
    // Circles of a dozen pixels are rounded boxes.
    const isRound = region.shape === 'round' || (region.shape === 'box' && region.rounding > short * 0.42);
    return isRound && long - 1 < pixelsPerMetre * 0.36;
  };
  const burners = inside.filter(isBurner);
  const isNear = (one: PlanRegion, other: PlanRegion) =>
    Math.hypot(one.x - other.x, one.y - other.y) < pixelsPerMetre * 0.8 &&
    Math.abs(one.right - one.left - (other.right - other.left)) <= Math.max(2, pixelsPerMetre * 0.03);
  return burners.filter((one) => burners.filter((other) => isNear(one, other)).length >= 3);
}

/** True when two equal rounded seats lie side by side, or one long rounded piece holds several parts. */
export function hasSofa(inside: readonly PlanRegion[], pixelsPerMetre: number): boolean {
  const isRounded = ({ shape, rounding }: PlanRegion) => shape === 'box' && rounding > pixelsPerMetre * 0.05;
  const seats = inside.filter((region) => {
    const [short, long] = sidesOf(region);
    return isRounded(region) && short > pixelsPerMetre * 0.45 && long < pixelsPerMetre * 1.4;
  });
  const isBeside = (one: PlanRegion, other: PlanRegion) => {
    const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
    const [along, across] = dx > dy ? [dx, dy] : [dy, dx];
    const side = dx > dy ? one.right - one.left : one.bottom - one.top;
    return (
      one !== other && across < pixelsPerMetre * 0.08 && along > side * 0.9 && along < side + pixelsPerMetre * 0.15
    );
  };
  const isEqual = (one: PlanRegion, other: PlanRegion) => {
    const [[short, long], [otherShort, otherLong]] = [sidesOf(one), sidesOf(other)];
    return Math.abs(short - otherShort) + Math.abs(long - otherLong) < pixelsPerMetre * 0.12;
  };
  if (seats.some((one) => seats.some((other) => isBeside(one, other) && isEqual(one, other)))) return true;
  return inside.some((region) => {
    const [short, long] = sidesOf(region);
    const isLong = long > pixelsPerMetre * 1.3 && long > short * 1.5;
    return isRounded(region) && isLong && short > pixelsPerMetre * 0.6 && region.children.length >= 2;
  });
}

/** True when at least four chairs stand round one table. */
export function hasDiningTable(inside: readonly PlanRegion[], pixelsPerMetre: number): boolean {
  const squareMetre = pixelsPerMetre * pixelsPerMetre;
  const isChair = ({ shape, area }: PlanRegion) =>
    shape !== 'other' && area > squareMetre * 0.05 && area < squareMetre * 0.35;
  const chairs = inside.filter(isChair);
  const reach = pixelsPerMetre * 0.5;
  return inside.some((table) => {
    if (table.shape === 'other' || table.area < squareMetre * 0.5 || table.area > squareMetre * 5) return false;
    const around = chairs.filter(({ x, y }) => {
      const outX = Math.max(table.left - x, x - table.right, 0);
      const outY = Math.max(table.top - y, y - table.bottom, 0);
      return outX + outY > 0 && Math.hypot(outX, outY) < reach;
    });
    return around.length >= 4;
  });
}
