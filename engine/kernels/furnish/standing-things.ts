/** Things that stand in a photographed room already, so that nothing is put inside, before or on top of them. */
import type { Size } from '../../base/blur.ts';
import type { SceneClass, SceneReading } from '../scene/scene-reading.ts';
import { Mesh } from '../trace/mesh.ts';
import { coverageOf } from './coverage.ts';
import type { FilledBox } from './layout.ts';
import { type RoomView, resized } from './room-view.ts';

const standing: readonly SceneClass[] = ['furniture', 'plant', 'person', 'vehicle', 'other'];
/** A point shows a thing from this sum of its classes on, of 255. */
const sure = 128;
/** Least height of a thing, as a share of the picture's height; lower ones are the foot of a wall. */
const leastHeight = 0.06;
/** Share of a piece's ground that may be read as a thing: edges of a reading are soft. */
const mostOnThings = 0.04;
/** Share of a piece's outline that may cover what stands nearer, and what stands behind. */
const mostNearer = 0.03;
const mostBehind = 0.12;
/** Height below which a piece lies flat on the floor, metres. */
const flat = 0.05;

export interface StandingThings {
  /** Of the reading. */
  size: Size;
  /** For every point the row of the lowest point of the thing it shows, below it without a gap; −1 where there is none. */
  foot: Int16Array;
}

/** The things in a room as it was read; undefined where no network did, or saw no room: those are not to be relied on. */
export function thingsIn({ shares, width, height, readBy, place }: SceneReading): StandingThings | undefined {
  if (readBy === 'classical' || place !== 'interior') return undefined;
  const foot = new Int16Array(width * height).fill(-1);
  const least = leastHeight * height;
  for (let x = 0; x < width; x++) {
    for (let y = height - 1; y >= 0; y--) {
      let top = y;
      while (top >= 0 && standing.reduce((sum, name) => sum + shares[name][top * width + x]!, 0) >= sure) top--;
      if (y - top >= least) for (let row = y; row > top; row--) foot[row * width + x] = y;
      if (top < y) y = top + 1;
    }
  }
  return { size: { width, height }, foot };
}

/**
 * Returns true when a box is clear of the things: its ground shows none, and its outline covers none that stands
 * nearer, and little of those behind it.
 *
 * @param view of any size with the sides of the reading
 */
export function isClearOf(
  { size, foot }: StandingThings,
  view: RoomView,
  { ground: { x0, x1, z0, z1 }, low, high }: FilledBox,
): boolean {
  const small = resized(view, size);
  const outline = new Mesh();
  outline.box(0, x0, low, z0, x1, high, z1);
  const covered = coverageOf(outline, small);
  let count = 0;
  let nearer = 0;
  let behind = 0;
  for (let x = 0; x < size.width; x++) {
    let base = -1;
    for (let y = size.height - 1; y >= 0; y--) {
      const i = y * size.width + x;
      if (!covered[i]) continue;
      if (base < 0) base = y;
      count++;
      if (foot[i]! > base + 1) nearer++;
      else if (foot[i]! >= 0) behind++;
    }
  }
  if (nearer > mostNearer * count || behind > mostBehind * count) return false;
  if (low > flat) return true;
  const ground = new Mesh();
  ground.floor(0, x0, z0, x1, z1, 0);
  let all = 0;
  let taken = 0;
  coverageOf(ground, small).forEach((shown, i) => {
    if (!shown) return;
    all++;
    if (foot[i]! >= 0) taken++;
  });
  return taken <= mostOnThings * all;
}
