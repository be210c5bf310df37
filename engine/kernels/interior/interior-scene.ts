import { makeRandom } from '../../base/random.ts';
import type { Vec3 } from '../../base/vector.ts';
import { makeKit } from '../furnish/kit.ts';
import { type FurnitureWish, layOut, type Placed, type Wall, wallsOf } from '../furnish/layout.ts';
import { onWallGap } from '../furnish/layout-plan.ts';
import { listPieces } from '../furnish/piece-names.ts';
import type { PieceKind } from '../furnish/pieces.ts';
import { lookOf } from '../furnish/styles.ts';
import { withWords } from '../furnish/words.ts';
import { even } from '../trace/materials.ts';
import { addPalette, libraryMaterial, type Palette } from '../trace/palette.ts';
import { type Scene, SceneBuilder } from '../trace/scene.ts';
import type { InteriorBrief, RoomKind } from './interior-brief.ts';
import { panelOf, plinthHeight, wishesOfRoom } from './public-plans.ts';
import { finishesOf } from './room-finishes.ts';
import { lightOf } from './room-light.ts';
import { planRoom, type RoomPlan } from './room-plan.ts';
import { buildOutside, buildShell, cornice } from './room-shell.ts';

export interface InteriorScene {
  scene: Scene;
  plan: RoomPlan;
  placed: readonly Placed[];
  /** Pieces in the room, as Chinese words. */
  pieces: string;
}

export interface InteriorOptions {
  /** Width over height. */
  aspect: number;
  seed: number;
  /** Number of the picture among those of the same brief. */
  output: number;
}

/** Rays per point of interiors: indirect light needs more rays, but fewer points show it. */
export const interiorRays = { first: 4, more: 6 };
/** Points that are traced, as a share of those of a building. */
export const interiorShare = 0.72;

/** Styles whose main wall is dressed in slats. */
const slatted: ReadonlySet<string> = new Set(['新中式', '宋式', '日式', '意式', '轻奢', '中古']);
/** Styles and rooms with bare ceilings. */
const bareCeilings: ReadonlySet<string> = new Set(['工业', '日式', '原木', '侘寂']);
const homes: ReadonlySet<RoomKind> = new Set([
  'living',
  'dining',
  'bedroom',
  'study',
  'childrens',
  'hall',
  'dressing',
  'tea',
]);

/** Panes mirror less than the library's: after dark a room would stand in them twice. */
const pane = { ...libraryMaterial('glass'), reflectance: 0.04 };

/** Turns a brief into a furnished room, its light and a camera. The same options give the same scene. */
export function buildInterior(brief: InteriorBrief, { aspect, seed, output }: InteriorOptions): InteriorScene {
  const plan = planRoom(brief, aspect, seed, output);
  const look = withWords(lookOf(brief.style), brief.wishes);
  const hasCornice = homes.has(brief.room) && !bareCeilings.has(brief.style) && !plan.skylight;
  const furnisher = makeKit(look, seed + output);
  if (brief.isLeather) furnisher.kit = { ...furnisher.kit, cloth: furnisher.kit.leather };
  const layout = layOut(wishesOf(brief, plan, hasCornice, seed + output * 101), {
    room: plan,
    furnisher,
    density: 2,
    isPremium: ['轻奢', '意式', '法式'].includes(brief.style),
    isRich: true,
    unwanted: brief.wishes.unwanted,
    variant: (seed + output * 101) % 1000,
  });
  const builder = new SceneBuilder();
  // The kit's numbers count from the first material on.
  for (const material of layout.furnishing.materials) builder.material(material);
  const m = addPalette(builder, { glass: pane });
  builder.mark('furniture');
  builder.mesh.append(layout.furnishing.mesh, 0, 0, 0);
  addPlinths(builder, m, layout.placed);
  builder.mark('shell');
  const openings = buildShell(builder, m, plan, finishesOf(brief, look), { look, hasCornice });
  const hour = lightOf(brief, plan);
  builder.mark('garden');
  buildOutside(builder, m, plan, brief, hour.lit);
  const gain = hour.opening;
  for (const opening of openings) builder.portals.push({ ...opening, light: [gain, gain, gain] });
  const dim = (light: Vec3, by: number): Vec3 => [light[0] * by, light[1] * by, light[2] * by];
  for (const lamp of layout.furnishing.lights)
    builder.lights.push({ ...lamp, light: dim(lamp.light, 0.3 + 0.9 * hour.lamps) });
  addCeilingLamps(builder, plan, hour.lamps, brief);
  const { left, right, height } = plan.box;
  // The room goes on behind the viewer: light comes from there too.
  builder.lights.push({
    corner: [left + 0.3, 0.3, plan.near + 0.02],
    edgeA: [right - left - 0.6, 0, 0],
    edgeB: [0, height - 0.6, 0],
    facing: [0, 0, 1],
    light: hour.behind,
  });
  const scene: Scene = {
    mesh: builder.mesh,
    placements: builder.placements,
    materials: builder.materials,
    camera: { at: [0, plan.view.eyeHeight, 0], yaw: plan.yaw, view: plan.angle, shift: shiftOf(plan, aspect) },
    lights: builder.lights,
    portals: builder.portals,
    bounces: 2,
    ...hour.atmosphere,
  };
  return { scene, plan, placed: layout.placed, pieces: listPieces(layout.placed.map(({ kind }) => kind)) };
}

/** Usual rooms show more of the floor, high ones more of what is above. */
function shiftOf({ box }: RoomPlan, aspect: number): number {
  if (aspect < 0.9) return -0.02;
  return box.height > 6 ? 0.1 : box.height > 4 ? 0.02 : -0.05;
}

/**
 * Furniture wanted by the room's plan and the description; pieces that only the description names are added where there
 * is room.
 */
function wishesOf(brief: InteriorBrief, plan: RoomPlan, hasCornice: boolean, seed: number): FurnitureWish[] {
  const walls = wallsOf(plan, plan);
  const main = walls.find(({ name }) => name === plan.main) ?? walls[0];
  if (!main) return [];
  const others = walls.filter((wall) => wall !== main).sort((a, b) => a.windows.length - b.windows.length);
  const isPanelled = brief.wall === 'slats' || (brief.wall === undefined && slatted.has(brief.style));
  const { wanted } = brief.wishes;
  const ceiling = plan.box.height - (hasCornice ? cornice : 0);
  const planned = wishesOfRoom(brief.room, {
    main,
    others,
    ceiling,
    random: makeRandom(seed),
    budget: 'medium',
    fixing: isPanelled ? 'panels' : 'usual',
  });
  const isMissingPanel = brief.wall === 'slats' && !planned.some(({ kind }) => kind === 'wallPanel');
  // Pieces on the main wall hang before the slats.
  const own = isMissingPanel
    ? [
        panelOf({ main, ceiling }, main.length * 0.5),
        ...planned.map((wish) =>
          wish.wall === main && wish.v === onWallGap ? { ...wish, v: onWallGap + 0.06 } : wish,
        ),
      ]
    : planned;
  const centre = own.find(({ kind }) => kind !== 'wallPanel');
  const known = new Set(own.map(({ kind }) => kind));
  const missing: FurnitureWish[] = [];
  for (const kind of wanted) {
    // Words such as 灯 and 地毯 name several kinds: one of them is enough.
    if (known.has(kind) || alike.some((kinds) => kinds.includes(kind) && kinds.some((one) => known.has(one)))) continue;
    known.add(kind);
    missing.push(asked(kind, others[0] ?? main, plan.box.height, centre));
  }
  const wishes = own.map((wish) => (wanted.has(wish.kind) ? { ...wish, need: 0 as const } : wish));
  if (missing.length === 0) return wishes;
  // Pieces that are asked for come before optional ones.
  return [...wishes.filter(({ need }) => need === 0), ...missing, ...wishes.filter(({ need }) => need > 0)];
}

const alike: readonly (readonly PieceKind[])[] = [
  ['rug', 'roundRug'],
  ['floorLamp', 'pendant'],
  ['wardrobe', 'openWardrobe'],
];

/** A piece that only the description names. @param centre what the room turns about: rugs lie under it */
function asked(kind: PieceKind, wall: Wall, ceiling: number, centre: FurnitureWish | undefined): FurnitureWish {
  if (kind === 'pendant') return { kind, wall, u: 0, v: 1.6, y: 2.1, height: ceiling - 2.1, need: 0 };
  if (kind === 'picture') return { kind, wall, u: 0, v: onWallGap, y: 1.3, need: 0, slack: 14 };
  if (kind === 'rug' || kind === 'roundRug') {
    const { wall: under = wall, u = 0, v = 1.6, turn = 0, width = 1.6 } = centre ?? {};
    return { kind: 'rug', wall: under, u, v, turn, width: width + 1.2, depth: 2.5, need: 0, isLoose: true };
  }
  return { kind, wall, u: 0, need: 0, slack: 16 };
}

/** Adds the plinths of exhibits. */
function addPlinths({ mesh }: SceneBuilder, m: Palette, placed: readonly Placed[]): void {
  for (const { kind, x, y, z } of placed) {
    if (kind === 'vase' && y === plinthHeight)
      mesh.roundBox(m.white, x - 0.24, 0, z - 0.24, x + 0.24, plinthHeight, z + 0.24, 0.004);
  }
}

/** Round lamps in the ceiling of homes, panels elsewhere, with soft light of all of them together. */
function addCeilingLamps(
  builder: SceneBuilder,
  { box, near }: RoomPlan,
  strength: number,
  { room }: InteriorBrief,
): void {
  const { left, right, back, height } = box;
  const isHome = homes.has(room) || room === 'kitchen' || room === 'bathroom';
  const warm: Vec3 = isHome ? [1, 0.8, 0.56] : [1, 0.9, 0.76];
  // Lamps of high rooms are stronger.
  const rise = Math.max(1, height / 3.2);
  const spacing = isHome ? 1.7 : 2.4;
  const columns = Math.max(2, Math.round((right - left) / spacing));
  const rows = Math.max(2, Math.round(back / spacing));
  const glow = builder.material({
    surface: 'light',
    paint: even([warm[0], warm[1] * 1.05, warm[2] * 1.2]),
    glow: 0.3 + 0.45 * strength,
  });
  const [wide, deep] = isHome ? [0.11, 0.11] : [0.16, 1.3];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = left + ((right - left) * (column + 0.5)) / columns;
      const z = (back * (row + 0.5)) / rows;
      if (Math.abs(x) < 0.01 && z < 0.4) continue;
      const power = (isHome ? 9 : 1.1) * strength * rise;
      builder.mesh.floor(glow, x - wide / 2, z - deep / 2, x + wide / 2, z + deep / 2, height - 0.004);
      builder.lights.push({
        corner: [x - wide, height - 0.012, z - deep / 2],
        edgeA: [wide * 2, 0, 0],
        edgeB: [0, 0, deep],
        facing: [0, -1, 0],
        light: [warm[0] * power, warm[1] * power, warm[2] * power],
      });
    }
  }
  const soft = 0.24 * strength * rise;
  builder.lights.push({
    corner: [left + 0.4, height - 0.02, near],
    edgeA: [right - left - 0.8, 0, 0],
    edgeB: [0, 0, back - near],
    facing: [0, -1, 0],
    light: [warm[0] * soft, warm[1] * soft, warm[2] * soft],
  });
}
