/** A hotel lobby: stone floor, round columns, a long desk before a timber wall, clusters of pendant lights. */
import type { Vec3 } from '../../engine/base/vector.ts';
import { armchair, pottedPlant, roundTable, sofa } from '../../engine/kernels/trace/furniture.ts';
import { addPalette, type Palette } from '../../engine/kernels/trace/palette.ts';
import { growTree } from '../../engine/kernels/trace/plants.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';
import { windowDaylight } from './window-daylight.ts';

const HALL = { x0: -9, x1: 9, z0: -3, z1: 19, height: 6.4 };
const WARM: Vec3 = [1, 0.74, 0.48];

export function buildLobby(): Scene {
  const scene = new SceneBuilder();
  const m = addPalette(scene);
  shell(scene, m);
  desk(scene, m);
  seats(scene, m);
  lights(scene, m);
  scene.portals.push({
    corner: [HALL.x0 - 0.05, 0.1, 1],
    edgeA: [0, 0, 15],
    edgeB: [0, 5.2, 0],
    facing: [1, 0, 0],
    light: [0.75, 0.78, 0.84],
  });
  return {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: scene.materials,
    camera: { at: [2.2, 1.55, -2.6], yaw: -6, view: 70, shift: 0.1 },
    lights: scene.lights,
    portals: scene.portals,
    bounces: 2,
    ...windowDaylight([-0.8, 0.5, -0.22], 'hall'),
    ambient: [0.15, 0.135, 0.115],
    exposure: 2.7,
    bloom: 0.3,
    whiteBalance: [0.98, 1, 1.05],
  };
}

function shell(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const { x0, x1, z0, z1, height } = HALL;
  mesh.box(m.marble, x0, -0.1, z0, x1, 0, z1);
  mesh.box(m.warmWhite, x0, height, z0, x1, height + 0.2, z1);
  mesh.box(m.warmWhite, x1, 0, z0, x1 + 0.2, height, z1);
  mesh.box(m.warmWhite, x0, 0, z0 - 0.2, x1, height, z0);
  mesh.box(m.walnut, x0, 0, z1, x1, height, z1 + 0.2);
  for (let x = x0 + 0.1; x < x1; x += 0.3)
    if (Math.abs(x) > 4.2) mesh.box(m.oak, x, 0, z1 - 0.18, x + 0.09, height, z1);
  mesh.box(m.greenMarble, -4, 0, z1 - 0.3, 4, 4.6, z1);
  mesh.box(m.brass, -4.08, 0, z1 - 0.32, -4, 4.66, z1);
  mesh.box(m.brass, 4, 0, z1 - 0.32, 4.08, 4.66, z1);
  mesh.box(m.brass, -4.08, 4.6, z1 - 0.32, 4.08, 4.66, z1);
  for (let z = z0; z < z1; z += 0.9) mesh.box(m.oak, -5.2, height - 0.5, z, 5.2, height - 0.02, z + 0.12);
  mesh.box(m.warmWhite, -5.6, height - 0.62, z0, -5.2, height, z1);
  mesh.box(m.warmWhite, 5.2, height - 0.62, z0, 5.6, height, z1);
  for (const z of [2.4, 7.4, 12.4]) {
    for (const x of [-5.4, 5.4]) {
      mesh.cylinder(m.paleConcrete, x, z, 0.42, 0, height, 48);
      mesh.cylinder(m.brass, x, z, 0.445, 0, 0.16, 48);
    }
  }
  mesh.box(m.warmWhite, x0 - 0.3, 5.3, z0, x0, height, z1);
  mesh.box(m.warmWhite, x0 - 0.3, 0, z0, x0, 5.3, 1);
  mesh.box(m.warmWhite, x0 - 0.3, 0, 16, x0, 5.3, z1);
  for (let z = 1; z <= 16; z += 1.5) mesh.box(m.darkMetal, x0 - 0.2, 0, z - 0.04, x0 - 0.06, 5.3, z + 0.04);
  mesh.box(m.darkMetal, x0 - 0.2, 3.1, 1, x0 - 0.06, 3.18, 16);
  mesh.quad(m.glass, [x0 - 0.14, 0, 1], [x0 - 0.14, 0, 16], [x0 - 0.14, 5.3, 16], [x0 - 0.14, 5.3, 1]);
  for (const [z, w] of [
    [3, 2.2],
    [8.6, 2.2],
    [13.4, 2.2],
  ] as const) {
    mesh.box(m.black, x1 - 0.06, 1.2, z - w / 2 - 0.05, x1, 4.25, z + w / 2 + 0.05);
    mesh.box(m.picture, x1 - 0.08, 1.25, z - w / 2, x1 - 0.05, 4.2, z + w / 2);
  }
  scene.mesh.floor(m.paving, -60, -40, x0 - 0.3, 60, -0.05);
  const tree = growTree(m.bark, m.leaf, {
    height: 8,
    spread: 2.8,
    clear: 2.2,
    leafSize: 0.2,
    leafCount: 9000,
    trunk: 0.14,
    seed: 21,
  });
  for (const [x, z] of [
    [-14, 6],
    [-15, 14],
    [-14, 22],
    [-21, 10],
    [-22, 20],
    [-20, 30],
  ] as const)
    scene.place(tree, x, 0, z, z);
}

/** Reception desk in stone and brass, with lamps and a vase. */
function desk(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const z = HALL.z1 - 3.4;
  mesh.roundBox(m.greenMarble, -3, 0.1, z, 3, 1.02, z + 0.85, 0.05);
  mesh.box(m.brass, -2.9, 0, z + 0.06, 2.9, 0.1, z + 0.8);
  mesh.roundBox(m.oak, -3.05, 1.02, z - 0.08, 3.05, 1.1, z + 0.9, 0.02);
  for (let x = -2.8; x < 2.8; x += 0.16) mesh.box(m.brass, x, 0.2, z - 0.012, x + 0.02, 0.94, z + 0.01);
  for (const x of [-2.5, 2.5]) {
    mesh.cylinder(m.brass, x, z + 0.4, 0.012, 1.1, 1.5, 10);
    mesh.lathe(
      m.softLamp,
      x,
      z + 0.4,
      [
        [0.16, 1.42],
        [0.1, 1.68],
      ],
      24,
    );
  }
  mesh.lathe(
    m.ceramic,
    1.2,
    z + 0.4,
    [
      [0.08, 1.1],
      [0.16, 1.24],
      [0.12, 1.4],
      [0.06, 1.48],
    ],
    24,
  );
  for (let i = 0; i < 22; i++) {
    const a = i * 2.4;
    const r = 0.06 + (i % 7) * 0.045;
    const top: Vec3 = [1.2 + Math.cos(a) * r * 1.4, 1.75 + (i % 5) * 0.1, z + 0.4 + Math.sin(a) * r * 1.4];
    mesh.bar(m.leaf, [1.2, 1.45, z + 0.4], top, 0.005, 0.003, 5);
    mesh.ellipsoid(i % 3 ? m.blossom : m.leaf, top, 0.055, 0.05, 0.055, 8);
  }
}

function seats(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  mesh.roundBox(m.rug, -5, 0, 2.4, -0.2, 0.018, 7.2, 0.009);
  mesh.append(sofa(m, 2.6, m.linen, [m.rust, m.ochre]), -2.6, 0.01, 6.5);
  mesh.append(sofa(m, 2.2, m.blueCloth, [m.ochre, m.linen]), -4.4, 0.01, 4.6, -Math.PI / 2);
  mesh.append(armchair(m.black, m.leather), -0.75, 0.01, 5, 1.3);
  mesh.append(armchair(m.black, m.leather), -0.8, 0.01, 3.6, 1.75);
  mesh.append(roundTable(m.marble, m.brass, 0.55, 0.38), -2.6, 0.015, 4.7);
  mesh.append(roundTable(m.walnut, m.brass, 0.36, 0.5), -2, 0.015, 4.1);
  mesh.lathe(
    m.ceramic,
    -2.7,
    4.8,
    [
      [0.05, 0.38],
      [0.12, 0.46],
      [0.1, 0.56],
      [0.05, 0.6],
    ],
    24,
  );
  mesh.roundBox(m.rug, 2.6, 0, 8, 6.8, 0.018, 12, 0.009);
  mesh.append(sofa(m, 2.4, m.greyCloth, [m.rust]), 6.3, 0.01, 10, Math.PI / 2);
  mesh.append(armchair(m.black, m.linen), 3.5, 0.01, 9.2, -1.4);
  mesh.append(armchair(m.black, m.linen), 3.5, 0.01, 10.8, -1.7);
  mesh.append(roundTable(m.marble, m.brass, 0.5, 0.4), 4.9, 0.015, 10);
  mesh.append(pottedPlant(m, 2.1, 23, 5), 7.9, 0, 6.2, 0, 1.25);
  mesh.append(pottedPlant(m, 1.9, 21, 9), -7.9, 0, 9.8, 1, 1.2);
  mesh.append(pottedPlant(m, 1.9, 21, 12), -4.7, 0, 16.6, 2, 1.2);
  mesh.append(pottedPlant(m, 1.9, 21, 15), 4.7, 0, 16.6, 3, 1.2);
}

/** Glass globes at different heights, strips over the walls, fill from behind the viewer. */
function lights(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const spots: readonly (readonly [number, number, number])[] = [
    [-1.5, 7.5, 4.2],
    [-0.6, 8.4, 3.5],
    [0.4, 7.7, 4.5],
    [1.3, 8.6, 3.9],
    [-0.2, 9.3, 4.9],
    [0.9, 6.9, 3.3],
    [-1.2, 9, 5],
    [-1, 13, 3.9],
    [0.1, 12.4, 4.4],
    [1, 13.2, 3.6],
  ];
  for (const [x, z, y] of spots) {
    mesh.ellipsoid(m.softLamp, [x, y, z], 0.2, 0.2, 0.2, 28);
    mesh.cylinder(m.brass, x, z, 0.05, y + 0.19, y + 0.26, 14);
    mesh.bar(m.black, [x, y + 0.26, z], [x, HALL.height, z], 0.006, 0.006, 6);
    scene.lights.push({
      corner: [x - 0.2, y - 0.21, z - 0.2],
      edgeA: [0.4, 0, 0],
      edgeB: [0, 0, 0.4],
      facing: [0, -1, 0],
      light: [WARM[0] * 9, WARM[1] * 9, WARM[2] * 9],
    });
  }
  for (const x of [-7.3, 7.3])
    for (const z of [3, 8, 13]) scene.ceilingLight(m.softLamp, x, HALL.height - 0.02, z, 0.3, 3, [5, 3.9, 2.7]);
  const strip = (corner: Vec3, edgeA: Vec3, edgeB: Vec3, facing: Vec3, gain: number): void => {
    scene.lights.push({ corner, edgeA, edgeB, facing, light: [WARM[0] * gain, WARM[1] * gain, WARM[2] * gain] });
  };
  strip([-4, 6.2, HALL.z1 - 1.1], [8, 0, 0], [0, 0, 0.3], [0, -1, 0], 16);
  strip([-2.9, 0.06, HALL.z1 - 3.5], [5.8, 0, 0], [0, 0, 0.06], [0, -1, 0], 14);
  scene.lights.push({
    corner: [-7, 0.4, HALL.z0 + 0.03],
    edgeA: [14, 0, 0],
    edgeB: [0, 4.6, 0],
    facing: [0, 0, 1],
    light: [0.5, 0.5, 0.5],
  });
}
