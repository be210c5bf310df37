/** Plan of a room and its view: the walls about the viewer, the windows and the camera. */
import { makeRandom } from '../../base/random.ts';
import type { WallName } from '../furnish/layout.ts';
import type { RoomBox } from '../furnish/room-box.ts';
import type { RoomLight } from '../furnish/room-light.ts';
import type { RoomView } from '../furnish/room-view.ts';
import { type InteriorBrief, type RoomKind, roomRules } from './interior-brief.ts';

export type RoomWindow = Omit<RoomLight['windows'][number], 'isShining'>;

/** Metres; the viewer stands at x = z = 0 and looks towards z. */
export interface RoomPlan {
  box: RoomBox;
  /** The wall behind the viewer. */
  near: number;
  view: RoomView;
  /** Degrees, as the tracer's camera has them. */
  yaw: number;
  angle: number;
  windows: RoomWindow[];
  /** Opening in the ceiling. */
  skylight?: { x0: number; x1: number; z0: number; z1: number };
  main: WallName;
  /** The side the picture opens to: the windows' or the main wall's, -1 left and 1 right. */
  side: -1 | 1;
}

const behind = 1.3;
const eyeHeight = 1.4;
/** Half the angle of view as a tangent, for square pictures; other shapes share it out. Tall pictures come nearer. */
const openness = { wide: 0.6, tall: 0.54 };
/** Rooms whose main wall is the far one, so that it has no window. */
export const closedAhead: ReadonlySet<RoomKind> = new Set([
  'kitchen',
  'bathroom',
  'hall',
  'dressing',
  'lobby',
  'exhibition',
  'cafe',
  'childrens',
]);
/** Rooms of work have windows from end to end. */
const banded: ReadonlySet<RoomKind> = new Set(['lobby', 'office', 'meeting', 'exhibition', 'cafe', 'restaurant']);

/** @param output its number among the pictures of a run: sides and windows go round by it */
export function planRoom(brief: InteriorBrief, aspect: number, seed: number, output: number): RoomPlan {
  const { room, windows: wished, ceiling } = brief;
  const rule = roomRules[room];
  const random = makeRandom(seed * 977 + output * 131 + 5);
  const side = (seed + Math.ceil(output / 2)) % 2 === 0 ? -1 : 1;
  const opensAhead = !closedAhead.has(room) && (wished.has('end') || (!wished.has('side') && output % 2 === 1));
  const isTall = aspect < 0.9;
  const width = rule.size[0] * (0.96 + 0.1 * random());
  const back = rule.size[1] * (isTall ? 0.86 : 1) * (0.96 + 0.1 * random());
  // Tall pictures see less to the sides: the viewer stands nearer to the middle.
  const lean = isTall ? 0.56 : 0.62;
  const box: RoomBox = {
    left: side < 0 ? -width * lean : -width * (1 - lean),
    right: side < 0 ? width * (1 - lean) : width * lean,
    back,
    height: ceiling ?? rule.size[2],
  };
  const half = (isTall ? openness.tall : openness.wide) * Math.sqrt(aspect);
  const yaw = side * (isTall ? 5 : 9);
  const sideWall = side < 0 ? 'left' : 'right';
  return {
    box,
    near: -behind,
    view: viewOf(aspect, half, (yaw * Math.PI) / 180),
    yaw,
    angle: (Math.atan(half) * 360) / Math.PI,
    windows: [windowOf(brief, box, width, opensAhead ? 'back' : sideWall)],
    ...(wished.has('skylight') && {
      skylight: { x0: box.left + width * 0.3, x1: box.right - width * 0.3, z0: back * 0.42, z1: back * 0.82 },
    }),
    main: opensAhead ? sideWall : 'back',
    side,
  };
}

/** @param half tangent of half the angle of view @param turn radians */
function viewOf(aspect: number, half: number, turn: number): RoomView {
  const size = { width: 1000, height: Math.round(1000 / aspect) };
  return {
    size,
    focal: size.width / 2 / half,
    right: [Math.cos(turn), 0, Math.sin(turn)],
    up: [0, -1, 0],
    ahead: [-Math.sin(turn), 0, Math.cos(turn)],
    eyeHeight,
    support: 1,
    score: 1,
    segments: [],
  };
}

/** @param width of the room, metres */
function windowOf(
  { room, windows: wished }: InteriorBrief,
  box: RoomBox,
  width: number,
  side: RoomWindow['side'],
): RoomWindow {
  const { back, height } = box;
  const isBanded = banded.has(room);
  const low = wished.has('wide') ? 0.06 : roomRules[room].sill;
  const isWide = wished.has('wide') || isBanded || low < 0.2;
  const high = isWide ? height - 0.28 : Math.min(2.35, height - 0.35);
  if (side === 'back') {
    const margin = width * (isWide ? 0.1 : 0.24);
    return { side, from: box.left + margin, to: box.right - margin, low, high };
  }
  if (!isWide) return { side, from: back * 0.34, to: back * 0.34 + Math.min(2.4, back * 0.44), low, high };
  return { side, from: isBanded ? -0.6 : back * 0.18, to: back - (isBanded ? 0.5 : 0.7), low, high };
}
