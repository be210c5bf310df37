import type { Size } from '../../base/blur.ts';
import { type Component, growLabels, labelComponents, labelNeighbours } from '../../base/components.ts';
import { clamp } from '../../base/scalar.ts';
import { splitAtNarrows } from './plan-split.ts';
import type { Walls } from './plan-walls.ts';

/** A closed region inside a room: the floor, a piece of furniture or a part of one. */
export interface PlanRegion extends Component {
  /** Index of its room in `rooms`. */
  room: number;
  isFloor: boolean;
  /** The region around it, when one surrounds at least three quarters of its outline. */
  parent: number | undefined;
  /** Regions that it surrounds. */
  children: number[];
  /** Radius by which its corners are rounded, pixels; 0 for sharp corners. */
  rounding: number;
  shape: 'round' | 'box' | 'other';
}

export interface PlanRoom extends Component {
  regions: number[];
  /** Indices of the gaps in its walls. */
  gaps: number[];
  /** True for a duct or a niche. */
  isShaft: boolean;
}

export interface Rooms {
  /** By area, largest first; shafts last. */
  rooms: PlanRoom[];
  /** Index in `rooms`; -1 on walls, gaps and outside. */
  roomOf: Int32Array;
  regions: PlanRegion[];
  /** Index in `regions`, spread under the lines between them and into doors; -1 elsewhere. */
  regionOf: Int32Array;
  /** 1 around the building. */
  isOutside: Uint8Array;
  /** Pixels per metre by the usual width of doors (0.86 m) or walls (0.2 m): good enough for textures, not for areas. */
  pixelsPerMetre: number;
}

/** Middle of a room's written name, pixels. */
export interface NamePlace {
  x: number;
  y: number;
  kind: string;
}

/**
 * Finds the rooms between walls and closed gaps, and the closed regions in them.
 *
 * @param names written room names: spaces that hold some are divided at their narrow places where walls do not close
 * them, and those places become gaps of `walls`
 */
export function findRooms(
  ink: Uint8Array,
  size: Size,
  walls: Walls,
  names: readonly NamePlace[] = [],
  lines = new Uint8Array(ink.length),
): Rooms {
  const count = ink.length;
  const { wall, gapOf, gaps } = walls;
  const isFree = new Uint8Array(count);
  for (let i = 0; i < count; i++) isFree[i] = wall[i] || gapOf[i] ? 0 : 1;
  closeNarrows(isFree, size, walls, names, lines);
  const spaces = labelComponents(isFree, size);
  const pixelsPerMetre = guessPixelsPerMetre(walls);
  const least = Math.min(walls.width ** 2 * 30, pixelsPerMetre ** 2 * mostShaft);
  const kept = spaces.components.map((component, label) => ({ component, label }));
  const closed = kept.filter(
    ({ component }) => !isStreet(component, size, walls) && component.area > walls.width * walls.width * 3,
  );
  closed.sort((one, other) => other.component.area - one.component.area || one.label - other.label);
  const rooms: PlanRoom[] = closed.map(({ component }) => ({
    ...component,
    regions: [],
    gaps: [],
    isShaft: component.area < least,
  }));
  const placeOf = new Int32Array(spaces.components.length).fill(-1);
  for (const [place, { label }] of closed.entries()) placeOf[label] = place;
  const roomOf = new Int32Array(count);
  const isOutside = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const label = spaces.labels[i]!;
    roomOf[i] = label < 0 ? -1 : placeOf[label]!;
    if (label >= 0 && isStreet(spaces.components[label]!, size, walls)) isOutside[i] = 1;
  }
  linkGaps(rooms, roomOf, gapOf, size);
  const { regions, regionOf } = findRegions(ink, size, walls, rooms, roomOf);
  describeRegions(regions, regionOf, size);
  // Doors take the floor of a room beside them; windows stay glass.
  const isBarred = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const gap = gapOf[i]!;
    isBarred[i] = wall[i] || isOutside[i] || (gap > 0 && gaps[gap - 1]!.kind === 'window') ? 1 : 0;
  }
  growFloorsIntoDoors(regionOf, regions, gapOf, isBarred, size);
  return { rooms, roomOf, regions, regionOf, isOutside, pixelsPerMetre };
}

/** True where no wall fits between a space and the picture's border: at most the line of a frame is there. */
function isStreet({ left, right, top, bottom, isAtEdge }: Component, { width, height }: Size, walls: Walls): boolean {
  return isAtEdge || Math.min(left, top, width - 1 - right, height - 1 - bottom) < walls.width * 0.4;
}

/** Closes the narrow places that {@link splitAtNarrows} finds with gaps one pixel wide. */
function closeNarrows(
  isFree: Uint8Array,
  size: Size,
  walls: Walls,
  names: readonly NamePlace[],
  lines: Uint8Array,
): void {
  const basins = names.length === 0 ? undefined : splitAtNarrows(isFree, size, names, walls.width * 0.9, lines);
  if (!basins) return;
  const { basinOf } = basins;
  leaveUnnamedToStreet(basinOf, basins.count, isFree, { size, names });
  const numbers = new Map<string, number>();
  for (let i = 0; i < basinOf.length; i++) {
    const neighbour = neighbourBasin(basinOf, i, size.width);
    if (neighbour < 0) continue;
    const key = [basinOf[i]!, neighbour].sort((a, b) => a - b).join(',');
    const number = numbers.get(key) ?? addGap(walls, i, size);
    numbers.set(key, number);
    extendGap(walls.gaps[number - 1]!, i, size);
    isFree[i] = 0;
    walls.gapOf[i] = number;
  }
}

/** Basins without a name count as outside where they are open to it. In place. */
function leaveUnnamedToStreet(
  basinOf: Int32Array,
  count: number,
  isFree: Uint8Array,
  { size, names }: { size: Size; names: readonly NamePlace[] },
): void {
  const isNamed = new Uint8Array(count);
  for (const { x, y } of names) {
    const basin = basinOf[y * size.width + x] ?? -1;
    if (basin > 0) isNamed[basin] = 1;
  }
  const { labels } = labelComponents(isFree, size);
  const isAtEdge = new Uint8Array(labels.length);
  for (let i = 0; i < labels.length; i++) if (basinOf[i] === 0) isAtEdge[labels[i]!] = 1;
  for (let i = 0; i < basinOf.length; i++) {
    const basin = basinOf[i]!;
    if (basin > 0 && !isNamed[basin] && isAtEdge[labels[i]!]) basinOf[i] = 0;
  }
}

/** The basin below a pixel, else the one to its right, when it is another than the pixel's; -1 when there is none. */
function neighbourBasin(basinOf: Int32Array, i: number, width: number): number {
  const own = basinOf[i]!;
  if (own < 0) return -1;
  const below = basinOf[i + width] ?? -1;
  if (below >= 0 && below !== own) return below;
  const right = (i % width) + 1 < width ? basinOf[i + 1]! : -1;
  return right >= 0 && right !== own ? right : -1;
}

/** Adds an opening of one pixel; returns its number, which is its index plus one. */
function addGap(walls: Walls, i: number, { width }: Size): number {
  const [x, y] = [i % width, (i / width) | 0];
  const box = { left: x, top: y, right: x, bottom: y };
  return walls.gaps.push({ kind: 'opening', isHorizontal: true, length: 1, ...box });
}

/** Extends a gap by a pixel that lies no higher than it. */
function extendGap(gap: Walls['gaps'][number], i: number, { width }: Size): void {
  const [x, y] = [i % width, (i / width) | 0];
  gap.left = Math.min(gap.left, x);
  gap.right = Math.max(gap.right, x);
  gap.bottom = Math.max(gap.bottom, y);
  gap.length = Math.max(gap.right - gap.left, gap.bottom - gap.top) + 1;
  gap.isHorizontal = gap.right - gap.left >= gap.bottom - gap.top;
}

/** A space up to this is a duct or a niche whatever the walls, m²: less than a closet and its door take. */
const mostShaft = 1.2;

/** Usual clear width of a door, metres. */
const doorWidth = 0.86;

/** By the width that most doors share; openings without a leaf and double doors are wider, and each of its own width. */
function guessPixelsPerMetre({ gaps, width }: Walls): number {
  const lengths = gaps
    .filter(({ kind, length }) => kind === 'door' && length > width * 1.2 && length < width * 8)
    .map(({ length }) => length)
    .sort((a, b) => a - b);
  const likeOf = (length: number) => lengths.filter((other) => other > length * 0.87 && other < length * 1.15);
  const most = lengths.map(likeOf).reduce((best, like) => (like.length > best.length ? like : best), []);
  if (most.length < 2) return width / 0.2;
  return clamp(most[most.length >> 1]! / doorWidth, width / 0.4, width / 0.08);
}

function linkGaps(rooms: PlanRoom[], roomOf: Int32Array, gapOf: Uint16Array, { width }: Size): void {
  const seen = rooms.map(() => new Set<number>());
  for (let i = 0; i < gapOf.length; i++) {
    const gap = gapOf[i]!;
    if (gap === 0) continue;
    for (const next of [i - 1, i + 1, i - width, i + width]) {
      const room = roomOf[next] ?? -1;
      if (room >= 0) seen[room]!.add(gap - 1);
    }
  }
  for (const [place, room] of rooms.entries()) room.gaps = [...seen[place]!];
}

function findRegions(ink: Uint8Array, size: Size, walls: Walls, rooms: PlanRoom[], roomOf: Int32Array) {
  const isClear = new Uint8Array(ink.length);
  for (let i = 0; i < ink.length; i++) isClear[i] = roomOf[i]! >= 0 && !ink[i] ? 1 : 0;
  const { labels, components } = labelComponents(isClear, size);
  const isByDoor = besideDoors(labels, components.length, walls, size);
  // Holes of letters and slivers beside walls belong to what is around them.
  const least = Math.max(24, walls.width * walls.width * 0.3);
  const largest = largestOfRooms(components, roomOf, rooms.length);
  const indexOf = new Int32Array(components.length).fill(-1);
  const regions: PlanRegion[] = [];
  for (const [label, component] of components.entries()) {
    const room = roomOf[component.first]!;
    const isLargest = largest[room] === label;
    const isSliver = component.area < least || component.area / component.outline < walls.width * 0.14;
    if (isSliver && !isLargest) continue;
    indexOf[label] = regions.length;
    rooms[room]!.regions.push(regions.length);
    const isFloor = isLargest || isByDoor[label] === 1;
    const corners = measureCorners(labels, size, label, component);
    const form = { rounding: corners.rounding, shape: 'other' as const };
    const isSwing = corners.sharp === 3 && isQuarterDisc(component);
    regions.push({ ...component, ...form, room, isFloor: isFloor || isSwing, parent: undefined, children: [] });
  }
  const regionOf = new Int32Array(ink.length);
  const isBarred = new Uint8Array(ink.length);
  for (let i = 0; i < ink.length; i++) {
    regionOf[i] = labels[i]! < 0 ? -1 : indexOf[labels[i]!]!;
    isBarred[i] = roomOf[i]! >= 0 ? 0 : 1;
  }
  growLabels(regionOf, size, isBarred);
  return { regions, regionOf };
}

/** 1 for components that touch an opening other than a window. */
function besideDoors(labels: Int32Array, count: number, walls: Walls, { width }: Size): Uint8Array {
  const isByDoor = new Uint8Array(count);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label < 0 || isByDoor[label]) continue;
    for (const next of [i - 1, i + 1, i - width, i + width]) {
      const gap = walls.gapOf[next] ?? 0;
      if (gap > 0 && walls.gaps[gap - 1]!.kind !== 'window') isByDoor[label] = 1;
    }
  }
  return isByDoor;
}

/** Label of the largest component of each room; -1 without any. */
function largestOfRooms(components: readonly Component[], roomOf: Int32Array, count: number): number[] {
  const largest: number[] = Array.from({ length: count }, () => -1);
  for (const [label, { area, first }] of components.entries()) {
    const room = roomOf[first]!;
    if (largest[room]! < 0 || area > components[largest[room]!]!.area) largest[room] = label;
  }
  return largest;
}

/** A quarter of a disc: what a door's leaf sweeps. */
function isQuarterDisc({ left, right, top, bottom, area }: Component): boolean {
  const spanX = right - left + 1;
  const spanY = bottom - top + 1;
  const fill = area / (spanX * spanY);
  return fill > 0.7 && fill < 0.84 && spanX / spanY > 0.8 && spanX / spanY < 1.25;
}

/**
 * Fill of the corners of a region's box: `sharp` of the four have a member within 6 % of the sides, and `rounding` is
 * the radius of the roundest in pixels (0 when at most one pixel is missing).
 */
function measureCorners(labels: Int32Array, { width }: Size, label: number, { left, right, top, bottom }: Component) {
  const least = Math.min(right - left, bottom - top) + 1;
  const missing = [
    [left, top, 1, 1],
    [right, top, -1, 1],
    [left, bottom, 1, -1],
    [right, bottom, -1, -1],
  ].map(([x, y, dx, dy]) => {
    for (let k = 0; k < least / 2; k++) if (labels[(y! + dy! * k) * width + x! + dx! * k] === label) return k;
    return least / 2;
  });
  missing.sort((a, b) => a - b);
  const sharp = missing.filter((k) => k <= Math.max(2, least * 0.06)).length;
  // A corner that is missing farther is covered by something, not rounded.
  const roundest = missing.filter((k) => k <= least * 0.25).at(-1) ?? 0;
  // A quarter circle of radius r leaves r (1 - 1/√2) of both sides free along the diagonal.
  return { sharp, rounding: roundest <= 1 ? 0 : roundest / (1 - Math.SQRT1_2) };
}

function describeRegions(regions: PlanRegion[], regionOf: Int32Array, size: Size): void {
  const neighbours = labelNeighbours(regionOf, size, regions.length);
  const grown = new Float64Array(regions.length);
  for (const region of regionOf) if (region >= 0) grown[region]!++;
  for (const [index, region] of regions.entries()) {
    region.shape = shapeOf(region, grown[index]!);
    const around = surroundingRegion(neighbours[index]!);
    if (around < 0 || region.isFloor || regions[around]!.isFloor) continue;
    if (regions[around]!.parent === index) continue;
    region.parent = around;
    regions[around]!.children.push(index);
  }
}

/** @param grown area with the lines beside it, pixels */
function shapeOf({ left, top, right, bottom, area, rounding }: PlanRegion, grown: number): PlanRegion['shape'] {
  const spanX = right - left + 1;
  const spanY = bottom - top + 1;
  const innerFill = area / (spanX * spanY);
  const aspect = spanX / spanY;
  const isFilledAsDisc = innerFill > 0.68 && innerFill < 0.86;
  const isRounded = rounding > Math.min(spanX, spanY) * 0.35;
  if (isFilledAsDisc && isRounded && aspect > 0.72 && aspect < 1.4) return 'round';
  return Math.min(1, grown / (spanX * spanY)) > 0.86 ? 'box' : 'other';
}

/** The neighbour that shares at least three quarters of an outline; -1 when none does. */
function surroundingRegion(neighbours: ReadonlyMap<number, number>): number {
  let total = 0;
  let most = -1;
  for (const [neighbour, sides] of neighbours) {
    total += sides;
    if (most < 0 || sides > neighbours.get(most)!) most = neighbour;
  }
  return most >= 0 && neighbours.get(most)! >= total * 0.75 ? most : -1;
}

function growFloorsIntoDoors(
  regionOf: Int32Array,
  regions: PlanRegion[],
  gapOf: Uint16Array,
  isBarred: Uint8Array,
  size: Size,
): void {
  const floors = new Int32Array(regionOf.length);
  for (let i = 0; i < floors.length; i++) {
    const region = regionOf[i]!;
    floors[i] = region >= 0 && regions[region]!.isFloor ? region : -1;
    // Regions other than floors are barred, so that floors grow into gaps only.
    if (region >= 0 && floors[i]! < 0) isBarred[i] = 1;
  }
  growLabels(floors, size, isBarred);
  for (let i = 0; i < floors.length; i++) if (gapOf[i] && regionOf[i]! < 0) regionOf[i] = floors[i]!;
}
