/** Places the pieces a room type wishes for: along its walls, with clearances, inside what the picture shows. */

import { rug } from '../trace/furniture-decor.ts';
import { Mesh } from '../trace/mesh.ts';
import type { AreaLight } from '../trace/scene.ts';
import type { FloorRectangle } from './floor-view.ts';
import { type Furnisher, rugMaterial } from './kit.ts';
import type { Furnishing } from './layer.ts';
import { makePiece, type PieceKind, type PieceWish } from './pieces.ts';
import type { Room } from './room-box.ts';
import type { RoomLight } from './room-light.ts';
import { floorPoint, project, type RoomView } from './room-view.ts';
import type { WallDoor } from './wall-doors.ts';

export type WallName = 'back' | 'left' | 'right';

/** A wall along which furniture stands. Along it `u` runs to the right as one faces it; `v` is the distance off it. */
export interface Wall {
  name: WallName;
  /** Middle of the part that is seen. */
  x: number;
  z: number;
  /** Turn that makes a piece face the room. */
  turn: number;
  /** Length seen, metres. */
  length: number;
  /** Free way in front of it, metres. */
  depth: number;
  /** Windows as [from, to] along `u`, and whatever else may be one: nothing tall stands before them. */
  windows: readonly (readonly [number, number])[];
  /** The windows among them that are sure: curtains hang at their sides. */
  glass: readonly (readonly [number, number])[];
  /** Doors and passages as [from, to] along `u`: nothing stands before them or hangs over them. */
  doors: readonly (readonly [number, number])[];
  /** True where only the floor to furnish ends, without a wall: low pieces stand along it. */
  isOpen?: boolean;
}

/** A wish for one piece. */
export interface FurnitureWish extends Partial<PieceWish> {
  kind: PieceKind;
  wall: Wall;
  u: number;
  /** From the wall to the piece's middle; left out: standing against the wall. */
  v?: number;
  /** Turn against the wall's, radians. */
  turn?: number;
  /** Height of its lower edge; such pieces hang and bar nothing. */
  y?: number;
  /** Density it belongs to: 0 always … 3 only in a full room. */
  need: 0 | 1 | 2 | 3;
  /** May stand on other pieces' ground: chairs pushed under tables, rugs. */
  isLoose?: boolean;
  /** Left out when this many steps aside do not help either. */
  slack?: number;
}

export interface Placed {
  kind: PieceKind;
  x: number;
  z: number;
  turn: number;
  width: number;
  depth: number;
  height: number;
  y: number;
}

/** Higher pieces need a wall behind them, metres. */
const freeStanding = 1.2;
/** Pieces no farther off their wall hang on it, metres. */
const hungWithin = 0.1;

/** Depth of the floor before a door that stays free, metres. */
const doorway = 0.95;

/** Ground that a piece covers, metres. */
interface Rect {
  x0: number;
  x1: number;
  z0: number;
  z1: number;
}

/** A box over a ground of the room, as a piece fills it. */
export interface FilledBox {
  ground: Rect;
  /** Heights of its lower and upper edge, metres; of what stands the lower one is 0. */
  low: number;
  high: number;
}

/** A window of a wall, places as in {@link RoomLight}. */
type SeenWindow = Pick<RoomLight['windows'][number], 'side' | 'from' | 'to'>;

/** Windows and doors of a room's walls. */
export interface Openings {
  windows: readonly SeenWindow[];
  /** Those that are sure; by default all. */
  glass?: readonly SeenWindow[];
  /** By default none. */
  doors?: readonly WallDoor[];
}

/** A stretch of a wall, as [from, to] along its `u`. */
const stretchOf = ({ from, to }: { from: number; to: number }, toU: (along: number) => number) => {
  const [a, b] = [toU(from), toU(to)];
  return [Math.min(a, b) - 0.05, Math.max(a, b) + 0.05] as const;
};

/**
 * Openings of one wall along its `u`.
 *
 * @param toU from places along x on the far wall, along z on the side walls
 */
export function openingsOn(
  { windows, glass = windows, doors = [] }: Openings,
  name: WallName,
  toU: (along: number) => number,
): Pick<Wall, 'windows' | 'glass' | 'doors'> {
  const on = (list: readonly SeenWindow[]) =>
    list.filter(({ side }) => side === name).map((one) => stretchOf(one, toU));
  return { windows: on(windows), glass: on(glass), doors: on(doors) };
}

/** The walls the picture shows enough of. */
export function wallsOf({ view, box }: Pick<Room, 'view' | 'box'>, openings: Openings): Wall[] {
  const { width, height } = view.size;
  const isSeen = (x: number, z: number) => {
    const p = project(view, [x, 0.3, z]);
    return p.depth > 0.6 && p.x > width * 0.01 && p.x < width * 0.99 && p.y < height * 1.02;
  };
  const span = (from: number, to: number, at: (t: number) => readonly [number, number]): readonly [number, number] => {
    let first = Infinity;
    let last = -Infinity;
    for (let t = from; t <= to; t += 0.05) {
      const [x, z] = at(t);
      if (!isSeen(x, z)) continue;
      first = Math.min(first, t);
      last = Math.max(last, t);
    }
    return [first, last];
  };
  const walls: Wall[] = [];
  const near = nearestFloor({ view });
  const [bx0, bx1] = span(box.left + 0.02, box.right - 0.02, (x) => [x, box.back - 0.3]);
  if (bx1 - bx0 > 1) {
    const middle = (bx0 + bx1) / 2;
    walls.push({
      name: 'back',
      x: middle,
      z: box.back,
      turn: 0,
      length: bx1 - bx0,
      depth: box.back - near,
      ...openingsOn(openings, 'back', (x) => x - middle),
    });
  }
  for (const name of ['left', 'right'] as const) {
    const x = box[name];
    const [z0, z1] = span(near, box.back, (z) => [x + (name === 'left' ? 0.3 : -0.3), z]);
    if (!(z1 - z0 > 1) || Math.abs(x) > 8.9) continue;
    const middle = (z0 + z1) / 2;
    const sign = name === 'left' ? 1 : -1;
    walls.push({
      name,
      x,
      z: middle,
      turn: name === 'left' ? -Math.PI / 2 : Math.PI / 2,
      length: z1 - z0,
      depth: Math.min(box.right, bx1 + 0.6) - Math.max(box.left, bx0 - 0.6),
      ...openingsOn(openings, name, (z) => sign * (z - middle)),
    });
  }
  return walls;
}

/** The nearest floor the picture shows below its middle, metres ahead. */
function nearestFloor({ view }: Pick<Room, 'view'>): number {
  const point = floorPoint(view, view.size.width / 2, view.size.height - 1);
  return point ? Math.max(0.8, point.z) : 0.8;
}

export interface LayoutOptions {
  /** Walls whose doors stay free; by default none. */
  walls?: readonly Wall[];
  room: Pick<Room, 'view' | 'box'>;
  /** Floor on which pieces may stand; by default all the floor the room has. */
  floor?: FloorRectangle | undefined;
  /** True when the picture shows nothing yet in this box. */
  isClear?: ((box: FilledBox) => boolean) | undefined;
  furnisher: Furnisher;
  density: 0 | 1 | 2 | 3;
  isPremium: boolean;
  isRich: boolean;
  /** Kinds that must not come. */
  unwanted: ReadonlySet<PieceKind>;
  variant: number;
}

export interface Layout {
  furnishing: Furnishing;
  placed: Placed[];
  /** Number of standing pieces whose `need` is 0. */
  mainCount: number;
}

/** Sets the wishes one after the other; those without a free spot, or out of the picture, are dropped. */
export function layOut(wishes: readonly FurnitureWish[], options: LayoutOptions): Layout {
  const { room, furnisher, density, isPremium, isRich, unwanted, variant } = options;
  const { left, right, back } = room.box;
  const ground: Ground = {
    view: room.view,
    floor: options.floor ?? { left, right, near: 0.9, far: back },
    isClear: options.isClear,
    taken: [],
    doorways: (options.walls ?? []).flatMap(doorwaysOf),
  };
  const mesh = new Mesh();
  const lights: AreaLight[] = [];
  const placed: Placed[] = [];
  let mainCount = 0;
  for (const [index, wish] of wishes.entries()) {
    if (wish.need > density || unwanted.has(wish.kind)) continue;
    const piece = makePiece(furnisher.kit, wish.kind, { variant: variant + index, isPremium, isRich, ...wish });
    const spot = findSpot(ground, wish, piece);
    if (!spot) continue;
    const { x, z, turn } = spot;
    const { width, depth, height } = piece;
    const isRug = wish.kind === 'rug' || wish.kind === 'roundRug';
    const own = isRug ? rugAt(furnisher, spot, piece, wish.kind === 'roundRug') : piece.mesh;
    const y = wish.y ?? 0;
    mesh.append(own, x, y, z, turn);
    if (wish.y === undefined && !wish.isLoose) ground.taken.push(grown(spot.rect, 0.02));
    if (wish.need === 0 && wish.y === undefined) mainCount++;
    placed.push({ kind: wish.kind, x, z, turn, width, depth, height, y });
    lights.push(...lampsOf(wish.kind, x, y, z));
  }
  return { furnishing: { mesh, materials: furnisher.materials, lights }, placed, mainCount };
}

/** The floor while it is filled. */
interface Ground extends Pick<LayoutOptions, 'isClear'> {
  view: RoomView;
  floor: FloorRectangle;
  /** Ground of the pieces set so far. */
  taken: Rect[];
  /** Ground before doors. */
  doorways: readonly Rect[];
}

interface PieceSize {
  width: number;
  depth: number;
  height: number;
}

interface Spot {
  x: number;
  z: number;
  turn: number;
  rect: Rect;
}

/** The first free spot from the wished one outwards along the wall, in steps of 0.14 m to either side. */
function findSpot(ground: Ground, wish: FurnitureWish, piece: PieceSize): Spot | undefined {
  const { wall } = wish;
  const v = wish.v ?? piece.depth / 2 + 0.02;
  const steps = wish.slack ?? 4;
  const low = wish.y ?? 0;
  const high = low + piece.height;
  const isAgainstWall = hugsWall(wish);
  const mayCoverWindows = !isAgainstWall || wish.kind === 'curtain';
  if (isAgainstWall && wall.isOpen && piece.height > freeStanding) return undefined;
  for (let k = 0; k <= steps * 2; k++) {
    const aside = (k % 2 ? 1 : -1) * Math.ceil(k / 2) * 0.14;
    const u = wish.u + aside;
    const { x, z } = onWall(wall, u, v);
    const turn = wall.turn + (wish.turn ?? 0);
    const rect = footprint(x, z, turn, piece);
    if (!isInside(rect, ground.floor) || !isSeen(ground.view, { x, z, low, height: piece.height, rect })) continue;
    if (coversOpening(ground, wish, { u, width: piece.width, rect, high: mayCoverWindows ? 0 : high })) continue;
    if (isFree(ground, wish, { ground: rect, low, high })) return { x, z, turn, rect };
  }
  return undefined;
}

function hugsWall({ v, y }: FurnitureWish): boolean {
  return v === undefined || (y !== undefined && v <= hungWithin);
}

/** True when the box meets no piece set before, unless the wish is loose or hangs, and nothing the picture shows. */
function isFree({ taken, isClear }: Ground, wish: FurnitureWish, box: FilledBox): boolean {
  if (wish.y === undefined && !wish.isLoose && taken.some((rect) => overlaps(box.ground, rect))) return false;
  return isClear?.(box) !== false;
}

function isInside({ x0, x1, z0, z1 }: Rect, floor: FloorRectangle): boolean {
  return x0 > floor.left - 0.01 && x1 < floor.right + 0.01 && z1 < floor.far + 0.01 && z0 > floor.near;
}

/** True when most of the piece is in the picture. */
function isSeen(
  view: RoomView,
  { x, z, low, height, rect }: { x: number; z: number; low: number; height: number; rect: Rect },
): boolean {
  const { width, height: tall } = view.size;
  const middle = project(view, [x, low + height * 0.35, z]);
  if (middle.x < 0 || middle.x > width || middle.y < 0 || middle.y > tall) return false;
  const foot = project(view, [x, low, z]);
  const near = project(view, [x, low, rect.z0]);
  return low > 0.5 || (foot.y < tall * 1.1 && near.y < tall * 1.4);
}

function rugAt(furnisher: Furnisher, { x, z, turn }: Spot, { width, depth }: PieceSize, isRound: boolean): Mesh {
  const isTurned = Math.abs(Math.sin(turn)) > 0.7;
  const [across, ahead] = isTurned ? [depth, width] : [width, depth];
  return rug(furnisher.add(rugMaterial(furnisher.look, x, z, across, ahead)), width, depth, isRound);
}

/** Lights of a lamp that stands or hangs at a point of the room; none of other pieces. */
function lampsOf(kind: PieceKind, x: number, y: number, z: number): AreaLight[] {
  const small = 0.22;
  const lamp = (high: number, direction: 1 | -1, strength: number): AreaLight => ({
    corner: [x - small / 2, high, z - small / 2],
    edgeA: [small, 0, 0],
    edgeB: [0, 0, small],
    facing: [0, direction, 0],
    light: [strength, strength * 0.8, strength * 0.55],
  });
  if (kind === 'pendant') return [lamp(y - 0.01, -1, 4)];
  return kind === 'floorLamp' ? [lamp(1.24, -1, 2.5), lamp(1.6, 1, 2.5)] : [];
}

/** The point `u` along and `v` off a wall, metres. */
function onWall(wall: Wall, u: number, v: number): { x: number; z: number } {
  const c = Math.cos(wall.turn);
  const s = Math.sin(wall.turn);
  return { x: wall.x + u * c - v * s, z: wall.z - v * c - u * s };
}

function coversWindow(wall: Wall, u: number, width: number, top: number): boolean {
  if (top < 0.95) return false;
  return wall.windows.some(([from, to]) => u + width / 2 > from && u - width / 2 < to);
}

/**
 * True for what stands within a step of a door, but for rugs, for what hangs over one, and for what is high before a
 * window.
 *
 * @param high upper edge, metres; 0 where windows may be covered
 */
function coversOpening(
  { doorways }: Ground,
  { kind, wall, y, v = 0 }: FurnitureWish,
  { u, width, rect, high }: { u: number; width: number; rect: Rect; high: number },
): boolean {
  if (coversWindow(wall, u, width, high)) return true;
  if (kind === 'rug' || kind === 'roundRug') return false;
  if (y === undefined && kind !== 'curtain') return doorways.some((doorway) => overlaps(rect, doorway));
  return v <= hungWithin && wall.doors.some(([from, to]) => u + width / 2 > from && u - width / 2 < to);
}

/** The floor before each door of a wall. */
function doorwaysOf(wall: Wall): Rect[] {
  return wall.doors.map(([from, to]) => {
    const { x, z } = onWall(wall, (from + to) / 2, doorway / 2);
    return footprint(x, z, wall.turn, { width: to - from, depth: doorway });
  });
}

function footprint(x: number, z: number, turn: number, { width, depth }: Pick<PieceSize, 'width' | 'depth'>): Rect {
  const c = Math.abs(Math.cos(turn));
  const s = Math.abs(Math.sin(turn));
  const halfX = (width * c + depth * s) / 2;
  const halfZ = (width * s + depth * c) / 2;
  return { x0: x - halfX, x1: x + halfX, z0: z - halfZ, z1: z + halfZ };
}

function grown({ x0, x1, z0, z1 }: Rect, by: number): Rect {
  return { x0: x0 - by, x1: x1 + by, z0: z0 - by, z1: z1 + by };
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.x0 < b.x1 && a.x1 > b.x0 && a.z0 < b.z1 && a.z1 > b.z0;
}
