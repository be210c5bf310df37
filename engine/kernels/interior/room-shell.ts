/** Walls, floor, ceiling and windows of a room, and what lies outside them. */
import type { Vec3 } from '../../base/vector.ts';
import type { StyleLook } from '../furnish/styles.ts';
import { type Material, plain } from '../trace/materials.ts';
import type { Mesh } from '../trace/mesh.ts';
import { hash2 } from '../trace/noise.ts';
import { definePaint, type Painter, type Rgb, type SurfacePoint } from '../trace/paint.ts';
import type { Palette } from '../trace/palette.ts';
import { growShrub, growTree } from '../trace/plants.ts';
import type { AreaLight, SceneBuilder } from '../trace/scene.ts';
import type { InteriorBrief } from './interior-brief.ts';
import type { RoomFinishes } from './room-finishes.ts';
import type { RoomPlan, RoomWindow } from './room-plan.ts';

type Opening = Omit<AreaLight, 'light'>;
type Side = RoomWindow['side'];

/** Depth of windows in their wall, metres. */
const reveal = 0.22;
/** Height of the moulding below the ceiling along the walls, metres. */
export const cornice = 0.1;
const corniceWidth = 0.38;

interface Shell {
  mesh: Mesh;
  m: Palette;
  plan: RoomPlan;
  /** Numbers of materials. */
  walls: number;
  mainWall: number;
  ceiling: number;
  trim: number;
  frame: number;
  /** Walls without windows, the main wall too where it is like the others, have raised frames. */
  isPanelled: boolean;
}

/** A box in or before a side's wall: along it, up, and from its face outwards; metres. */
interface WallBox {
  along: readonly [from: number, to: number];
  up: readonly [low: number, high: number];
  depth?: readonly [from: number, to: number];
}

/** @returns where daylight comes in */
export function buildShell(
  scene: SceneBuilder,
  m: Palette,
  plan: RoomPlan,
  finishes: RoomFinishes,
  { look, hasCornice }: { look: StyleLook; hasCornice: boolean },
): Opening[] {
  const { mesh } = scene;
  const { box, near, windows, skylight } = plan;
  const { left, right, back, height } = box;
  const walls = scene.material(finishes.walls);
  const mainWall = scene.material(finishes.mainWall);
  const ceiling = scene.material(finishes.ceiling);
  const trim =
    look.shape === 'timber' || look.shape === 'block'
      ? scene.material({ surface: 'matte', paint: plain([0.2, 0.15, 0.11]) })
      : m.white;
  const plainFrame = look.shape === 'classic' ? m.white : m.darkMetal;
  const frame = look.shape === 'timber' ? trim : plainFrame;
  const isPanelled = look.shape === 'classic';
  const shell: Shell = { mesh, m, plan, walls, mainWall, ceiling, trim, frame, isPanelled };
  mesh.box(scene.material(finishes.floor), left, -0.1, near, right, 0, back);
  mesh.box(walls, left, 0, near - 0.1, right, height, near);
  for (const side of ['left', 'right', 'back'] as const) addWall(shell, side, finishes.mainWall === finishes.walls);
  addLid(shell);
  if (hasCornice) {
    const y = height - cornice;
    mesh.box(ceiling, left, y, near, left + corniceWidth, height, back);
    mesh.box(ceiling, right - corniceWidth, y, near, right, height, back);
    mesh.box(ceiling, left + corniceWidth, y, back - corniceWidth, right - corniceWidth, height, back);
  }
  return [...windows.map((window) => openingOf(window, box)), ...(skylight ? [above(skylight, height)] : [])];
}

function addToWall({ mesh, plan: { box } }: Shell, side: Side, material: number, wallBox: WallBox): void {
  const [a, b] = wallBox.along;
  const [low, high] = wallBox.up;
  const [from, to] = wallBox.depth ?? [0, 0.3];
  if (b - a < 1e-3 || high - low < 1e-3) return;
  if (side === 'left') mesh.box(material, box.left - to, low, a, box.left - from, high, b);
  else if (side === 'right') mesh.box(material, box.right + from, low, a, box.right + to, high, b);
  else mesh.box(material, a, low, box.back + from, b, high, box.back + to);
}

/** A wall with its window, skirting and panelling. */
function addWall(shell: Shell, side: Side, isMainLikeOthers: boolean): void {
  const { near, windows, main, box } = shell.plan;
  const material = side === main ? shell.mainWall : shell.walls;
  const [start, end] = side === 'back' ? [box.left, box.right] : [near, box.back];
  const opening = windows.find((window) => window.side === side);
  if (opening) {
    const { from, to, low, high } = opening;
    addToWall(shell, side, material, { along: [start, from], up: [0, box.height] });
    addToWall(shell, side, material, { along: [to, end], up: [0, box.height] });
    addToWall(shell, side, material, { along: [from, to], up: [0, low] });
    addToWall(shell, side, material, { along: [from, to], up: [high, box.height] });
    addWindow(shell, opening);
  } else addToWall(shell, side, material, { along: [start, end], up: [0, box.height] });
  const [first, last] = opening && opening.low < 0.09 ? [opening.from, opening.to] : [end, end];
  const skirting = { up: [0, 0.08], depth: [-0.015, 0.01] } as const;
  addToWall(shell, side, shell.trim, { along: [start, first], ...skirting });
  addToWall(shell, side, shell.trim, { along: [last, end], ...skirting });
  if (shell.isPanelled && !opening && (side !== main || isMainLikeOthers)) addMouldings(shell, side, start, end);
}

/** Frame, posts about a metre apart and panes. */
function addWindow(shell: Shell, { side, from, to, low, high }: RoomWindow): void {
  const { mesh, m, plan, frame } = shell;
  const { left, right, back } = plan.box;
  const depth = [reveal - 0.08, reveal] as const;
  const posts = Math.max(1, Math.round((to - from) / 1.15));
  for (let i = 0; i <= posts; i++) {
    const at = from + ((to - from) * i) / posts;
    addToWall(shell, side, frame, { along: [at - 0.025, at + 0.025], up: [low, high], depth });
  }
  for (const y of [low + 0.02, high - 0.02])
    addToWall(shell, side, frame, { along: [from, to], up: [y - 0.025, y + 0.025], depth });
  if (low > 0.3) {
    const sill: WallBox = { along: [from - 0.04, to + 0.04], up: [low - 0.03, low], depth: [-0.04, reveal - 0.08] };
    addToWall(shell, side, m.white, sill);
  }
  const at = reveal - 0.04;
  const corner = (along: number, y: number): Vec3 => {
    if (side === 'back') return [along, y, back + at];
    return side === 'left' ? [left - at, y, along] : [right + at, y, along];
  };
  mesh.quad(m.glass, corner(from, low), corner(from, high), corner(to, high), corner(to, low));
}

/** Raised frames of panelling. */
function addMouldings(shell: Shell, side: Side, start: number, end: number): void {
  const { walls, plan } = shell;
  const count = Math.max(1, Math.round((end - start) / 1.25));
  const bar = 0.035;
  const depth = [-0.022, 0.01] as const;
  for (let i = 0; i < count; i++) {
    const a = start + ((end - start) * i) / count + 0.13;
    const b = start + ((end - start) * (i + 1)) / count - 0.13;
    for (const [low, high] of [
      [0.2, 0.78],
      [0.95, plan.box.height - 0.35],
    ] as const) {
      addToWall(shell, side, walls, { along: [a, b], up: [low, low + bar], depth });
      addToWall(shell, side, walls, { along: [a, b], up: [high - bar, high], depth });
      addToWall(shell, side, walls, { along: [a, a + bar], up: [low, high], depth });
      addToWall(shell, side, walls, { along: [b - bar, b], up: [low, high], depth });
    }
  }
}

/** The ceiling, open and barred where the skylight is. */
function addLid({ mesh, ceiling, frame, plan }: Shell): void {
  const { near, skylight, box } = plan;
  const { left, right, back, height } = box;
  const slab = (x0: number, z0: number, x1: number, z1: number) =>
    mesh.box(ceiling, x0, height, z0, x1, height + 0.3, z1);
  if (!skylight) {
    slab(left - 0.3, near, right + 0.3, back + 0.3);
    return;
  }
  const { x0, x1, z0, z1 } = skylight;
  slab(left - 0.3, near, x0, back + 0.3);
  slab(x1, near, right + 0.3, back + 0.3);
  slab(x0, near, x1, z0);
  slab(x0, z1, x1, back + 0.3);
  const bars = Math.max(2, Math.round((z1 - z0) / 0.9));
  for (let i = 0; i <= bars; i++) {
    const z = z0 + ((z1 - z0) * i) / bars;
    mesh.box(frame, x0, height + 0.2, z - 0.025, x1, height + 0.26, z + 0.025);
  }
}

function openingOf({ side, from, to, low, high }: RoomWindow, { left, right, back }: RoomPlan['box']): Opening {
  const edgeB: Vec3 = [0, high - low, 0];
  if (side === 'back') return { corner: [from, low, back + 0.02], edgeA: [to - from, 0, 0], edgeB, facing: [0, 0, -1] };
  const sign = side === 'left' ? -1 : 1;
  const x = side === 'left' ? left : right;
  return { corner: [x + sign * 0.02, low, from], edgeA: [0, 0, to - from], edgeB, facing: [-sign, 0, 0] };
}

function above({ x0, x1, z0, z1 }: NonNullable<RoomPlan['skylight']>, height: number): Opening {
  return { corner: [x0, height + 0.02, z0], edgeA: [x1 - x0, 0, 0], edgeB: [0, 0, z1 - z0], facing: [0, -1, 0] };
}

/** The ground outside one window, in coordinates of its wall. */
interface Ground {
  scene: SceneBuilder;
  m: Palette;
  /** The point `away` before the window's wall and `along` it, metres. */
  at(away: number, along: number): readonly [x: number, z: number];
}

/** Ground, trees and houses before the windows. @param lit how bright the windows of houses are, 0 by day */
export function buildOutside(
  scene: SceneBuilder,
  m: Palette,
  { box, windows }: RoomPlan,
  { surroundings, weather }: InteriorBrief,
  lit: number,
): void {
  for (const { side } of windows) {
    const at = (away: number, along: number): readonly [number, number] => {
      if (side === 'back') return [along, box.back + away];
      return [side === 'left' ? box.left - away : box.right + away, along + box.back * 0.5];
    };
    const ground = { scene, m, at };
    if (surroundings === 'city') {
      addHouses(ground, lit);
      continue;
    }
    const isSnowy = weather === 'snow' || surroundings === 'snowMountain';
    const isWatery = surroundings === 'waterfront' || surroundings === 'coast';
    const bare = surroundings === 'desert' ? m.gravel : m.lawn;
    addGround(ground, isSnowy ? m.white : bare, [0.4, isWatery ? 9 : 160], -0.25);
    if (isWatery) addGround(ground, m.lake, [9, 400], -0.6);
    if (surroundings === 'desert') continue;
    addTrees(ground, surroundings === 'forest', isWatery);
    if (!isWatery) addShrubs(ground);
  }
}

function addGround({ scene, at }: Ground, material: number, [from, to]: readonly [number, number], y: number): void {
  const [a, b] = [at(from, -140), at(to, 140)];
  scene.mesh.floor(material, Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]), y);
}

/** A city 26 m below the window. */
function addHouses(ground: Ground, lit: number): void {
  const { scene, m, at } = ground;
  const houses = scene.material(streetFronts(lit));
  addGround(ground, m.paving, [0.4, 300], -26);
  for (let i = 0; i < 26; i++) {
    const along = (i - 12.5) * 11 + 5 * hash2(i, 1, 3);
    const away = 26 + 46 * hash2(i, 2, 3);
    const tall = -26 + 16 + 40 * hash2(i, 3, 3) ** 2;
    const [x, z] = at(away, along);
    const half = 4.5 + 4 * hash2(i, 4, 3);
    scene.mesh.box(houses, x - half, -26, z - half, x + half, tall, z + half);
  }
}

/** A few trees by themselves, the others close together where the garden ends; few and near before water. */
function addTrees({ scene, m, at }: Ground, isForest: boolean, isWatery: boolean): void {
  const trees = [m.leafLight, m.leaf].map((leaf, i) =>
    growTree(m.bark, leaf, {
      height: 7 + i,
      spread: 2.7,
      clear: 1.6 + i * 0.4,
      leafSize: 0.19,
      leafCount: 5000,
      trunk: 0.13,
      seed: 21 + i,
      isMultiStem: i === 0,
    }),
  );
  const dry = isForest ? 44 : 30;
  const count = isWatery ? 4 : dry;
  for (let i = 0; i < count; i++) {
    const isNear = i < 5;
    const onLand = isNear ? 8 + 7 * hash2(i, 6, 1) : 24 + 14 * hash2(i, 6, 1);
    const away = isWatery ? 5 + 3 * hash2(i, 6, 1) : onLand;
    const along = isNear ? (i - 2) * 6 : (i - count / 2) * 3.2;
    const [x, z] = at(away, along + 3 * hash2(i, 7, 1));
    scene.place(trees[i % 2]!, x, -0.25, z, i * 1.7, 0.8 + 0.5 * hash2(i, 8, 1));
  }
}

function addShrubs({ scene, m, at }: Ground): void {
  const shrub = growShrub(m.leafDark, 0.62, 0.75, 420, 0.13, 5);
  for (let i = 0; i < 26; i++) {
    const [x, z] = at(4.6 + 0.5 * hash2(i, 9, 1), (i - 12.5) * 0.95);
    scene.place(shrub, x, -0.25, z, i * 2.1, 0.75 + 0.4 * hash2(i, 10, 1));
  }
}

/** Fronts of houses with rows of windows; after dark some of them are lit. */
function streetFronts(lit: number): Material {
  // Houses stand in no light of their own: the openings take all of the sky.
  return { surface: 'light', paint: frontsPaint(lit), glow: 1 };
}

const frontsPaint = definePaint(
  'street fronts',
  (lit: number): Painter =>
    (p, out) =>
      paintFront(p, out, lit),
);

function paintFront(p: SurfacePoint, out: Rgb, lit: number): void {
  const along = Math.abs(p.nx) > Math.abs(p.nz) ? p.z : p.x;
  const column = Math.floor(along / 2.4);
  const row = Math.floor(p.y / 3.3);
  const u = along / 2.4 - column;
  const v = p.y / 3.3 - row;
  const isPane = Math.abs(p.ny) < 0.5 && u > 0.18 && u < 0.82 && v > 0.25 && v < 0.8;
  const block = hash2(Math.floor(p.x / 9), Math.floor(p.z / 9), 9);
  if (lit > 0) {
    const isLit = isPane && hash2(column, row, 12) > 0.62;
    const wall = 0.012 + 0.02 * block;
    out.r = isLit ? 0.42 * lit : wall;
    out.g = isLit ? 0.3 * lit : wall;
    out.b = isLit ? 0.16 * lit : wall * 1.3;
    return;
  }
  const tone = isPane ? 0.2 + 0.06 * hash2(column, row, 13) : 0.36 + 0.16 * block;
  out.r = tone * (isPane ? 0.86 : 1);
  out.g = tone * 0.98;
  out.b = tone * (isPane ? 1.12 : 0.95);
}
