/** A living room with a wide window: furnished, bare, and in dark wood, from one point of view. */
import type { Vec3 } from '../../engine/base/vector.ts';
import {
  armchair,
  drape,
  floorLamp,
  pottedPlant,
  roundTable,
  shelf,
  sofa,
} from '../../engine/kernels/trace/furniture.ts';
import { boards, cloth, type Material, plain, slabs } from '../../engine/kernels/trace/materials.ts';
import { Mesh } from '../../engine/kernels/trace/mesh.ts';
import { addPalette, libraryMaterial, type MaterialName, type Palette } from '../../engine/kernels/trace/palette.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';
import { gardenTree } from './garden-tree.ts';
import { windowDaylight } from './window-daylight.ts';

const ROOM = { x0: -3.5, x1: 3.5, z0: -1.4, z1: 6.2, height: 2.95 };
const WINDOW = { z0: 1.3, z1: 5.3, y0: 0.12, y1: 2.6 };

const DARK: Partial<Record<MaterialName, Material>> = {
  oakFloor: { surface: 'gloss', paint: boards([0.2, 0.115, 0.065], 0.19, 'z'), reflectance: 0.045, roughness: 0.08 },
  oak: libraryMaterial('walnut'),
  oakUpright: { surface: 'matte', paint: boards([0.26, 0.15, 0.085], 0.115, 'upright') },
  walnut: { surface: 'gloss', paint: boards([0.15, 0.08, 0.045], 0.3, 'upright'), reflectance: 0.04, roughness: 0.12 },
  warmWhite: { surface: 'matte', paint: plain([0.33, 0.31, 0.28], 0.05) },
  linen: { surface: 'gloss', paint: cloth([0.3, 0.13, 0.06], 0.012, 0.14), reflectance: 0.035, roughness: 0.25 },
  rug: { surface: 'matte', paint: cloth([0.27, 0.28, 0.26], 0.012, 0.3) },
  rust: libraryMaterial('ochre'),
  greyCloth: { surface: 'matte', paint: cloth([0.1, 0.17, 0.14]) },
};
const BARE: Partial<Record<MaterialName, Material>> = {
  oakFloor: {
    surface: 'gloss',
    paint: slabs([0.46, 0.45, 0.43], 2.4, 2.4, 0.006, 0.06),
    reflectance: 0.03,
    roughness: 0.25,
  },
};

export function buildLivingRoom(state: 'furnished' | 'bare' | 'dark'): Scene {
  const scene = new SceneBuilder();
  const m = addPalette(scene, state === 'dark' ? DARK : state === 'bare' ? BARE : {});
  shell(scene, m);
  outside(scene, m);
  if (state !== 'bare') {
    fittings(scene, m);
    furnish(scene, m, state === 'dark');
  }
  scene.portals.push({
    corner: [ROOM.x0 - 0.02, WINDOW.y0, WINDOW.z0],
    edgeA: [0, 0, WINDOW.z1 - WINDOW.z0],
    edgeB: [0, WINDOW.y1 - WINDOW.y0, 0],
    facing: [1, 0, 0],
    light: [1.7, 1.7, 1.7],
  });
  // The room goes on behind the viewer: daylight comes from there too.
  scene.lights.push({
    corner: [-2.8, 0.3, ROOM.z0 + 0.02],
    edgeA: [5.6, 0, 0],
    edgeB: [0, 2.3, 0],
    facing: [0, 0, 1],
    light: state === 'dark' ? [0.55, 0.55, 0.57] : [0.7, 0.72, 0.76],
  });
  return {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: scene.materials,
    camera: { at: [0.75, 1.3, -0.95], yaw: -5, view: 66, shift: -0.02 },
    lights: scene.lights,
    portals: scene.portals,
    bounces: 2,
    ...windowDaylight([-0.78, 0.44, -0.3], 'home'),
    ambient: state === 'dark' ? [0.09, 0.08, 0.07] : [0.2, 0.195, 0.18],
    exposure: state === 'dark' ? 3.7 : 2.75,
    bloom: 0.22,
    whiteBalance: [0.99, 1, 1.03],
  };
}

function shell(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const { x0, x1, z0, z1, height } = ROOM;
  mesh.box(m.oakFloor, x0, -0.1, z0, x1, 0, z1);
  mesh.box(m.white, x0, height, z0, x1, height + 0.1, z1);
  mesh.box(m.warmWhite, x0, 0, z1, x1, height, z1 + 0.1);
  mesh.box(m.warmWhite, x1, 0, z0, x1 + 0.1, height, z1);
  mesh.box(m.warmWhite, x0, 0, z0 - 0.1, x1, height, z0);
  mesh.box(m.white, x0, height - 0.16, z0, x0 + 0.45, height, z1);
  const wall = (za: number, ya: number, zb: number, yb: number): void =>
    mesh.box(m.warmWhite, x0 - 0.3, ya, za, x0, yb, zb);
  wall(z0, 0, WINDOW.z0, height);
  wall(WINDOW.z1, 0, z1, height);
  wall(WINDOW.z0, WINDOW.y1, WINDOW.z1, height);
  wall(WINDOW.z0, 0, WINDOW.z1, WINDOW.y0);
  for (let i = 0; i <= 3; i++) {
    const z = WINDOW.z0 + ((WINDOW.z1 - WINDOW.z0) * i) / 3;
    mesh.box(m.darkMetal, x0 - 0.2, WINDOW.y0, z - 0.025, x0 - 0.13, WINDOW.y1, z + 0.025);
  }
  for (const y of [WINDOW.y0 + 0.025, WINDOW.y1 - 0.025]) {
    mesh.box(m.darkMetal, x0 - 0.2, y - 0.025, WINDOW.z0, x0 - 0.13, y + 0.025, WINDOW.z1);
  }
  const g = x0 - 0.165;
  mesh.quad(
    m.glass,
    [g, WINDOW.y0, WINDOW.z0],
    [g, WINDOW.y0, WINDOW.z1],
    [g, WINDOW.y1, WINDOW.z1],
    [g, WINDOW.y1, WINDOW.z0],
  );
  mesh.box(m.white, x0, 0, z0, x0 + 0.015, 0.09, WINDOW.z0);
  mesh.box(m.white, x0, 0, z1 - 0.015, x1, 0.09, z1);
  mesh.box(m.white, x1 - 0.015, 0, z0, x1, 0.09, z1);
}

function outside(scene: SceneBuilder, m: Palette): void {
  scene.mesh.floor(m.lawn, -80, -60, ROOM.x0 - 0.3, 80, -0.3);
  scene.mesh.box(m.paving, -6.2, -0.28, -1, ROOM.x0 - 0.3, -0.02, 8);
  const tree = gardenTree(m);
  for (const [x, z, turn] of [
    [-13, 12, 0],
    [-16, 19, 2],
    [-22, 14, 1],
    [-20, 27, 4],
    [-28, 22, 3],
    [-14, 26, 5],
  ] as const)
    scene.place(tree, x, -0.3, z, turn);
}

/** Panelled wall with a shelf niche, rail and drapes. */
function fittings(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const { x0, x1, z1, height } = ROOM;
  mesh.box(m.walnut, 1.75, 0, z1 - 0.42, 1.8, height, z1);
  mesh.append(shelf(m, m.oak, 1.7, 2.6, 6), 2.65, 0, z1 - 0.36);
  mesh.box(m.oak, 1.8, 2.6, z1 - 0.36, x1, height, z1);
  for (let x = x0 + 0.06; x < 1.72; x += 0.115) mesh.box(m.oakUpright, x, 0.09, z1 - 0.04, x + 0.065, height, z1);
  const cloth = drape(m.white, 0.75, 2.72, 6);
  mesh.append(cloth, x0 + 0.16, 0.02, WINDOW.z0 - 0.1, Math.PI / 2);
  mesh.append(cloth, x0 + 0.16, 0.02, WINDOW.z1 + 0.25, Math.PI / 2);
}

function furnish(scene: SceneBuilder, m: Palette, isDark: boolean): void {
  const { mesh } = scene;
  const { z1 } = ROOM;
  mesh.roundBox(m.rug, -2.6, 0, 2.1, 1.5, 0.018, 5.2, 0.009);
  mesh.append(sofa(m, 2.7, m.linen, [m.rust, m.blueCloth, m.ochre]), -0.75, 0, 5.05);
  mesh.append(armchair(m.black, m.greyCloth), 2.05, 0, 3.45, 1.05);
  mesh.append(roundTable(isDark ? m.walnut : m.oak, m.black, 0.52, 0.36), -0.75, 0.015, 3.45);
  mesh.append(roundTable(isDark ? m.greenMarble : m.marble, m.black, 0.32, 0.47), -0.05, 0.015, 3.0);
  vaseOfReeds(mesh, m);
  mesh.box(m.blueCloth, -0.66, 0.376, 3.2, -0.36, 0.4, 3.42);
  mesh.box(m.warmWhite, -0.64, 0.4, 3.22, -0.4, 0.42, 3.4);
  mesh.lathe(
    m.ceramic,
    -0.05,
    3.0,
    [
      [0.04, 0.487],
      [0.11, 0.53],
      [0.12, 0.545],
      [0.1, 0.54],
      [0, 0.5],
    ],
    28,
  );
  mesh.append(floorLamp(m, m.softLamp), 1.15, 0, 5.45);
  mesh.append(pottedPlant(m, 1.55, 19, 5), -2.95, 0, 5.65);
  mesh.box(m.black, -1.95, 1.2, z1 - 0.075, 0.35, 2.35, z1 - 0.04);
  mesh.box(m.warmWhite, -1.92, 1.23, z1 - 0.085, 0.32, 2.32, z1 - 0.07);
  mesh.box(m.picture, -1.78, 1.37, z1 - 0.09, 0.18, 2.18, z1 - 0.08);
  const side = new Mesh();
  side.box(m.walnut, -0.95, 0.18, 0, 0.95, 0.72, 0.44);
  for (const x of [-0.32, 0.32]) side.box(m.black, x - 0.004, 0.2, -0.004, x + 0.004, 0.7, 0.02);
  for (const x of [-0.85, 0.85]) for (const z of [0.06, 0.38]) side.cylinder(m.black, x, z, 0.016, 0, 0.18, 8);
  mesh.append(side, ROOM.x1 - 0.02, 0, 1.55, Math.PI / 2);
  mesh.lathe(
    m.terracotta,
    3.25,
    2.1,
    [
      [0.06, 0.72],
      [0.12, 0.86],
      [0.09, 1.02],
      [0.045, 1.08],
      [0.055, 1.12],
    ],
    28,
  );
  mesh.lathe(
    m.ceramic,
    3.3,
    1.75,
    [
      [0.05, 0.72],
      [0.08, 0.8],
      [0.07, 0.9],
      [0.03, 0.93],
    ],
    24,
  );
  pendant(scene, m, -0.75, 3.45);
  const light: Vec3 = [9, 6.1, 3.3];
  for (const [y, up] of [
    [1.34, -1],
    [1.7, 1],
  ] as const) {
    scene.lights.push({
      corner: [1.03, y, 5.33],
      edgeA: [0.24, 0, 0],
      edgeB: [0, 0, 0.24],
      facing: [0, up, 0],
      light,
    });
  }
}

function vaseOfReeds(mesh: Mesh, m: Palette): void {
  mesh.lathe(
    m.ceramic,
    -0.9,
    3.5,
    [
      [0.05, 0.375],
      [0.11, 0.45],
      [0.1, 0.55],
      [0.04, 0.62],
      [0.05, 0.66],
    ],
    28,
  );
  for (let i = 0; i < 7; i++) {
    const a = i * 0.9;
    const r = 0.1 + (i % 3) * 0.05;
    mesh.bar(
      m.bark,
      [-0.9, 0.6, 3.5],
      [-0.9 + Math.cos(a) * r, 0.95 + (i % 4) * 0.07, 3.5 + Math.sin(a) * r],
      0.004,
      0.002,
      5,
    );
    for (let k = 0; k < 4; k++) {
      const t = 0.6 + k * 0.13;
      mesh.ellipsoid(
        m.reed,
        [-0.9 + Math.cos(a) * r * t + 0.012, 0.6 + (0.35 + (i % 4) * 0.07) * t, 3.5 + Math.sin(a) * r * t],
        0.022,
        0.03,
        0.022,
        8,
      );
    }
  }
}

/** A wide shallow shade over the table. */
function pendant(scene: SceneBuilder, m: Palette, x: number, z: number): void {
  scene.mesh.lathe(
    m.black,
    x,
    z,
    [
      [0.36, 1.98],
      [0.33, 2.06],
      [0.16, 2.16],
      [0.03, 2.19],
      [0.006, 2.2],
      [0.006, ROOM.height],
    ],
    36,
  );
  scene.mesh.lathe(
    m.softLamp,
    x,
    z,
    [
      [0.001, 2.03],
      [0.15, 2.03],
      [0.19, 2.08],
    ],
    32,
  );
  scene.lights.push({
    corner: [x - 0.13, 2, z - 0.13],
    edgeA: [0.26, 0, 0],
    edgeB: [0, 0, 0.26],
    facing: [0, -1, 0],
    light: [7, 5, 2.9],
  });
}
