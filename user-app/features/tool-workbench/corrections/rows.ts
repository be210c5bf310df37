import type { Room, Spot } from './findings';

/** A row of a site plan's `reassigned`. */
export interface Reassigned extends Spot {
  name: string;
}

/** A row of a floor plan's `rooms`: they belong to the rooms by area, largest first. */
export interface RoomRow {
  name: string;
  floor: string;
}

export const automaticFloor = 'auto';

/**
 * The rows with one region given another class, in place of earlier rows for the same region.
 *
 * @param isSame whether a former row lies in the region that is meant
 */
export function reassign(
  rows: readonly Reassigned[],
  next: Reassigned,
  isSame: (former: Reassigned) => boolean,
): Reassigned[] {
  return [...rows.filter((row) => !isSame(row)), next];
}

/** The rows with one room named. Rows go by place, so missing ones before it are filled with what was found. */
export function nameRoom(
  rows: readonly RoomRow[],
  place: number,
  next: RoomRow,
  found: readonly (Room | undefined)[],
): RoomRow[] {
  const filled = Array.from(
    { length: Math.max(rows.length, place + 1) },
    (_, at) => rows[at] ?? plainRow(found[at], at),
  );
  return withoutIdleEnd(filled.with(place, next), found);
}

/** The rows with a room as it is found by itself. */
export function forgetRoom(rows: readonly RoomRow[], place: number, found: readonly (Room | undefined)[]): RoomRow[] {
  if (place >= rows.length) return [...rows];
  return withoutIdleEnd(rows.with(place, plainRow(found[place], place)), found);
}

/** Returns true when a row says something that would not be so without it. */
export function isRoomChanged(row: RoomRow | undefined, found: Room | undefined): boolean {
  return row !== undefined && (row.floor !== automaticFloor || row.name !== found?.name);
}

function plainRow(room: Room | undefined, place: number): RoomRow {
  return { name: room?.name ?? `房间${place + 1}`, floor: automaticFloor };
}

function withoutIdleEnd(rows: readonly RoomRow[], found: readonly (Room | undefined)[]): RoomRow[] {
  const last = rows.findLastIndex((row, place) => {
    const plain = plainRow(found[place], place);
    return row.floor !== plain.floor || row.name !== plain.name;
  });
  return rows.slice(0, last + 1);
}
