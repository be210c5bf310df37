import { findBurners, hasDiningTable, hasSofa } from './plan-furniture.ts';
import type { NamedKind } from './plan-lexicon.ts';
import type { PlanRegion, PlanRoom, Rooms } from './plan-rooms.ts';
import type { WallGap } from './plan-walls.ts';

export type RoomKind = NamedKind | 'room' | 'shaft';

/** What a closed region is painted as. */
export type RegionRole =
  | 'floor'
  | 'wood'
  | 'fabric'
  | 'accent'
  | 'linen'
  | 'white'
  | 'water'
  | 'rug'
  | 'plant'
  | 'counter';

/** A room with a sofa below this is a study or a niche, m². */
const leastLiving = 10;

/**
 * Guesses what rooms are by what stands in them: two equal pillows in a bed, seats side by side, a table with chairs,
 * three equal burners, basins and bowls, glass along a long side. A kitchen with a sofa is a living room with an open
 * kitchen. The largest room without evidence is the living room if there is none; others stay rooms.
 */
export function guessRoomKinds({ rooms, regions, pixelsPerMetre }: Rooms, gaps: readonly WallGap[]): RoomKind[] {
  const squareMetre = pixelsPerMetre * pixelsPerMetre;
  const kinds = rooms.map((room): RoomKind => {
    if (room.isShaft) return 'shaft';
    const inside = room.regions.map((place) => regions[place]!).filter((region) => !region.isFloor);
    const area = room.area / squareMetre;
    if (isBalcony(room, gaps, pixelsPerMetre)) return 'balcony';
    if (findPillows(inside, pixelsPerMetre).length > 0) return 'bedroom';
    const isDining = hasDiningTable(inside, pixelsPerMetre);
    const isLiving = area > leastLiving && hasSofa(inside, pixelsPerMetre);
    if (findBurners(inside, pixelsPerMetre).length > 0) {
      if (isLiving) return isDining ? 'livingDining' : 'living';
      return 'kitchen';
    }
    const bowls = inside.filter((region) => isBowl(region, pixelsPerMetre));
    if (area < 12 && bowls.length > 0 && inside.length < 30) return 'bath';
    const openings = room.gaps.filter((gap) => gaps[gap]!.kind === 'door').length;
    if (openings >= 2 && area < 8 && inside.length <= 2) return 'hall';
    if (isLiving && isDining) return 'livingDining';
    if (isDining) return 'dining';
    return 'room';
  });
  if (kinds.includes('living') || kinds.includes('livingDining')) return kinds;
  const seated = rooms.findIndex((room, place) => kinds[place] === 'room' && isSeated(room));
  const main = seated >= 0 ? seated : kinds.findIndex((kind) => kind === 'room' || kind === 'dining');
  if (main >= 0 && (seated >= 0 || rooms[main]!.area > 0.8 * (rooms[0]?.area ?? 0))) {
    kinds[main] = kinds[main] === 'dining' ? 'livingDining' : 'living';
  }
  return kinds;

  function isSeated({ regions: places, area }: PlanRoom): boolean {
    const inside = places.map((place) => regions[place]!).filter((region) => !region.isFloor);
    return area > leastLiving * squareMetre && hasSofa(inside, pixelsPerMetre);
  }
}

function isBalcony(room: PlanRoom, gaps: readonly WallGap[], pixelsPerMetre: number): boolean {
  const spanX = room.right - room.left + 1;
  const spanY = room.bottom - room.top + 1;
  const long = Math.max(spanX, spanY);
  const short = Math.min(spanX, spanY);
  if (long < short * 1.6 || short > pixelsPerMetre * 2.6) return false;
  const windows = room.gaps.filter((gap) => {
    const { kind, isHorizontal, length } = gaps[gap]!;
    return kind === 'window' && isHorizontal === spanX > spanY && length > long * 0.45;
  });
  return windows.length >= 2;
}

/** Pairs of equal boxes side by side in one piece of furniture. */
function findPillows(inside: readonly PlanRegion[], pixelsPerMetre: number): PlanRegion[] {
  const isPillow = ({ left, right, top, bottom, shape, parent, children }: PlanRegion) => {
    const [short, long] = [right - left, bottom - top].sort((one, other) => one - other) as [number, number];
    if (shape === 'round' || parent === undefined || children.length > 0) return false;
    return short > pixelsPerMetre * 0.28 && short < pixelsPerMetre * 0.65 && long < pixelsPerMetre * 1.1;
  };
  const pillows = inside.filter(isPillow);
  const isPair = (one: PlanRegion, other: PlanRegion) => {
    if (one === other || one.parent !== other.parent) return false;
    const tolerance = pixelsPerMetre * 0.08;
    const isSameSize =
      Math.abs(one.right - one.left - (other.right - other.left)) < tolerance &&
      Math.abs(one.bottom - one.top - (other.bottom - other.top)) < tolerance;
    const isLevel = Math.abs(one.y - other.y) < tolerance || Math.abs(one.x - other.x) < tolerance;
    return isSameSize && isLevel && Math.hypot(one.x - other.x, one.y - other.y) < pixelsPerMetre * 1.3;
  };
  return pillows.filter((one) => pillows.some((other) => isPair(one, other)));
}

/** A basin or the bowl of a closet: a round or rounded piece, within another one or touching it. */
function isBowl(region: PlanRegion, pixelsPerMetre: number): boolean {
  const width = region.right - region.left;
  const height = region.bottom - region.top;
  const [short, long] = width < height ? [width, height] : [height, width];
  if (short < pixelsPerMetre * 0.2 || long > pixelsPerMetre * 0.75 || region.children.length > 0) return false;
  return region.shape === 'round' ? true : region.rounding > short * 0.3 && region.shape !== 'other';
}

/** Decides what each region is painted as. `plants` says of each region whether it is part of a drawn plant. */
export function chooseRoles(
  { rooms, regions, pixelsPerMetre }: Rooms,
  kinds: readonly RoomKind[],
  plants: readonly boolean[],
): RegionRole[] {
  const squareMetre = pixelsPerMetre * pixelsPerMetre;
  const hobs = new Set(findBurners(regions, pixelsPerMetre).map(({ parent }) => parent));
  const roles = regions.map((region, place): RegionRole => {
    if (plants[place]) return 'plant';
    if (!region.isFloor && hobs.has(place)) return 'counter';
    if (region.isFloor) return 'floor';
    const kind = kinds[region.room]!;
    const area = region.area / squareMetre;
    const boxArea = ((region.right - region.left) * (region.bottom - region.top)) / squareMetre;
    const isNested = region.parent !== undefined;
    if (kind === 'bath') {
      if (region.shape === 'round' && area > 0.03 && isNested) return 'water';
      if (isNested) return 'white';
      if (region.children.length > 0) return boxArea > 0.7 ? 'water' : 'wood';
      return area > 0.1 && region.shape === 'other' ? 'water' : 'white';
    }
    if (kind === 'kitchen') {
      if (isNested && region.shape === 'box' && area > 0.12) return 'water';
      return isNested ? 'white' : 'counter';
    }
    if (isNested && area < 0.04) return 'white';
    if (region.children.length > 0 && area > 2 && kind !== 'bedroom') return 'rug';
    if (region.shape === 'round')
      return region.right - region.left > pixelsPerMetre * 0.65 ? 'wood' : isNested ? 'white' : 'accent';
    if (region.rounding > pixelsPerMetre * 0.085 && region.shape === 'box') return area < 0.32 ? 'accent' : 'fabric';
    return 'wood';
  });
  for (const room of rooms) dressBeds(room, regions, roles, squareMetre, pixelsPerMetre);
  return roles;
}

/** Pillows white, the part they lie on linen, the blanket next to it in the accent colour. */
function dressBeds(
  room: PlanRoom,
  regions: readonly PlanRegion[],
  roles: RegionRole[],
  squareMetre: number,
  pixelsPerMetre: number,
): void {
  const places = new Map(room.regions.map((place) => [regions[place]!, place]));
  const pillows = findPillows(
    [...places.keys()].filter((region) => !region.isFloor),
    pixelsPerMetre,
  );
  for (const pillow of pillows) {
    roles[places.get(pillow)!] = 'white';
    const bed = regions[pillow.parent!]!;
    if (bed.isFloor) continue;
    roles[pillow.parent!] = 'linen';
    for (const [region, place] of places) {
      if (region === bed || region.isFloor || region.parent === pillow.parent) continue;
      const overlapX = Math.min(region.right, bed.right) - Math.max(region.left, bed.left);
      const overlapY = Math.min(region.bottom, bed.bottom) - Math.max(region.top, bed.top);
      const gap = pixelsPerMetre * 0.12;
      const isBelow = overlapX > (bed.right - bed.left) * 0.9 && overlapY > -gap * 3;
      const isBeside = overlapY > (bed.bottom - bed.top) * 0.9 && overlapX > -gap * 3;
      const isAsWide =
        (isBelow && region.right - region.left < (bed.right - bed.left) * 1.15) ||
        (isBeside && region.bottom - region.top < (bed.bottom - bed.top) * 1.15);
      if (isAsWide && region.area < squareMetre * 5 && roles[place] !== 'plant') roles[place] = 'accent';
    }
  }
}
