import type { Fixture } from './plan-fixtures.ts';
import { findBurners, hasDiningTable, hasSofa } from './plan-furniture.ts';
import type { NamedKind } from './plan-lexicon.ts';
import type { PlanRegion, PlanRoom, Rooms } from './plan-rooms.ts';
import type { WallGap } from './plan-walls.ts';

export type RoomKind = NamedKind | 'room' | 'shaft';

/** Material that a closed region is painted as. */
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
 *
 * @param fixtures of each room
 */
export function guessRoomKinds(
  { rooms, regions, pixelsPerMetre }: Rooms,
  gaps: readonly WallGap[],
  fixtures: ReadonlyArray<readonly Fixture[]>,
): RoomKind[] {
  const squareMetre = pixelsPerMetre * pixelsPerMetre;
  const insideOf = (room: PlanRoom) => room.regions.map((index) => regions[index]!).filter(({ isFloor }) => !isFloor);
  const kinds = rooms.map((room, place) =>
    guessKind(room, { inside: insideOf(room), fixtures: fixtures[place]! }, gaps, pixelsPerMetre),
  );
  if (kinds.includes('living') || kinds.includes('livingDining')) return kinds;
  const isSeated = (room: PlanRoom) => room.area > leastLiving * squareMetre && hasSofa(insideOf(room), pixelsPerMetre);
  const seated = rooms.findIndex((room, index) => kinds[index] === 'room' && isSeated(room));
  const main = seated >= 0 ? seated : kinds.findIndex((kind) => kind === 'room' || kind === 'dining');
  if (main >= 0 && (seated >= 0 || rooms[main]!.area > 0.8 * (rooms[0]?.area ?? 0))) {
    kinds[main] = kinds[main] === 'dining' ? 'livingDining' : 'living';
  }
  return kinds;
}

/** Things that stand in a room. */
interface RoomThings {
  /** Regions of the room that are no floor. */
  inside: readonly PlanRegion[];
  fixtures: readonly Fixture[];
}

function guessKind(
  room: PlanRoom,
  { inside, fixtures }: RoomThings,
  gaps: readonly WallGap[],
  pixelsPerMetre: number,
): RoomKind {
  if (room.isShaft) return 'shaft';
  const area = room.area / (pixelsPerMetre * pixelsPerMetre);
  if (isBalcony(room, gaps, pixelsPerMetre)) return 'balcony';
  if (isWetRoom(fixtures, area)) return 'bath';
  if (findPillows(inside, pixelsPerMetre).length > 0) return 'bedroom';
  const isDining = hasDiningTable(inside, pixelsPerMetre);
  const isLiving = area > leastLiving && hasSofa(inside, pixelsPerMetre);
  if (fixtures.includes('hob') || findBurners(inside, pixelsPerMetre).length > 0) {
    if (isLiving) return isDining ? 'livingDining' : 'living';
    return 'kitchen';
  }
  const bowls = inside.filter((region) => isBowl(region, pixelsPerMetre));
  if (area < 12 && bowls.length > 0 && inside.length < 30) return 'bath';
  const openings = room.gaps.filter((gap) => gaps[gap]!.kind === 'door').length;
  if (openings >= 2 && area < 8 && inside.length <= 2) return 'hall';
  if (isLiving && isDining) return 'livingDining';
  return isDining ? 'dining' : 'room';
}

/** Largest bathroom, m²; sizes may be a third off. */
const mostBath = 16;

/** Largest room that one basin makes a bathroom, m²: other round things stand in larger ones. */
const mostWashroom = 6;

/** A closet or a tub makes a bathroom, two lesser fixtures as well. */
function isWetRoom(fixtures: readonly Fixture[], area: number): boolean {
  const lesser = fixtures.filter((fixture) => fixture === 'basin' || fixture === 'shower').length;
  if (fixtures.includes('closet') || fixtures.includes('tub')) return area < mostBath && !fixtures.includes('hob');
  return (lesser >= 2 && area < mostBath / 2) || (lesser === 1 && area < mostWashroom);
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
    const [short, long] = [right - left, bottom - top].sort((a, b) => a - b) as [number, number];
    if (shape === 'round' || parent === undefined || children.length > 0) return false;
    return short > pixelsPerMetre * 0.28 && short < pixelsPerMetre * 0.65 && long < pixelsPerMetre * 1.1;
  };
  const pillows = inside.filter(isPillow);
  const isPair = (a: PlanRegion, b: PlanRegion) => {
    if (a === b || a.parent !== b.parent) return false;
    const tolerance = pixelsPerMetre * 0.08;
    const isSameSize =
      Math.abs(a.right - a.left - (b.right - b.left)) < tolerance &&
      Math.abs(a.bottom - a.top - (b.bottom - b.top)) < tolerance;
    const isLevel = Math.abs(a.y - b.y) < tolerance || Math.abs(a.x - b.x) < tolerance;
    return isSameSize && isLevel && Math.hypot(a.x - b.x, a.y - b.y) < pixelsPerMetre * 1.3;
  };
  return pillows.filter((pillow) => pillows.some((second) => isPair(pillow, second)));
}

/** A basin or the bowl of a closet: a round or rounded piece, within another one or touching it. */
function isBowl(region: PlanRegion, pixelsPerMetre: number): boolean {
  const width = region.right - region.left;
  const height = region.bottom - region.top;
  const [short, long] = width < height ? [width, height] : [height, width];
  if (short < pixelsPerMetre * 0.2 || long > pixelsPerMetre * 0.62 || region.children.length > 0) return false;
  return region.shape === 'round' ? true : region.rounding > short * 0.3 && region.shape !== 'other';
}

/** Decides the material of each region. `plants` says of each region whether it is part of a drawn plant. */
export function chooseRoles(
  { rooms, regions, pixelsPerMetre }: Rooms,
  kinds: readonly RoomKind[],
  plants: readonly boolean[],
): RegionRole[] {
  const hobs = new Set(findBurners(regions, pixelsPerMetre).map(({ parent }) => parent));
  const roles = regions.map((region, index): RegionRole => {
    if (plants[index]) return 'plant';
    if (region.isFloor) return 'floor';
    if (hobs.has(index)) return 'counter';
    return pieceRole(region, kinds[region.room]!, pixelsPerMetre);
  });
  for (const room of rooms) dressBeds(room, regions, roles, pixelsPerMetre);
  return roles;
}

/** Material of a piece of furniture or a part of one. */
function pieceRole(region: PlanRegion, kind: RoomKind, pixelsPerMetre: number): RegionRole {
  const area = region.area / (pixelsPerMetre * pixelsPerMetre);
  if (kind === 'bath') return bathRole(region, pixelsPerMetre);
  const isNested = region.parent !== undefined;
  if (kind === 'kitchen') {
    if (isNested && region.shape === 'box' && area > 0.12) return 'water';
    return isNested ? 'white' : 'counter';
  }
  if (isNested && area < 0.04) return 'white';
  if (region.children.length > 0 && area > 2 && kind !== 'bedroom') return 'rug';
  if (region.shape === 'round') {
    if (region.right - region.left > pixelsPerMetre * 0.65) return 'wood';
    return isNested ? 'white' : 'accent';
  }
  if (region.rounding > pixelsPerMetre * 0.085 && region.shape === 'box') return area < 0.32 ? 'accent' : 'fabric';
  return 'wood';
}

function bathRole(region: PlanRegion, pixelsPerMetre: number): RegionRole {
  const squareMetre = pixelsPerMetre * pixelsPerMetre;
  const area = region.area / squareMetre;
  const boxArea = ((region.right - region.left) * (region.bottom - region.top)) / squareMetre;
  const isNested = region.parent !== undefined;
  if (region.shape === 'round' && area > 0.03 && isNested) return 'water';
  if (isNested) return 'white';
  if (region.children.length > 0) return boxArea > 0.7 ? 'water' : 'wood';
  return area > 0.1 && region.shape === 'other' ? 'water' : 'white';
}

/** Pillows white, the part they lie on linen, the blanket next to it in the accent colour. */
function dressBeds(room: PlanRoom, regions: readonly PlanRegion[], roles: RegionRole[], pixelsPerMetre: number): void {
  const indexOf = new Map(room.regions.map((index) => [regions[index]!, index]));
  const pillows = findPillows(
    [...indexOf.keys()].filter((region) => !region.isFloor),
    pixelsPerMetre,
  );
  for (const pillow of pillows) {
    roles[indexOf.get(pillow)!] = 'white';
    const bed = regions[pillow.parent!]!;
    if (bed.isFloor) continue;
    roles[pillow.parent!] = 'linen';
    for (const [region, index] of indexOf) {
      if (region === bed || region.isFloor || region.parent === pillow.parent) continue;
      if (isBlanket(region, bed, pixelsPerMetre) && roles[index] !== 'plant') roles[index] = 'accent';
    }
  }
}

/** True for a region below or beside the pillows' part of a bed and about as wide. */
function isBlanket(region: PlanRegion, bed: PlanRegion, pixelsPerMetre: number): boolean {
  const overlapX = Math.min(region.right, bed.right) - Math.max(region.left, bed.left);
  const overlapY = Math.min(region.bottom, bed.bottom) - Math.max(region.top, bed.top);
  const gap = pixelsPerMetre * 0.12;
  const isBelow = overlapX > (bed.right - bed.left) * 0.9 && overlapY > -gap * 3;
  const isBeside = overlapY > (bed.bottom - bed.top) * 0.9 && overlapX > -gap * 3;
  const isAsWide =
    (isBelow && region.right - region.left < (bed.right - bed.left) * 1.15) ||
    (isBeside && region.bottom - region.top < (bed.bottom - bed.top) * 1.15);
  return isAsWide && region.area < pixelsPerMetre * pixelsPerMetre * 5;
}
