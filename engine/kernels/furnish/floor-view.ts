/** The camera of a picture in which somebody has shown the four corners of a rectangle on the floor. */
import type { Size } from '../../base/blur.ts';
import { cross, dot, normalise, type Vec3 } from '../../base/vector.ts';
import type { Point } from '../material/homography.ts';
import type { LineSegment } from '../material/line-segments.ts';
import { edgeFit, priorWeight, type RoomAxes, usual, usualFocal } from './room-frame.ts';
import { floorPoint, type RoomView } from './room-view.ts';

/** A rectangle on the floor along the room's axes, metres. */
export interface FloorRectangle {
  left: number;
  right: number;
  near: number;
  far: number;
}

export interface FloorView {
  view: RoomView;
  floor: FloorRectangle;
  /** True when the corners tell the focal length; else edges and the usual lens do. */
  isFocalSeen: boolean;
}

/** Focal lengths that are tried, shares of the long side: lenses of 14–70 mm. */
const focals = Array.from({ length: 61 }, (_, i) => 0.4 * 5 ** (i / 60));
/** Standard deviation of a marked corner from its true position, as a share of the long side. */
const slip = 0.004;
/** Squared deviations from a right angle beyond which the corners are no rectangle. */
const most = 16;
/** By how much other lenses must fit worse for the corners to tell the lens. */
const telling = 4;

/**
 * The camera by the two vanishing points of the rectangle: the floor's horizon goes through both, and they are square to
 * each other at one focal length (Caprile & Torre, IJCV 1990). A rectangle seen from straight ahead fits all lenses:
 * each is weighed by how far its right angle is off, against what slips of the hand do to it, by the picture's edges,
 * and by the lens rooms are taken with.
 *
 * @param corners in order round the rectangle, pixels of `size`
 * @param eyeHeight height of the camera, metres: the scale of everything
 * @returns undefined where no camera sees these corners as a rectangle on a floor
 */
export function viewOfFloor(
  corners: readonly Point[],
  segments: readonly LineSegment[],
  size: Size,
  eyeHeight: number,
): FloorView | undefined {
  const side = Math.max(size.width, size.height);
  const places = corners.map(({ x, y }) => [(x - size.width / 2) / side, (y - size.height / 2) / side] as const);
  const fitOf = edgeFit(segments, size);
  let best: { focal: number; axes: RoomAxes; score: number; miss: number } | undefined;
  for (const focal of focals) {
    const axes = axesOf(places, focal);
    const miss = missOf(places, focal);
    const strange = (Math.log(focal / usualFocal) / usual.focalSpread) ** 2;
    const score = fitOf(axes, focal) - priorWeight * (strange + miss);
    if (!best || score > best.score) best = { focal, axes, score, miss };
  }
  const { focal, axes, score, miss } = best!;
  if (miss > most) return undefined;
  const support = fitOf(axes, focal);
  const view: RoomView = { ...axes, focal: focal * side, size, eyeHeight, segments, support, score };
  const floor = rectangleOf(corners, view);
  const isFocalSeen = [focal / 1.25, focal * 1.25].every((other) => missOf(places, other) - miss > telling);
  return floor && { view, floor, isFocalSeen };
}

type Place = readonly [x: number, y: number];

/** The directions of the rectangle's sides before the camera, of unit length. */
function sidesOf(places: readonly Place[], focal: number): readonly [Vec3, Vec3] {
  const [a, b, c, d] = places.map(([x, y]): Vec3 => [x, y, 1]);
  const directionOf = ([x, y, z]: Vec3) => normalise([x, y, z * focal]);
  return [directionOf(cross(cross(a!, b!), cross(d!, c!))), directionOf(cross(cross(a!, d!), cross(b!, c!)))];
}

/** Squared deviation of the rectangle's angle from a right one, against what slips of single corners do to it. */
function missOf(places: readonly Place[], focal: number): number {
  const off = dot(...sidesOf(places, focal));
  let variance = 1e-12;
  for (let i = 0; i < 8; i++) {
    const moved = places.map((place, k): Place => {
      if (k !== i >> 1) return place;
      return i % 2 === 0 ? [place[0] + slip, place[1]] : [place[0], place[1] + slip];
    });
    variance += (dot(...sidesOf(moved, focal)) - off) ** 2;
  }
  return off ** 2 / variance;
}

/** The room's axes: ahead is the side that leads away from the camera most; both give way alike to be square. */
function axesOf(places: readonly Place[], focal: number): RoomAxes {
  const sides = sidesOf(places, focal);
  const [away, aside] = Math.abs(sides[0][2]) > Math.abs(sides[1][2]) ? sides : ([sides[1], sides[0]] as const);
  const ahead = away[2] < 0 ? turned(away) : away;
  const right = cross(aside, ahead)[1] > 0 ? turned(aside) : aside;
  const half = dot(ahead, right) / 2;
  const up = normalise(cross(right, ahead));
  const squared = normalise([ahead[0] - right[0] * half, ahead[1] - right[1] * half, ahead[2] - right[2] * half]);
  return { ahead: squared, right: normalise(cross(squared, up)), up };
}

function turned([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}

/** The largest rectangle along the axes inside the corners; undefined where one of them is not on the floor. */
function rectangleOf(corners: readonly Point[], view: RoomView): FloorRectangle | undefined {
  const places = corners.flatMap(({ x, y }) => floorPoint(view, x, y) ?? []);
  if (places.length < 4) return undefined;
  const across = places.map(({ x }) => x).sort((a, b) => a - b);
  const ahead = places.map(({ z }) => z).sort((a, b) => a - b);
  return { left: across[1]!, right: across[2]!, near: ahead[1]!, far: ahead[2]! };
}
