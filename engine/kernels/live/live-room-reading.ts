import type { Size } from '../../base/blur.ts';
import { Paint } from './live-paint.ts';
import { bluePaints, heightOf, parentOf, widthOf } from './live-parts.ts';
import type { Region } from './live-regions.ts';
import { Role } from './live-role.ts';
import type { LiveWish } from './live-words.ts';

const notInRooms: ReadonlySet<Paint> = new Set([Paint.sky, Paint.water, Paint.grass, Paint.foliage]);

/**
 * A one-point perspective: what borders on the four sides of the canvas are four different areas, and something lies
 * within. Sets the roles when it is one, or when it is said to be a room.
 */
export function readRoom(list: readonly Region[], { width, height }: Size, wish: LiveWish): boolean {
  if (wish.isRoom === false) return false;
  const most = (key: 'atTop' | 'atBottom' | 'atLeft' | 'atRight') =>
    list.reduce((best, region) => (region[key] > best[key] ? region : best), list[0]!);
  const [top, bottom, left, right] = [most('atTop'), most('atBottom'), most('atLeft'), most('atRight')];
  const isFourfold = new Set([top, bottom, left, right]).size === 4;
  const isSpread =
    top.atTop > 0.5 * width &&
    bottom.atBottom > 0.5 * width &&
    left.atLeft > 0.45 * height &&
    right.atRight > 0.45 * height &&
    top.bottom < 0.6 * height &&
    bottom.top > 0.4 * height;
  const isPlain = [top, left, right].every(({ paint }) => !notInRooms.has(paint));
  if (!(isFourfold && isSpread && isPlain)) {
    if (wish.isRoom) readLooseRoom(list, { width, height });
    return wish.isRoom === true;
  }
  for (const region of list) region.role = roleInRoom(region, { width, height });
  top.role = Role.ceiling;
  bottom.role = Role.floor;
  left.role = Role.wall;
  right.role = Role.wall;
  for (const region of list) {
    if (region.role === Role.wall && region !== left && region !== right) findOpening(region, list);
  }
  return true;
}

function roleInRoom(region: Region, { width, height }: Size): Role {
  if (bluePaints.has(region.paint) && region.bottom < 0.62 * height) return Role.window;
  if (region.paint === Paint.foliage || region.paint === Paint.grass) return Role.foliage;
  const isThing =
    region.area < 0.3 * width * height &&
    region.bottom > 0.62 * height &&
    (region.paint !== Paint.paper || region.top > 0.45 * height);
  return isThing ? Role.thing : Role.wall;
}

/** Unpainted or bright areas within a wall become its windows, tall ones at its foot doors. */
function findOpening(region: Region, list: readonly Region[]): void {
  if (region.paint !== Paint.paper && region.paint !== Paint.light) return;
  const parent = parentOf(region, list);
  if (parent < 0 || region.area > 0.5 * list[parent]!.area) return;
  const isDoor = region.bottom > list[parent]!.bottom - 4 && heightOf(region) > 1.4 * widthOf(region);
  region.role = isDoor ? Role.door : Role.window;
  region.parent = parent;
}

/** A room that is seen from no clear place: what runs off below is floor, above ceiling, the rest wall or thing. */
function readLooseRoom(list: readonly Region[], { width, height }: Size): void {
  for (const region of list) {
    const share = region.area / (width * height);
    if (region.atBottom > 0.1 * width && region.y > 0.55 * height) region.role = Role.floor;
    else if (region.atTop > 0.12 * width && region.y < 0.3 * height) region.role = Role.ceiling;
    else if (bluePaints.has(region.paint)) region.role = Role.window;
    else region.role = share < 0.06 && region.y > 0.5 * height ? Role.thing : Role.wall;
  }
}
