import type { Size } from '../../base/blur.ts';
import { lumaOf, type RgbBytes } from '../../base/colour.ts';
import { faces, findRoom, meetBox, type Room } from '../furnish/room-box.ts';
import { rayOf } from '../furnish/room-view.ts';
import { Paint } from './live-paint.ts';
import { bluePaints, fillOf, heightOf, widthOf } from './live-parts.ts';
import type { Region } from './live-regions.ts';
import { Role } from './live-role.ts';
import { divideView, type FlatView } from './live-view.ts';

/** Layers of a room from a reading of the picture, 0–255 per pixel of the view. */
export interface RoomLayers {
  floor: Uint8Array;
  ceiling: Uint8Array;
  window: Uint8Array;
}

/** A view of a room in a modelling program: its faces with their roles, and the box of the room they lie in. */
export interface RoomModel {
  view: FlatView;
  room: Room;
  /** Place in `faces` of the side of the box that each pixel lies before. */
  sides: Uint8Array;
  /** True when a face lies flat on the floor: a rug. */
  isRug: readonly boolean[];
}

/** Height of the eye from which the size of everything follows, metres. */
const eyeHeight = 1.5;
const [floorSide, ceilingSide] = [faces.indexOf('floor'), faces.indexOf('ceiling')];

/** Divides a view of a room into faces and gives them roles: floor, ceiling, wall, window, foliage, thing. */
export function readRoomModel(rgb: RgbBytes, size: Size, layers: RoomLayers): RoomModel {
  const { width, height } = size;
  const unit = Math.max(width, height) / 512;
  // Edges are drawn finer than legs of chairs and frames of windows, which are to stay.
  const view = divideView(rgb, size, 0.5 * unit);
  const room = findRoom(rgb, size, eyeHeight);
  const sides = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const { face } = meetBox(room.box, room.view.eyeHeight, rayOf(room.view, x + 0.5, y + 0.5));
      sides[i] = faces.indexOf(face);
    }
  }
  const { list, labels } = view.regions;
  const votes = list.map(() => ({ floor: 0, ceiling: 0, window: 0, below: 0, above: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const vote = votes[labels[i]!]!;
    vote.floor += layers.floor[i]! / 255;
    vote.ceiling += layers.ceiling[i]! / 255;
    vote.window += layers.window[i]! / 255;
    if (sides[i] === floorSide) vote.below++;
    if (sides[i] === ceilingSide) vote.above++;
  }
  const picture = width * height;
  list.forEach((region, label) => {
    const vote = votes[label]!;
    const share = (value: number) => value / Math.max(1, region.area);
    const isLarge = region.area > 0.01 * picture;
    const floor = share(vote.floor) + 0.7 * share(vote.below) + (region.atBottom > 0.03 * width ? 0.2 : 0);
    // A region that spans the upper border and ends soon below it is no wall.
    const isOnTop = region.atTop > 0.5 * width && region.bottom < 0.4 * height;
    const ceiling = share(vote.ceiling) + 0.7 * share(vote.above) + (isOnTop ? 0.8 : 0);
    region.role = Role.thing;
    // Programs show floors that nobody gave a material in blue as often as panes.
    const isAtBorder = region.atBottom + region.atLeft + region.atRight > 0;
    const isBlueFloor = bluePaints.has(region.paint) && isAtBorder && region.y > 0.58 * height;
    if (isLarge && region.y > 0.5 * height && (floor > 0.75 || isBlueFloor)) region.role = Role.floor;
    else if (isLarge && region.y < 0.45 * height && ceiling > 0.75) {
      region.role = Role.ceiling;
    } else if (isPane(region, share(vote.window), size)) region.role = Role.window;
    else if (isGreen(region)) region.role = Role.foliage;
  });
  for (const [label, region] of list.entries()) {
    if (region.role === Role.thing && isWallShape(region, touchesCeiling(label, view), size)) region.role = Role.wall;
  }
  spreadRoles(view, size);
  const isRug = list.map((region, label) => lies(region, votes[label]!.below, label, view));
  return { view, room, sides, isRug };
}

const isGreen = ({ paint }: Region) => paint === Paint.foliage || paint === Paint.grass;

/** Glass is blue in modelling programs, and stands; a cushion may be blue too. */
function isPane(region: Region, read: number, { width, height }: Size): boolean {
  if (region.area > 0.25 * width * height || region.atBottom > 0.05 * width || region.y > 0.6 * height) return false;
  const isBlue = bluePaints.has(region.paint) || region.paint === Paint.glass;
  return fillOf(region) > 0.35 && (isBlue ? heightOf(region) > 0.14 * height || read > 0.25 : read > 0.45);
}

/** Walls reach a side of the picture, or the ceiling. */
function isWallShape(region: Region, isUnderCeiling: boolean, { width, height }: Size): boolean {
  const share = region.area / (width * height);
  if (share < 0.006 || region.y > 0.68 * height) return false;
  const isAtBorder = region.atTop > 0.03 * width || Math.max(region.atLeft, region.atRight) > 0.12 * height;
  return isAtBorder ? heightOf(region) > 0.2 * height : isUnderCeiling && share > 0.03;
}

function touchesCeiling(label: number, { regions: { list, neighbours } }: FlatView): boolean {
  for (const [other, sides] of neighbours[label]!) if (list[other]!.role === Role.ceiling && sides > 12) return true;
  return false;
}

/** Gives remainders of a surface between things its role: flat shading gives them exactly its colour. In place. */
function spreadRoles({ regions: { list } }: FlatView, { width, height }: Size): void {
  const large = list.filter(({ role, area }) => isSurface(role) && area > 0.02 * width * height);
  for (const region of list) {
    if (region.role !== Role.thing) continue;
    const same = large.find(({ role, colour, top, bottom }) => {
      const isInReach =
        role === Role.floor ? region.top > top : role === Role.ceiling ? region.bottom < bottom : region.y < bottom;
      return isInReach && colour.every((value, channel) => Math.abs(value - region.colour[channel]!) < 2.5);
    });
    if (same) region.role = same.role;
  }
}

/** Floor, wall or ceiling. */
export const isSurface = (role: Role): boolean => role === Role.floor || role === Role.wall || role === Role.ceiling;

/**
 * A rug lies in the floor: on most of its sides there is floor, or it was read as floor and lies beside one of another
 * colour that is larger or of wood.
 */
function lies(region: Region, below: number, label: number, { regions: { list, neighbours } }: FlatView): boolean {
  if (isWooden(region) || widthOf(region) < 1.3 * heightOf(region)) return false;
  let beside = 0;
  let total = region.atBottom + region.atLeft + region.atRight;
  let isInset = false;
  for (const [other, sides] of neighbours[label]!) {
    total += sides;
    const floor = list[other]!;
    if (floor.role !== Role.floor) continue;
    beside += sides;
    isInset ||= !isLike(region, floor) && (isWooden(floor) || floor.area > region.area);
  }
  if (region.role === Role.floor) return isInset && beside > 0.2 * total;
  return region.role === Role.thing && below > 0.85 * region.area && beside > 0.35 * total;
}

/** Brown, as wood is. */
export const isWooden = ({ paint, colour: [red, green, blue] }: Region): boolean =>
  paint === Paint.wood || paint === Paint.brick || (red > green + 12 && green > blue + 10 && red - blue > 42);

/** One paint, perhaps in the shade: colours that differ by their brightness, not by their tint. */
function isLike(one: Region, other: Region): boolean {
  const scale = (lumaOf(...one.colour) + 1) / (lumaOf(...other.colour) + 1);
  if (scale < 0.6 || scale > 1.7) return false;
  return one.colour.every((value, channel) => Math.abs(value - other.colour[channel]! * scale) < 9);
}
