/** Doors and passages of a photographed room's walls, by their jambs and lintels. */
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import type { Vec3 } from '../../base/vector.ts';
import type { Face, Room } from './room-box.ts';
import { project } from './room-view.ts';

/** Walls of a room's box. */
type WallName = Exclude<Face, 'floor' | 'ceiling'>;

/** An opening from the floor up; `from` and `to` are places along x on the far wall, along z on the side walls, metres. */
export interface WallDoor {
  side: WallName;
  from: number;
  to: number;
  high: number;
}

/** Distance of samples on a wall, metres. */
const grain = 0.03;
/** Change of Lab over two samples that is an edge. */
const leastStep = 0.035;
/** Share of a jamb's height that has to show its edge, and of a lintel's width. */
const leastJamb = 0.55;
const leastLintel = 0.5;
/** Clear widths of doors and passages, metres; the scale of a room is known to a fifth. */
const narrowest = 0.55;
const widest = 2.1;
/** Heights between which lintels lie. */
const lowest = 1.7;
const highest = 2.6;

/** A wall seen squarely: Lab of points `grain` apart, row 0 at the floor; NaN where the picture does not show it. */
interface SquareWall {
  columns: number;
  rows: number;
  lab: readonly [Float32Array, Float32Array, Float32Array];
}

/** Doors and passages of the far wall and the side walls. */
export function findDoors(rgb: RgbBytes, { view, box }: Pick<Room, 'view' | 'box'>): WallDoor[] {
  const { lightness, a, b } = labPlanes(rgb);
  const spans: Record<WallName, readonly [number, number, (along: number, high: number) => Vec3]> = {
    back: [box.left, box.right, (x, y) => [x, y, box.back]],
    left: [0.8, box.back, (z, y) => [box.left, y, z]],
    right: [0.8, box.back, (z, y) => [box.right, y, z]],
  };
  return (['back', 'left', 'right'] as const).flatMap((side) => {
    const [from, to, at] = spans[side];
    const columns = Math.floor((to - from) / grain);
    const rows = Math.floor(Math.min(box.height, highest + 0.5) / grain);
    if (columns < 10 || rows < lowest / grain) return [];
    const lab = [lightness, a, b].map(() => new Float32Array(columns * rows).fill(Number.NaN));
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const { x, y, depth } = project(view, at(from + (column + 0.5) * grain, (row + 0.5) * grain));
        const [px, py] = [Math.floor(x), Math.floor(y)];
        if (depth < 0.4 || px < 0 || py < 0 || px >= view.size.width || py >= view.size.height) continue;
        [lightness, a, b].forEach((plane, c) => {
          lab[c]![row * columns + column] = plane[py * view.size.width + px]!;
        });
      }
    }
    const wall: SquareWall = { columns, rows, lab: lab as unknown as SquareWall['lab'] };
    return doorsOn(wall).map(([left, right, high]) => ({
      ...{ side, high: high * grain },
      ...{ from: from + left * grain, to: from + right * grain },
    }));
  });
}

/**
 * Clearness 0–1 of a line down a column (`isUpright`) or along a row of the wall: the share of its seen points over which
 * the colour steps, the same way all along. Textures and things before the wall step now this way, now that.
 */
function lineShare(
  { columns, rows, lab }: SquareWall,
  isUpright: boolean,
  place: number,
  [from, to]: readonly [number, number],
): number {
  const last = (isUpright ? columns : rows) - 2;
  if (place < 1 || place > last) return 0;
  const sums = [0, 0, 0];
  let seen = 0;
  // Jambs lean a little where the camera is not quite known.
  const near = [place - 1, place, place + 1].filter((at) => at >= 1 && at <= last);
  for (let k = Math.max(0, from); k < Math.min(isUpright ? rows : columns, to); k++) {
    const steps = near.map((at) => {
      const [one, other] = isUpright
        ? [k * columns + at - 1, k * columns + at + 1]
        : [(at - 1) * columns + k, (at + 1) * columns + k];
      return lab.map((plane, c) => (plane[one]! - plane[other]!) * (c === 0 ? 1 : 2));
    });
    const best = largestStep(steps);
    if (!best) continue;
    seen++;
    const size = Math.hypot(...best);
    if (size > leastStep) for (const c of [0, 1, 2]) sums[c]! += best[c]! / size;
  }
  return seen < (to - from) * 0.35 || seen === 0 ? 0 : Math.hypot(...sums) / seen;
}

/** The largest of those that the picture shows. */
function largestStep(steps: readonly (readonly number[])[]): readonly number[] | undefined {
  const shown = steps.filter(([lightness]) => !Number.isNaN(lightness));
  return shown.toSorted((one, other) => Math.hypot(...other) - Math.hypot(...one))[0];
}

/** Left and right column and row of the lintel of each door, widest first where they overlap. */
function doorsOn(wall: SquareWall): (readonly [number, number, number])[] {
  const low = Math.round(0.12 / grain);
  const jambHigh = Math.round((lowest - 0.05) / grain);
  const jambs: number[] = [];
  const shares = Array.from({ length: wall.columns }, (_, column) => lineShare(wall, true, column, [low, jambHigh]));
  for (const [column, share] of shares.entries()) {
    const near = shares.slice(Math.max(0, column - 2), column + 3);
    if (share > leastJamb && share === Math.max(...near) && jambs.at(-1) !== column - 1) jambs.push(column);
  }
  const doors: (readonly [number, number, number])[] = [];
  for (const left of jambs) {
    for (const right of jambs) {
      const width = (right - left) * grain;
      if (width < narrowest || width > widest) continue;
      const lintel = lintelOf(wall, left, right);
      if (lintel !== undefined) doors.push([left, right, lintel]);
    }
  }
  doors.sort((one, other) => other[1] - other[0] - (one[1] - one[0]));
  return doors.filter(
    (door, place) => !doors.slice(0, place).some((other) => door[0] < other[1] && door[1] > other[0]),
  );
}

/** Row of the edge over an opening, above which its jambs do not go on; undefined without one. */
function lintelOf(wall: SquareWall, left: number, right: number): number | undefined {
  let best = leastLintel;
  let found: number | undefined;
  for (let row = Math.round(lowest / grain); row < Math.min(wall.rows - 3, highest / grain); row++) {
    const share = lineShare(wall, false, row, [left + 1, right]);
    if (share <= best) continue;
    const over: readonly [number, number] = [row + 5, wall.rows - 2];
    const goesOn = [left, right].filter((column) => lineShare(wall, true, column, over) > 0.6).length;
    if (goesOn === 2) continue;
    best = share;
    found = row;
  }
  return found;
}
