/** Walls, floor, ceiling and windows of a room, and what lies outside them. */
import type { Vec3 } from '../../base/vector.ts';
import type { StyleLook } from '../furnish/styles.ts';
import { type Material, type Painter, plain } from '../trace/materials.ts';
import { hash2 } from '../trace/noise.ts';
import type { Palette } from '../trace/palette.ts';
import { growShrub, growTree } from '../trace/plants.ts';
import type { AreaLight, SceneBuilder } from '../trace/scene.ts';
import type { InteriorBrief } from './interior-brief.ts';
import type { RoomFinishes } from './room-finishes.ts';
import type { RoomPlan, RoomWindow } from './room-plan.ts';

type Opening = Omit<AreaLight, 'light'>;
type Side = RoomWindow['side'];

/** How deep windows sit, metres. */
const reveal = 0.22;
/** What hangs below the ceiling along the walls, metres. */
export const cornice = 0.1;
const corniceWidth = 0.38;

/** @returns where daylight comes in */
export function buildShell(
  scene: SceneBuilder,
  m: Palette,
  plan: RoomPlan,
  finishes: RoomFinishes,
  { look, hasCornice }: { look: StyleLook; hasCornice: boolean },
): Opening[] {
  const { mesh } = scene;
  const { box, near, windows, main, skylight } = plan;
  const { left, right, back, height } = box;
  const walls = scene.material(finishes.walls);
  const mainWall = scene.material(finishes.mainWall);
  const ceiling = scene.material(finishes.ceiling);
  const trim =
    look.shape === 'timber' || look.shape === 'block'
      ? scene.material({ surface: 'matte', paint: plain([0.2, 0.15, 0.11]) })
      : m.white;
  const frame = look.shape === 'timber' ? trim : look.shape === 'classic' ? m.white : m.darkMetal;
  mesh.box(scene.material(finishes.floor), left, -0.1, near, right, 0, back);
  mesh.box(walls, left, 0, near - 0.1, right, height, near);
  /** A piece of a side's wall, or of what stands in it: along, up, and how far behind its face. */
  const piece = (side: Side, material: number, a: number, b: number, low: number, high: number, from = 0, to = 0.3) => {
    if (b - a < 1e-3 || high - low < 1e-3) return;
    if (side === 'left') mesh.box(material, left - to, low, a, left - from, high, b);
    else if (side === 'right') mesh.box(material, right + from, low, a, right + to, high, b);
    else mesh.box(material, a, low, back + from, b, high, back + to);
  };
  for (const side of ['left', 'right', 'back'] as const) {
    const material = side === main ? mainWall : walls;
    const [start, end] = side === 'back' ? [left, right] : [near, back];
    const opening = windows.find((one) => one.side === side);
    if (opening) {
      const { from, to, low, high } = opening;
      piece(side, material, start, from, 0, height);
      piece(side, material, to, end, 0, height);
      piece(side, material, from, to, 0, low);
      piece(side, material, from, to, high, height);
      window(side, opening);
    } else piece(side, material, start, end, 0, height);
    const [first, last] = opening && opening.low < 0.09 ? [opening.from, opening.to] : [end, end];
    for (const [a, b] of [
      [start, first],
      [last, end],
    ] as const)
      piece(side, trim, a, b, 0, 0.08, -0.015, 0.01);
    if (look.shape === 'classic' && !opening && side !== main) mouldings(side, start, end);
    if (look.shape === 'classic' && !opening && side === main && finishes.mainWall === finishes.walls)
      mouldings(side, start, end);
  }
  lid();
  if (hasCornice) {
    const y = height - cornice;
    mesh.box(ceiling, left, y, near, left + corniceWidth, height, back);
    mesh.box(ceiling, right - corniceWidth, y, near, right, height, back);
    mesh.box(ceiling, left + corniceWidth, y, back - corniceWidth, right - corniceWidth, height, back);
  }
  return [...windows.map(openingOf), ...(skylight ? [above(skylight)] : [])];

  /** Frame, posts about a metre apart and panes. */
  function window(side: Side, { from, to, low, high }: RoomWindow): void {
    const posts = Math.max(1, Math.round((to - from) / 1.15));
    for (let i = 0; i <= posts; i++) {
      const at = from + ((to - from) * i) / posts;
      piece(side, frame, at - 0.025, at + 0.025, low, high, reveal - 0.08, reveal);
    }
    for (const y of [low + 0.02, high - 0.02])
      piece(side, frame, from, to, y - 0.025, y + 0.025, reveal - 0.08, reveal);
    if (low > 0.3) piece(side, m.white, from - 0.04, to + 0.04, low - 0.03, low, -0.04, reveal - 0.08);
    const at = reveal - 0.04;
    const corner = (along: number, y: number): Vec3 =>
      side === 'back' ? [along, y, back + at] : side === 'left' ? [left - at, y, along] : [right + at, y, along];
    mesh.quad(m.glass, corner(from, low), corner(from, high), corner(to, high), corner(to, low));
  }

  /** Raised frames of panelling. */
  function mouldings(side: Side, start: number, end: number): void {
    const count = Math.max(1, Math.round((end - start) / 1.25));
    const bar = 0.035;
    for (let i = 0; i < count; i++) {
      const a = start + ((end - start) * i) / count + 0.13;
      const b = start + ((end - start) * (i + 1)) / count - 0.13;
      for (const [low, high] of [
        [0.2, 0.78],
        [0.95, height - 0.35],
      ] as const) {
        piece(side, walls, a, b, low, low + bar, -0.022, 0.01);
        piece(side, walls, a, b, high - bar, high, -0.022, 0.01);
        piece(side, walls, a, a + bar, low, high, -0.022, 0.01);
        piece(side, walls, b - bar, b, low, high, -0.022, 0.01);
      }
    }
  }

  function lid(): void {
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

  function openingOf({ side, from, to, low, high }: RoomWindow): Opening {
    const edgeB: Vec3 = [0, high - low, 0];
    if (side === 'back')
      return { corner: [from, low, back + 0.02], edgeA: [to - from, 0, 0], edgeB, facing: [0, 0, -1] };
    const sign = side === 'left' ? -1 : 1;
    const x = side === 'left' ? left : right;
    return { corner: [x + sign * 0.02, low, from], edgeA: [0, 0, to - from], edgeB, facing: [-sign, 0, 0] };
  }

  function above({ x0, x1, z0, z1 }: NonNullable<RoomPlan['skylight']>): Opening {
    return { corner: [x0, height + 0.02, z0], edgeA: [x1 - x0, 0, 0], edgeB: [0, 0, z1 - z0], facing: [0, -1, 0] };
  }
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
    /** A place `away` before the window's wall and `along` it. */
    const at = (away: number, along: number): readonly [number, number] =>
      side === 'back'
        ? [along, box.back + away]
        : [side === 'left' ? box.left - away : box.right + away, along + box.back * 0.5];
    const ground = (material: number, from: number, to: number, y: number) => {
      const [a, b] = [at(from, -140), at(to, 140)];
      scene.mesh.floor(
        material,
        Math.min(a[0], b[0]),
        Math.min(a[1], b[1]),
        Math.max(a[0], b[0]),
        Math.max(a[1], b[1]),
        y,
      );
    };
    if (surroundings === 'city') {
      const houses = scene.material(streetFronts(lit));
      ground(m.paving, 0.4, 300, -26);
      for (let i = 0; i < 26; i++) {
        const along = (i - 12.5) * 11 + 5 * hash2(i, 1, 3);
        const away = 26 + 46 * hash2(i, 2, 3);
        const tall = -26 + 16 + 40 * hash2(i, 3, 3) ** 2;
        const [x, z] = at(away, along);
        const half = 4.5 + 4 * hash2(i, 4, 3);
        scene.mesh.box(houses, x - half, -26, z - half, x + half, tall, z + half);
      }
      continue;
    }
    const isSnowy = weather === 'snow' || surroundings === 'snowMountain';
    const isWatery = surroundings === 'waterfront' || surroundings === 'coast';
    ground(isSnowy ? m.white : surroundings === 'desert' ? m.gravel : m.lawn, 0.4, isWatery ? 9 : 160, -0.25);
    if (isWatery) ground(m.lake, 9, 400, -0.6);
    if (surroundings === 'desert') continue;
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
    const count = isWatery ? 4 : surroundings === 'forest' ? 44 : 30;
    for (let i = 0; i < count; i++) {
      // A few by themselves, the others close together where the garden ends.
      const isNear = i < 5;
      const away = isWatery ? 5 + 3 * hash2(i, 6, 1) : isNear ? 8 + 7 * hash2(i, 6, 1) : 24 + 14 * hash2(i, 6, 1);
      const along = isNear ? (i - 2) * 6 : (i - count / 2) * 3.2;
      const [x, z] = at(away, along + 3 * hash2(i, 7, 1));
      scene.place(trees[i % 2]!, x, -0.25, z, i * 1.7, 0.8 + 0.5 * hash2(i, 8, 1));
    }
    const shrub = growShrub(m.leafDark, 0.62, 0.75, 420, 0.13, 5);
    for (let i = 0; i < 26 && !isWatery; i++) {
      const [x, z] = at(4.6 + 0.5 * hash2(i, 9, 1), (i - 12.5) * 0.95);
      scene.place(shrub, x, -0.25, z, i * 2.1, 0.75 + 0.4 * hash2(i, 10, 1));
    }
  }
}

/** Fronts of houses with rows of windows; after dark some of them are lit. */
function streetFronts(lit: number): Material {
  const paint: Painter = (p, out) => {
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
    out.g = tone * (isPane ? 0.98 : 0.98);
    out.b = tone * (isPane ? 1.12 : 0.95);
  };
  // Houses stand in no light of their own: the openings take all of the sky.
  return { surface: 'light', paint, glow: 1 };
}
