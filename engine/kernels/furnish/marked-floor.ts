/** A room in which a person has shown where furniture may stand. */
import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import type { Point } from '../material/homography.ts';
import { type FloorRectangle, viewOfFloor } from './floor-view.ts';
import { type Openings, openingsOn, type Wall, type WallName } from './layout.ts';
import { findBoxIn, type Room, type RoomBox } from './room-box.ts';
import { findRoomEdges } from './room-view.ts';
import { scaledToCeiling, usualEye } from './scaled-room.ts';

/** Area where furniture may stand, and those of its edges that are walls. */
export interface MarkedFloor extends FloorRectangle {
  walls: ReadonlySet<WallName>;
  /** True when the corners tell the focal length. */
  isFocalSeen: boolean;
}

export interface MarkedRoom extends Room {
  marked: MarkedFloor;
}

/** Said of corners that {@link findMarkedRoom} finds no camera for. */
export const noRectangle = '标出的四个角算不出透视：它们不像地面上的一块矩形，请重新「标出地面」';

/**
 * A wall that was found this near to an edge of the marked floor, metres or as a share of the way there, stands on it.
 */
const nearWall = { metres: 0.3, share: 0.07 };
/** Assumed distance beyond the marked floor of a wall that was found inside it, metres. */
const pushedBack = 0.6;

/**
 * The room round a marked floor: camera by its corners, scale as of a room without one, walls and ceiling as far as
 * the picture shows them. What a person has marked is floor: walls found in it stand behind it, and nobody knows where.
 *
 * @param corners in order round a rectangle on the floor, pixels of `size`
 * @param eyeHeight metres, where it is known
 * @returns undefined where no camera sees these corners as a rectangle on a floor
 */
export function findMarkedRoom(
  rgb: RgbBytes,
  size: Size,
  corners: readonly Point[],
  eyeHeight?: number,
): MarkedRoom | undefined {
  const found = viewOfFloor(corners, findRoomEdges(rgb, size), size, eyeHeight ?? usualEye);
  if (!found) return undefined;
  const box = findBoxIn(rgb, found.view);
  const room = eyeHeight === undefined ? scaledToCeiling(box) : box;
  const floor = scaled(found.floor, room.view.eyeHeight / found.view.eyeHeight);
  const walls = new Set<WallName>();
  const settle = (name: WallName, wall: number, edge: number, outwards: 1 | -1) => {
    const beyond = (wall - edge) * outwards;
    if (Math.abs(beyond) > Math.max(nearWall.metres, nearWall.share * Math.abs(edge)))
      return beyond > 0 ? wall : edge + pushedBack * outwards;
    walls.add(name);
    return edge;
  };
  const settled: RoomBox = {
    left: settle('left', room.box.left, floor.left, -1),
    right: settle('right', room.box.right, floor.right, 1),
    back: settle('back', room.box.back, floor.far, 1),
    height: room.box.height,
  };
  return { ...room, box: settled, marked: { ...floor, walls, isFocalSeen: found.isFocalSeen } };
}

function scaled({ left, right, near, far }: FloorRectangle, by: number): FloorRectangle {
  return { left: left * by, right: right * by, near: near * by, far: far * by };
}

/** The edges of a marked floor as places for furniture, those first at which a wall was found. */
export function wallsOfFloor({ marked }: MarkedRoom, openings: Openings): Wall[] {
  const { left, right, near, far, walls } = marked;
  const [x, z] = [(left + right) / 2, (near + far) / 2];
  const [across, ahead] = [right - left, far - near];
  const wallAt = (name: WallName, place: Pick<Wall, 'x' | 'z' | 'turn' | 'length' | 'depth'>) => {
    const along = (at: number) => (name === 'back' ? at - x : name === 'left' ? at - z : z - at);
    const seen = walls.has(name) ? openings : { windows: [] };
    return { name, ...place, ...openingsOn(seen, name, along), isOpen: !walls.has(name) };
  };
  const all = [
    wallAt('back', { x, z: far, turn: 0, length: across, depth: ahead }),
    wallAt('left', { x: left, z, turn: -Math.PI / 2, length: ahead, depth: across }),
    wallAt('right', { x: right, z, turn: Math.PI / 2, length: ahead, depth: across }),
  ];
  return all.sort((a, b) => Number(a.isOpen) - Number(b.isOpen));
}
