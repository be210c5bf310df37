import type { Size } from '../base/blur.ts';
import { type JobPicture, JobRefused, type ToolJob, type ToolResult, UnsuitablePicture } from '../base/job.ts';
import type { Pixels } from '../base/picture-file.ts';
import { refusalOf } from '../base/refusals.ts';
import { looksOutdoor } from '../kernels/furnish/indoors.ts';
import { type LayoutOptions, type Openings, type Wall, wallsOf } from '../kernels/furnish/layout.ts';
import { findMarkedRoom, type MarkedFloor, noRectangle, wallsOfFloor } from '../kernels/furnish/marked-floor.ts';
import { clutterOf, isDoubtful, isFurnished } from '../kernels/furnish/occupancy.ts';
import type { Room } from '../kernels/furnish/room-box.ts';
import { type RoomLight, readRoomLight } from '../kernels/furnish/room-light.ts';
import { findScaledRoom } from '../kernels/furnish/scaled-room.ts';
import { isClearOf, thingsIn } from '../kernels/furnish/standing-things.ts';
import { findDoors } from '../kernels/furnish/wall-doors.ts';
import { windowsIn } from '../kernels/furnish/wall-windows.ts';
import type { Point } from '../kernels/material/homography.ts';
import type { SceneReading } from '../kernels/scene/scene-reading.ts';
import { sceneLayersOf } from '../steps/scene-layers.ts';

/** Less floor than this share of the picture is no place for furniture. */
const leastFloor = 0.06;
/** Clear corners, as a share of the long side, without which nothing is known about the room. */
const leastCorners = 0.12;
/** Parts of walls that shine down to the floor are rather doors, passages or sunlit wall, metres. */
const leastSill = 0.3;
/** A marked floor with a shorter side than this takes no furniture, metres. */
const leastSide = 0.8;
/** The way on where the floor was not found or is taken. */
const orMark = '请用「标出地面」点出一块空地的四个角';

/** A room to furnish, as far as its picture tells. */
export interface Surveyed {
  room: Room;
  light: RoomLight;
  walls: readonly Wall[];
  /** Free floor as marked by the person. */
  marked?: MarkedFloor;
  /** True when things may stand on the floor that were not told from it. */
  isDoubtful?: boolean;
}

/**
 * The corners of the marked floor in the base as it is worked on.
 * @param scale pixels of `whole` per pixel of the picture they were set in
 * @param base the middle of `whole`
 */
export function cornersIn(corners: readonly Point[], scale: number, whole: Size, base: Size): Point[] {
  const [left, top] = [(whole.width - base.width) >> 1, (whole.height - base.height) >> 1];
  return corners.map(({ x, y }) => ({ x: x * scale - left, y: y * scale - top }));
}

/**
 * @param corners of the marked floor, none where it is to be found
 * @param eyeHeight metres, where it is known
 * @throws UnsuitablePicture; JobRefused where the corners are none of a floor
 */
export function survey(base: Pixels, corners: readonly Point[], eyeHeight: number | undefined): Surveyed {
  refuseOutdoors(base);
  return corners.length > 0 ? surveyMarked(base, corners, eyeHeight) : surveyFound(base, eyeHeight);
}

/** @throws UnsuitablePicture */
export function refuseOutdoors(base: Pixels): void {
  if (looksOutdoor(base.rgb, base)) throw refusalOf('outdoorsForFurniture');
}

/**
 * The room round the floor a person has marked: it is taken as free, whatever else the picture shows.
 * @throws JobRefused
 */
function surveyMarked(base: Pixels, corners: readonly Point[], eyeHeight: number | undefined): Surveyed {
  const room = findMarkedRoom(base.rgb, base, corners, eyeHeight);
  if (!room) throw new JobRefused(noRectangle);
  const { left, right, near, far } = room.marked;
  const shorter = Math.min(right - left, far - near);
  if (shorter < leastSide)
    throw new JobRefused(
      `标出的地面约 ${sizeOf(room.marked)}，放不下家具，请标大一些；如果实际更大，请打开「指定相机高度」调整`,
    );
  const light = readRoomLight(base.rgb, room);
  return { room, light, walls: wallsOfFloor(room, openingsIn(base, room, light)), marked: room.marked };
}

/**
 * Doors, windows, and the windows that are sure: where a network read the picture, those that it saw, else those that
 * shine and have a sill; none that may be a door.
 */
function openingsIn(base: Pixels, room: Room, light: RoomLight, reading?: SceneReading): Openings {
  const seen = reading && windowsIn(reading, room);
  const glass = seen ?? light.windows.filter(({ low, isShining }) => isShining && low > leastSill);
  const doors = findDoors(base.rgb, room);
  const isDoor = ({ side, from, to }: (typeof glass)[number]) =>
    doors.some((door) => door.side === side && from < door.to && to > door.from);
  return { windows: [...light.windows, ...(seen ?? [])], glass: glass.filter((one) => !isDoor(one)), doors };
}

/**
 * The bare room a picture shows.
 * @throws UnsuitablePicture
 */
export function surveyFound(base: Pixels, eyeHeight?: number): Surveyed {
  const room = findScaledRoom(base.rgb, base, eyeHeight);
  const light = readRoomLight(base.rgb, room);
  const walls = wallsOf(room, openingsIn(base, room, light));
  if (room.floorShare < leastFloor || walls.length === 0) {
    throw new UnsuitablePicture(
      `画面里能看到的地面太少，无法摆放家具，${orMark}，或换一张平视、能看到地面和墙面的室内照片`,
    );
  }
  if (room.corners < leastCorners) {
    throw new UnsuitablePicture(
      `没有找到墙面与地面的交线，无法判断透视，${orMark}，或换一张能看清墙角和地面的室内照片`,
    );
  }
  const clutter = clutterOf(base.rgb, base, room);
  if (isFurnished(clutter)) throw refusalOf('furnishedRoom');
  return { room, light, walls, isDoubtful: isDoubtful(clutter) };
}

/**
 * A picture's room with the windows that a network saw, and what tells its free places from occupied ones; without a
 * network as it is. In rooms that look bare all places are free: their walls' feet and sunlit patches are read as
 * furniture more often than any stands there.
 */
export async function placeAsRead(
  job: Pick<ToolJob, 'models' | 'cacheFolder' | 'readings'>,
  picture: JobPicture,
  place: Surveyed & { base: Pixels },
): Promise<{ walls: Surveyed['walls']; isClear?: LayoutOptions['isClear'] }> {
  const { room, marked, isDoubtful } = place;
  if (!job.models) return place;
  const { reading } = await sceneLayersOf(picture, job);
  const walls = wallsWith(place, reading);
  const things = marked || isDoubtful ? thingsIn(reading) : undefined;
  return { walls, ...(things && { isClear: (filled) => isClearOf(things, room.view, filled) }) };
}

/** The walls with the windows that a network saw. */
function wallsWith({ room, light, marked, base }: Surveyed & { base: Pixels }, reading: SceneReading) {
  const openings = openingsIn(base, room, light, reading);
  return marked ? wallsOfFloor({ ...room, marked }, openings) : wallsOf(room, openings);
}

export function nothingFits({ marked }: Surveyed): string {
  return marked
    ? `标出的地面约 ${sizeOf(marked)}，放不下所选空间的家具，或上面已有东西，请标一块更大、空着的地面，或换一种空间`
    : `可布置的地面太小，或上面已有东西，放不下所选空间的家具，${orMark}，或换一张视野更宽的照片、调整相机高度`;
}

function sizeOf({ left, right, near, far }: MarkedFloor): string {
  return `${metres(right - left)}×${metres(far - near)} 米`;
}

function metres(value: number): number {
  return Math.round(value * 10) / 10;
}

export function factsOf(
  { room: { box, view, corners }, marked, isDoubtful }: Surveyed,
  lists: string[],
  { num, things }: { num: number; things: keyof typeof noteOnThings },
): NonNullable<ToolResult['facts']> {
  const facts: NonNullable<ToolResult['facts']> = { cameraHeight: Math.round(view.eyeHeight * 100) / 100 };
  if (marked) facts.markedFloor = sizeOf(marked);
  else Object.assign(facts, { roomDepth: metres(box.back), roomHeight: metres(box.height) });
  facts.pieces = num === 1 ? lists[0]! : lists.map((list, i) => `${i + 1}：${list}`).join('；');
  const note = marked ? noteOnMarked(marked, things) : noteOnFound(view.support === 0 || corners < 0.4, isDoubtful);
  if (note) facts.note = note;
  return facts;
}

/** Notes on the treatment of things that stand on a marked floor. */
const noteOnThings = {
  avoided: '',
  unknown: '没有识别标出的范围内是否有东西',
  overruled: '标出的范围内像是有东西，仍按标出的空地布置，如有重叠请重新标出',
} as const;

function noteOnMarked({ isFocalSeen }: MarkedFloor, things: keyof typeof noteOnThings): string {
  const notes = ['地面由手动标出：家具只摆在标出的范围内，墙上和顶上不挂东西，大小按相机高度推算'];
  if (!isFocalSeen) notes.push('从四个角看不出镜头焦距，进深为估计值');
  return [...notes, noteOnThings[things]].filter(Boolean).join('；');
}

function noteOnFound(isGuessed: boolean, isDoubtful: boolean | undefined): string | undefined {
  if (isGuessed)
    return '照片中可用的直线很少，透视为估计值；如家具大小不合适，请打开“指定相机高度”调整，或用「标出地面」点出四个角';
  if (isDoubtful)
    return '画面下部东西较多，若房间里已有家具，新家具可能与它们重叠，请用「标出地面」标出空着的地方，或先用「消除」移走';
  return undefined;
}
