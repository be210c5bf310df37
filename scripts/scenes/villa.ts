/** A two-storey house with a pool: day, blue hour and white model from one point of view. */
import type { Vec3 } from '../../engine/base/vector.ts';
import { blueHour, goldenDay, studio } from '../../engine/kernels/trace/atmospheres.ts';
import { whiteModel } from '../../engine/kernels/trace/materials.ts';
import { Mesh } from '../../engine/kernels/trace/mesh.ts';
import { addPalette, type Palette } from '../../engine/kernels/trace/palette.ts';
import { growGrass, growShrub, growTree, growTuft, scatter } from '../../engine/kernels/trace/plants.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';

const WARM: Vec3 = [44, 27, 12.5];
const POOL = { x0: -1.6, x1: 11.5, z0: -8.4, z1: -4.8 };
const TERRACE = { x0: -3.6, x1: 16, z0: -9, z1: 8.6 };

export function buildVilla(hour: 'day' | 'dusk' | 'white'): Scene {
  const scene = new SceneBuilder();
  const m = addPalette(scene);
  ground(scene, m);
  groundFloor(scene, m);
  upperFloor(scene, m);
  rooms(scene, m);
  terrace(scene, m);
  garden(scene, m);
  const isDusk = hour === 'dusk';
  if (isDusk) lamps(scene, m);
  const sun: Vec3 = [0.62, 0.42, -0.72];
  const light = isDusk ? blueHour([-0.3, 0.03, 0.9]) : hour === 'day' ? goldenDay(sun) : studio([0.5, 0.8, -0.6]);
  return {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: hour === 'white' ? whiteModel(scene.materials) : scene.materials,
    camera: { at: [-6.6, 1.7, -15], yaw: 27, view: 64, shift: 0.16 },
    lights: scene.lights,
    portals: [],
    bounces: isDusk ? 2 : 1,
    ...light,
  };
}

function ground(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const t = TERRACE;
  mesh.floor(m.lawn, -200, -60, t.x0, 300, 0);
  mesh.floor(m.lawn, t.x1, -60, 260, 300, 0);
  mesh.floor(m.lawn, t.x0, -60, t.x1, t.z0, 0);
  mesh.floor(m.lawn, t.x0, t.z1, t.x1, 300, 0);
  mesh.box(m.paving, t.x0, -0.2, t.z0, t.x1, 0.08, POOL.z0);
  mesh.box(m.paving, t.x0, -0.2, POOL.z1, t.x1, 0.08, t.z1);
  mesh.box(m.paving, t.x0, -0.2, POOL.z0, POOL.x0, 0.08, POOL.z1);
  mesh.box(m.paving, POOL.x1, -0.2, POOL.z0, t.x1, 0.08, POOL.z1);
  mesh.floor(m.poolTile, POOL.x0, POOL.z0, POOL.x1, POOL.z1, -1.35);
  mesh.box(m.poolTile, POOL.x0 - 0.1, -1.4, POOL.z0 - 0.1, POOL.x0, 0.02, POOL.z1 + 0.1);
  mesh.box(m.poolTile, POOL.x1, -1.4, POOL.z0 - 0.1, POOL.x1 + 0.1, 0.02, POOL.z1 + 0.1);
  mesh.box(m.poolTile, POOL.x0, -1.4, POOL.z0 - 0.1, POOL.x1, 0.02, POOL.z0);
  mesh.box(m.poolTile, POOL.x0, -1.4, POOL.z1, POOL.x1, 0.02, POOL.z1 + 0.1);
  mesh.floor(m.water, POOL.x0, POOL.z0, POOL.x1, POOL.z1, -0.04);
  for (let i = 0; i < 7; i++) {
    const z = -10.1 - i * 0.95;
    const x = -3.4 - i * 0.42;
    mesh.box(m.stone, x - 0.75, -0.05, z - 0.32, x + 0.75, 0.045, z + 0.32);
  }
}

/** Concrete ground floor: glazed living room on the left, closed volume on the right. */
function groundFloor(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  mesh.box(m.concrete, 9.6, 0, 0, 15, 3.2, 8.2);
  mesh.box(m.cedar, 10.5, 0.08, -0.04, 12, 2.65, 0.02);
  mesh.box(m.steel, 11.75, 0.9, -0.1, 11.79, 1.7, -0.06);
  mesh.box(m.darkMetal, 13.1, 1.9, -0.03, 14.5, 2.6, 0.02);
  mesh.box(m.glass, 13.15, 1.95, -0.045, 14.45, 2.55, -0.04);
  mesh.box(m.paleConcrete, -3.4, 3.2, -1.6, 15.6, 3.52, 8.6);
  mesh.box(m.paleConcrete, -3.05, 0.08, 3.4, -2.75, 3.2, 8.2);
  mesh.box(m.concrete, -2.75, 0.08, 7.9, 0, 3.2, 8.2);
  glazing(mesh, m, 'x', 0, 9.6, 1.5, 0.15, 3.2, 6);
  glazing(mesh, m, 'z', 1.5, 6, 0, 0.15, 3.2, 3);
  mesh.box(m.white, 0, 0.15, 6, 0.2, 3.2, 8.2);
  for (const x of [0, 4.8]) mesh.box(m.darkMetal, x - 0.06, 0.08, -1.26, x + 0.06, 3.2, -1.14);
}

/** Framed panes from floor to ceiling along one axis. */
function glazing(
  mesh: Mesh,
  m: Palette,
  axis: 'x' | 'z',
  from: number,
  to: number,
  at: number,
  y0: number,
  y1: number,
  panes: number,
): void {
  const bar = (a0: number, b0: number, a1: number, b1: number): void => {
    if (axis === 'x') mesh.box(m.darkMetal, a0, b0, at - 0.05, a1, b1, at + 0.05);
    else mesh.box(m.darkMetal, at - 0.05, b0, a0, at + 0.05, b1, a1);
  };
  if (axis === 'x') mesh.quad(m.glass, [from, y0, at], [to, y0, at], [to, y1, at], [from, y1, at]);
  else mesh.quad(m.glass, [at, y0, from], [at, y0, to], [at, y1, to], [at, y1, from]);
  bar(from, y0, to, y0 + 0.06);
  bar(from, y1 - 0.07, to, y1);
  for (let i = 0; i <= panes; i++) {
    const a = from + ((to - from) * i) / panes;
    bar(a - 0.028, y0, a + 0.028, y1);
  }
}

/** Timber-clad upper floor, thrown out over the terrace, with a set-back pavilion beside it. */
function upperFloor(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const top = 6.75;
  mesh.box(m.paleConcrete, -3.2, top, -1.4, 8.9, top + 0.34, 7.4);
  mesh.box(m.cedar, -3, 3.52, -1.2, -2.72, top, 1.6);
  mesh.box(m.cedar, -3, 3.52, 4.6, -2.72, top, 7.2);
  mesh.box(m.cedar, -3, 3.52, 1.6, -2.72, 4.3, 4.6);
  mesh.box(m.cedar, -3, 6.1, 1.6, -2.72, top, 4.6);
  glazing(mesh, m, 'z', 1.6, 4.6, -2.88, 4.3, 6.1, 2);
  mesh.box(m.cedar, 8.42, 3.52, -1.2, 8.7, top, 7.2);
  mesh.box(m.cedar, 5.7, 3.52, -0.9, 8.42, top, -0.7);
  mesh.box(m.white, 5.6, 3.52, -0.7, 5.75, top, 7.2);
  mesh.box(m.white, -2.72, 3.52, 6.9, 8.42, top, 7.2);
  mesh.box(m.white, 1.6, 3.52, 0.4, 1.75, top, 6.9);
  glazing(mesh, m, 'x', -2.72, 5.6, 0.3, 3.56, top, 5);
  mesh.quad(m.glass, [-2.72, 3.52, -1.1], [5.7, 3.52, -1.1], [5.7, 4.55, -1.1], [-2.72, 4.55, -1.1]);
  mesh.box(m.darkMetal, -2.72, 4.54, -1.13, 5.7, 4.58, -1.07);
  for (let x = 2.5; x < 5.65; x += 0.26) mesh.box(m.cedar, x, 3.54, -0.82, x + 0.06, top, -0.62);
  mesh.box(m.zinc, 10.4, 3.52, 2.6, 14.4, 6.1, 7.6);
  mesh.box(m.darkMetal, 10.2, 6.1, 2.2, 14.6, 6.28, 7.8);
  mesh.box(m.darkMetal, 10.9, 3.62, 2.56, 13.2, 5.8, 2.62);
  mesh.box(m.glass, 10.96, 3.68, 2.53, 13.14, 5.74, 2.55);
  mesh.quad(m.glass, [9, 3.52, -1.4], [15.4, 3.52, -1.4], [15.4, 4.4, -1.4], [9, 4.4, -1.4]);
  mesh.box(m.darkMetal, 9, 4.4, -1.42, 15.4, 4.43, -1.38);
}

/** Adds the rooms that are seen through the glass. */
function rooms(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  mesh.box(m.oakFloor, 0, 0.02, 1.5, 9.6, 0.15, 8.2);
  mesh.box(m.white, 0, 3.1, 1.56, 9.6, 3.2, 8.2);
  mesh.box(m.walnut, 0, 0.15, 8, 9.6, 3.2, 8.2);
  mesh.box(m.white, 5.6, 0.15, 5, 5.8, 3.2, 8);
  mesh.roundBox(m.linen, 1.2, 0.2, 4.2, 4.3, 0.62, 5.2, 0.1);
  mesh.roundBox(m.linen, 1.2, 0.5, 4.95, 4.3, 1.05, 5.25, 0.1);
  mesh.roundBox(m.greyCloth, 0.7, 0.2, 2.9, 1.5, 0.6, 4, 0.1);
  mesh.box(m.oak, 2, 0.42, 2.9, 3.6, 0.48, 3.6);
  mesh.box(m.darkMetal, 2.1, 0.15, 3, 2.16, 0.42, 3.5);
  mesh.box(m.darkMetal, 3.44, 0.15, 3, 3.5, 0.42, 3.5);
  mesh.box(m.picture, 1.6, 1.4, 7.94, 4, 2.6, 7.99);
  mesh.box(m.oak, 6.6, 0.83, 3, 9, 0.9, 4);
  for (const x of [6.8, 8.8]) mesh.box(m.darkMetal, x - 0.04, 0.15, 3.1, x + 0.04, 0.83, 3.9);
  for (const x of [7.1, 7.8, 8.5]) {
    mesh.roundBox(m.leather, x - 0.22, 0.55, 2.3, x + 0.22, 0.62, 2.8, 0.03);
    mesh.roundBox(m.leather, x - 0.22, 0.6, 2.28, x + 0.22, 1.05, 2.34, 0.03);
    mesh.box(m.darkMetal, x - 0.02, 0.15, 2.5, x + 0.02, 0.55, 2.54);
    mesh.lathe(
      m.black,
      x,
      3.5,
      [
        [0.16, 1.95],
        [0.13, 2.08],
        [0.03, 2.16],
        [0.02, 3.1],
      ],
      14,
    );
  }
  for (const x of [0.35, 9.1]) curtain(mesh, m.linen, x, x + 0.4, 1.75, 0.2, 3.1);
  mesh.box(m.oakFloor, -2.72, 3.52, 0.3, 5.6, 3.58, 6.9);
  mesh.box(m.white, -2.72, 6.65, 0.4, 5.6, 6.75, 6.9);
  mesh.roundBox(m.linen, -1.9, 3.7, 3, 0, 4.15, 5.2, 0.1);
  mesh.box(m.walnut, -2, 3.6, 5.15, 0.1, 4.7, 5.3);
  mesh.box(m.walnut, 3.4, 3.58, 6.3, 5.5, 6.2, 6.85);
  for (const x of [-2.6, 1.1, 1.85]) curtain(mesh, m.linen, x, x + 0.42, 0.6, 3.6, 6.65);
}

/** Hanging cloth in folds. */
function curtain(mesh: Mesh, material: number, x0: number, x1: number, z: number, y0: number, y1: number): void {
  const folds = 14;
  const at = (i: number): number => z + Math.sin((i / folds) * Math.PI * 6) * 0.05;
  for (let i = 0; i < folds; i++) {
    const a = x0 + ((x1 - x0) * i) / folds;
    const b = x0 + ((x1 - x0) * (i + 1)) / folds;
    mesh.quad(material, [a, y0, at(i)], [a, y1, at(i)], [b, y1, at(i + 1)], [b, y0, at(i + 1)]);
  }
}

function terrace(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const lounger = new Mesh();
  lounger.box(m.cedarLevel, 0, 0.26, 0, 0.68, 0.32, 2);
  for (const z of [0.15, 1.8])
    for (const x of [0.05, 0.59]) lounger.box(m.darkMetal, x, 0, z, x + 0.04, 0.26, z + 0.04);
  lounger.roundBox(m.linen, 0.02, 0.32, 0, 0.66, 0.42, 1.3, 0.04);
  lounger.quad(m.linen, [0.02, 0.42, 1.28], [0.66, 0.42, 1.28], [0.66, 0.86, 1.98], [0.02, 0.86, 1.98]);
  lounger.quad(m.cedarLevel, [0.02, 0.34, 1.3], [0.66, 0.34, 1.3], [0.66, 0.8, 2.02], [0.02, 0.8, 2.02]);
  for (const x of [5.6, 6.8, 9.4]) mesh.append(lounger, x, 0.08, -4.1);
  mesh.roundBox(m.greyCloth, -2.5, 0.22, 4.6, -0.5, 0.55, 5.5, 0.08);
  mesh.roundBox(m.greyCloth, -2.5, 0.5, 5.3, -0.5, 0.95, 5.55, 0.08);
  mesh.roundBox(m.stone, -2.1, 0.08, 3.2, -1, 0.4, 3.9, 0.06);
  for (const [x, z, r] of [
    [-2.9, -3.4, 0.42],
    [-2.1, -2.9, 0.3],
    [15, -2, 0.42],
  ] as const) {
    mesh.lathe(
      m.zinc,
      x,
      z,
      [
        [r * 0.7, 0.08],
        [r, 0.75],
        [r * 0.94, 0.78],
        [r * 0.86, 0.7],
      ],
      24,
    );
    const plant = growShrub(m.leafLight, r * 1.15, r * 2.2, 2200, 0.06, Math.round(x * 10));
    mesh.append(plant, x, 0.68, z);
  }
}

function garden(scene: SceneBuilder, m: Palette): void {
  const oak = growTree(m.bark, m.leaf, {
    height: 9.5,
    spread: 3.6,
    clear: 2.6,
    leafSize: 0.16,
    leafCount: 20000,
    trunk: 0.2,
    seed: 12,
  });
  const light = growTree(m.bark, m.leafLight, {
    height: 6.6,
    spread: 2.4,
    clear: 1.7,
    leafSize: 0.085,
    leafCount: 30000,
    trunk: 0.12,
    seed: 31,
    isMultiStem: true,
  });
  const dark = growTree(m.bark, m.leafDark, {
    height: 11,
    spread: 3.9,
    clear: 2,
    leafSize: 0.26,
    leafCount: 11000,
    trunk: 0.24,
    seed: 57,
  });
  const shrubs = [
    growShrub(m.leafDark, 0.62, 0.72, 2600, 0.07, 3),
    growShrub(m.leaf, 0.5, 0.62, 2200, 0.06, 4),
    growShrub(m.leafLight, 0.42, 0.5, 1900, 0.055, 6),
  ];
  const tufts = [growTuft(m.reed, 0.95, 130, 8), growTuft(m.blade, 0.7, 130, 9)];
  scene.place(light, -6.9, 0, -3.2, 0.4);
  scene.place(light, 17.6, 0, -3.6, 2.1, 1.12);
  scene.place(oak, -9.5, 0, 7.5, 1.1, 1.05);
  scene.place(oak, 19.5, 0, 3.5, 2.6, 1.1);
  scene.place(dark, 12, 0, 15, 0.2, 1.15);
  scene.place(oak, 4, 0, 14.5, 3.9, 1.05);
  scene.place(dark, -3.6, 0, 14.4, 2, 1);
  for (const [x, z, wide, high] of [
    [40, 210, 190, 21],
    [-150, 190, 130, 15],
    [210, 200, 120, 17],
  ] as const) {
    scene.mesh.ellipsoid(m.meadow, [x, -3, z], wide, high, 60, 40);
  }
  scatter(scene, shrubs, [-40, 17, 70, 22], 1.5, () => true, { scale: 3.4, seed: 7 });
  scatter(scene, shrubs, [23, -6, 27, 18], 1.5, () => true, { scale: 3, seed: 6 });
  scatter(scene, [oak, dark, dark], [-40, 19, 60, 62], 6.2, () => true, { scale: 1.15, spread: 0.5, seed: 9 });
  scatter(scene, [oak, dark], [24, -4, 58, 19], 7, () => true, { scale: 1, spread: 0.4, seed: 19 });
  scatter(scene, [dark], [-34, 4, -13, 19], 6, () => true, { scale: 0.9, spread: 0.4, seed: 29 });
  scatter(scene, shrubs, [-14, 9.4, 22, 11], 0.8, () => true, { scale: 1.6, seed: 8 });
  scatter(scene, shrubs, [-4.7, -6.6, -3.9, 8], 0.62, () => true, { jitter: 0.3, spread: 0.5, seed: 4 });
  scatter(scene, tufts, [-5.4, -6.4, -4.5, 4], 0.62, () => true, { jitter: 0.4, spread: 0.5, seed: 14 });
  scatter(scene, [...tufts, ...shrubs], [7.4, -10.3, 15.6, -9.2], 0.66, () => true, {
    jitter: 0.4,
    spread: 0.5,
    seed: 24,
  });
  scatter(scene, tufts, [-12.2, -9.4, -9.4, -5.5], 0.7, (x, z) => (x + 10.8) ** 2 + (z + 7.4) ** 2 < 3, { seed: 34 });
  scatter(scene, shrubs, [16.4, -9, 17.6, 6], 0.7, () => true, { spread: 0.5, seed: 44 });
  const grass = [1, 2, 3].map((seed) => growGrass(m.blade, 1, 1500, 0.075, seed));
  const isLawn = (x: number, z: number): boolean => {
    const onTerrace = x > TERRACE.x0 - 0.4 && x < TERRACE.x1 + 0.4 && z > TERRACE.z0 - 0.4;
    const step = Math.round((-10.1 - z) / 0.95);
    const onStone =
      step >= 0 && step < 7 && Math.abs(x + 3.4 + step * 0.42) < 1.15 && Math.abs(z + 10.1 + step * 0.95) < 0.2;
    return !onTerrace && !onStone;
  };
  scatter(scene, grass, [-14, -14.6, 18, -1], 0.86, isLawn, { jitter: 0.1, spread: 0.2, seed: 3 });
}

/** Lamps for the blue hour: rooms, soffits, pool and garden. */
function lamps(scene: SceneBuilder, m: Palette): void {
  for (const x of [1.8, 4.6, 7.8]) scene.ceilingLight(m.lamp, x, 3.08, 3.6, 1, 1, WARM);
  for (const x of [2, 7.5]) scene.ceilingLight(m.lamp, x, 3.08, 6.4, 0.8, 0.5, WARM);
  for (const x of [-1.2, 3.6]) scene.ceilingLight(m.lamp, x, 6.63, 3, 1, 0.9, WARM);
  for (const x of [-2, 1, 4, 7, 10, 13]) scene.ceilingLight(m.lamp, x, 3.19, -0.7, 0.16, 0.16, [40, 26, 13]);
  for (const x of [-1.5, 1.8, 4.6, 7]) scene.ceilingLight(m.lamp, x, 6.74, -0.9, 0.12, 0.12, [36, 23, 11]);
  for (const z of [4, 6.4]) scene.ceilingLight(m.lamp, -1.5, 3.18, z, 0.3, 0.3, [30, 19, 9]);
  for (const x of [2.5, 6, 9.5]) {
    scene.lights.push({
      corner: [x - 0.2, -0.9, POOL.z1 - 0.02],
      edgeA: [0.4, 0, 0],
      edgeB: [0, 0.3, 0],
      facing: [0, 0, -1],
      light: [16, 30, 32],
    });
    scene.mesh.box(m.softLamp, x - 0.2, -0.9, POOL.z1 - 0.015, x + 0.2, -0.6, POOL.z1 - 0.005);
  }
  for (const [x, z] of [
    [-5.6, -7.6],
    [-6.2, -11.4],
    [-4.6, -4.6],
    [16.8, -7],
  ] as const) {
    scene.mesh.box(m.darkMetal, x - 0.04, 0, z - 0.04, x + 0.04, 0.55, z + 0.04);
    scene.mesh.box(m.darkMetal, x - 0.2, 0.55, z - 0.2, x + 0.2, 0.58, z + 0.2);
    scene.ceilingLight(m.softLamp, x, 0.54, z, 0.3, 0.3, [14, 9, 4.4]);
  }
}
