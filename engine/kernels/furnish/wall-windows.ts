/** Windows of a photographed room's walls as a network tells them. */
import type { SceneReading } from '../scene/scene-reading.ts';
import { type Face, meetBox, type Room } from './room-box.ts';
import type { RoomLight } from './room-light.ts';
import { rayOf, resized } from './room-view.ts';

type SeenWindow = RoomLight['windows'][number];

/** Walls of a room's box. */
type WallName = Exclude<Face, 'floor' | 'ceiling'>;

/** A point shows a window from this share on, of 255. */
const sure = 128;
/** Places along a wall are counted in steps of this many metres; windows less than three steps apart are one. */
const step = 0.1;
const apart = 3;
/** Least width of a window, metres, and least points in the reading. */
const narrowest = 0.4;
const leastPoints = 24;

/** The windows in a room as it was read; undefined where no network did, or saw no room. */
export function windowsIn(
  { shares, width, height, readBy, place }: SceneReading,
  { view, box }: Pick<Room, 'view' | 'box'>,
): SeenWindow[] | undefined {
  if (readBy === 'classical' || place !== 'interior') return undefined;
  const small = resized(view, { width, height });
  const points: Record<WallName, { along: number; high: number }[]> = { back: [], left: [], right: [] };
  for (let i = 0; i < shares.window.length; i++) {
    if (shares.window[i]! < sure) continue;
    const [dx, dy, dz] = rayOf(small, (i % width) + 0.5, Math.floor(i / width) + 0.5);
    const { face, far } = meetBox(box, view.eyeHeight, [dx, dy, dz]);
    if (face === 'floor' || face === 'ceiling') continue;
    points[face].push({ along: (face === 'back' ? dx : dz) * far, high: view.eyeHeight + dy * far });
  }
  return (['back', 'left', 'right'] as const).flatMap((side) =>
    groupsOf(points[side]).flatMap((group): SeenWindow[] => {
      const [from, to] = [group[0]!.along, group.at(-1)!.along];
      if (to - from < narrowest || group.length < leastPoints) return [];
      const heights = group.map(({ high }) => high).sort((one, other) => one - other);
      const at = (share: number) => heights[Math.floor((heights.length - 1) * share)]!;
      return [{ side, from, to, low: at(0.04), high: at(0.96), isShining: true }];
    }),
  );
}

/** Points in order along the wall, parted where none lie for a while. */
function groupsOf(points: readonly { along: number; high: number }[]) {
  const ordered = points.toSorted((one, other) => one.along - other.along);
  const groups: (typeof ordered)[] = [];
  for (const point of ordered) {
    const last = groups.at(-1)?.at(-1);
    if (last && point.along - last.along < step * apart) groups.at(-1)!.push(point);
    else groups.push([point]);
  }
  return groups;
}
