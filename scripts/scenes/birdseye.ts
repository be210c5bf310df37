/** A small residential quarter by the water, seen from above; and its white model. */
import { clearDay, studio } from '../../engine/kernels/trace/atmospheres.ts';
import { whiteModel } from '../../engine/kernels/trace/materials.ts';
import { addPalette, type Palette } from '../../engine/kernels/trace/palette.ts';
import { growShrub, growTree, scatter } from '../../engine/kernels/trace/plants.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';

interface Block {
  x: number;
  z: number;
  w: number;
  d: number;
  storeys: number;
}

const BLOCKS: readonly Block[] = [
  { x: -62, z: -18, w: 34, d: 13, storeys: 6 },
  { x: -62, z: 14, w: 34, d: 13, storeys: 7 },
  { x: -62, z: 46, w: 34, d: 13, storeys: 8 },
  { x: -14, z: -20, w: 13, d: 34, storeys: 5 },
  { x: 10, z: -20, w: 30, d: 12, storeys: 5 },
  { x: 27, z: 2, w: 13, d: 26, storeys: 6 },
  { x: -14, z: 30, w: 13, d: 34, storeys: 9 },
  { x: 10, z: 46, w: 30, d: 13, storeys: 7 },
  { x: -62, z: 84, w: 30, d: 14, storeys: 11 },
  { x: -16, z: 84, w: 24, d: 16, storeys: 14 },
  { x: 20, z: 84, w: 24, d: 15, storeys: 10 },
];
const ROADS: readonly (readonly [number, number, number, number])[] = [
  [-25, -140, -17.5, 200],
  [-200, 68, 60, 76],
  [-200, -36, 60, -28.5],
];

/** Edge of the water: x for a given z. */
function shore(z: number): number {
  return 62 + Math.sin(z * 0.035) * 9 + Math.sin(z * 0.09 + 1) * 3;
}

export function buildBirdseye(look: 'photo' | 'white'): Scene {
  const scene = new SceneBuilder();
  const m = addPalette(scene);
  ground(scene, m);
  for (const block of BLOCKS) house(scene, m, block);
  city(scene, m);
  planting(scene, m);
  const light = look === 'white' ? studio([0.6, 0.8, -0.5]) : clearDay([0.72, 0.6, -0.25]);
  return {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: look === 'white' ? whiteModel(scene.materials) : scene.materials,
    camera: { at: [112, 66, -104], yaw: -38, pitch: 19, view: 56, shift: 0 },
    lights: [],
    portals: [],
    bounces: 1,
    ...light,
    exposure: light.exposure * (look === 'white' ? 0.92 : 0.84),
    haze: look === 'white' ? 0.0012 : 0.0006,
    hazeColour: look === 'white' ? [0.97, 0.97, 0.975] : [0.72, 0.78, 0.86],
  };
}

function ground(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  mesh.floor(m.meadow, -5000, -400, 5000, 6000, -0.6);
  for (let z = -400; z < 700; z += 4) {
    const a = shore(z);
    const b = shore(z + 4);
    mesh.quad(m.lawn, [-400, 0, z], [a, 0, z], [b, 0, z + 4], [-400, 0, z + 4]);
    mesh.quad(m.stone, [a, 0, z], [a + 1.2, -0.5, z], [b + 1.2, -0.5, z + 4], [b, 0, z + 4]);
    mesh.quad(m.paving, [a - 6.5, 0.05, z], [a - 3, 0.05, z], [b - 3, 0.05, z + 4], [b - 6.5, 0.05, z + 4]);
    mesh.quad(m.poolTile, [a + 1, -0.55, z], [a + 80, -0.55, z], [b + 80, -0.55, z + 4], [b + 1, -0.55, z + 4]);
    mesh.quad(m.lake, [a + 0.4, -0.3, z], [a + 78, -0.3, z], [b + 78, -0.3, z + 4], [b + 0.4, -0.3, z + 4]);
    mesh.quad(m.lawn, [a + 76, 0, z], [400, 0, z], [400, 0, z + 4], [b + 76, 0, z + 4]);
  }
  for (const [x0, z0, x1, z1] of ROADS) {
    mesh.floor(m.paving, x0 - 2.4, z0 - (z1 - z0 > 20 ? 0 : 2.4), x1 + 2.4, z1 + (z1 - z0 > 20 ? 0 : 2.4), 0.06);
  }
  for (const road of ROADS) roadway(scene, m, road);
  mesh.floor(m.paving, 4, -4, 22, 38, 0.05);
  mesh.floor(m.gravel, -1, -20, 3.5, 64, 0.045);
  for (const z of [8, 24]) mesh.floor(m.paving, 22, z - 1.5, 56, z + 1.5, 0.04);
  for (const z of [5, 37]) mesh.floor(m.paving, -66, z - 1.2, -25, z + 1.2, 0.045);
  mesh.box(m.decking, 52, -0.2, 5, 76, 0.25, 11);
  mesh.box(m.paleConcrete, 8, 0, 12, 18, 0.4, 22);
  mesh.floor(m.pond, 8.4, 12.4, 17.6, 21.6, 0.34);
}

/** Housing block: balconies, bands of windows, green or gravel roof. */
function house(scene: SceneBuilder, m: Palette, { x, z, w, d, storeys }: Block): void {
  const { mesh } = scene;
  const top = storeys * 3.1;
  const wall = [m.render, m.paleBrick, m.brick, m.warmWhite][Math.abs(x + z * 3 + storeys) % 4] as number;
  mesh.box(wall, x, 0, z, x + w, top, z + d);
  mesh.box(m.paleConcrete, x - 0.2, top, z - 0.2, x + w + 0.2, top + 0.25, z + d + 0.2);
  mesh.box(m.paleConcrete, x - 0.2, top + 0.2, z - 0.2, x + w + 0.2, top + 1, z + 0.15);
  mesh.box(m.paleConcrete, x - 0.2, top + 0.2, z + d - 0.15, x + w + 0.2, top + 1, z + d + 0.2);
  mesh.box(m.paleConcrete, x - 0.2, top + 0.2, z, x + 0.15, top + 1, z + d);
  mesh.box(m.paleConcrete, x + w - 0.15, top + 0.2, z, x + w + 0.2, top + 1, z + d);
  mesh.floor(storeys % 2 ? m.meadow : m.gravel, x + 0.2, z + 0.2, x + w - 0.2, z + d - 0.2, top + 0.3);
  mesh.box(m.render, x + w * 0.35, top, z + d * 0.3, x + w * 0.35 + 5, top + 2.8, z + d * 0.3 + 4);
  for (let k = 0; k < 4; k++) {
    const px = x + w * 0.6 + (k % 2) * 2.6;
    const pz = z + d * 0.25 + Math.floor(k / 2) * 3;
    if (px + 2.2 < x + w)
      mesh.quad(
        m.zinc,
        [px, top + 0.5, pz],
        [px + 2.2, top + 0.5, pz],
        [px + 2.2, top + 1.4, pz + 1.7],
        [px, top + 1.4, pz + 1.7],
      );
  }
  for (let s = 0; s < storeys; s++) {
    const y = s * 3.1 + 0.7;
    windowsAlongX(scene, m, { x, z, w, d }, { y, isRaised: s > 0 });
    windowsAlongZ(scene, m, { x, z, w, d }, { y, isRaised: s > 0 });
  }
}

type Plot = Pick<Block, 'x' | 'z' | 'w' | 'd'>;
interface Floor {
  y: number;
  /** Floors above the ground have balconies. */
  isRaised: boolean;
}

function windowsAlongX({ mesh }: SceneBuilder, m: Palette, { x, z, w, d }: Plot, { y, isRaised }: Floor): void {
  let bay = 0;
  for (let a = x + 1; a < x + w - 2; a += 3.1, bay++) {
    const isBalcony = bay % 3 === 1 && isRaised;
    for (const [face, side] of [
      [z, -1],
      [z + d, 1],
    ] as const) {
      mesh.box(
        m.officeGlass,
        a,
        isBalcony ? y - 0.5 : y,
        Math.min(face, face + side * 0.05),
        a + 1.9,
        y + 1.8,
        Math.max(face, face + side * 0.05),
      );
      if (isBalcony) {
        mesh.box(
          m.paleConcrete,
          a - 0.5,
          y - 0.7,
          Math.min(face, face + side * 1.5),
          a + 2.4,
          y - 0.5,
          Math.max(face, face + side * 1.5),
        );
        mesh.box(m.cedar, a - 0.5, y - 0.5, face + side * 1.5 - 0.04, a + 2.4, y + 0.45, face + side * 1.5 + 0.04);
      }
    }
  }
}

function windowsAlongZ({ mesh }: SceneBuilder, m: Palette, { x, z, w, d }: Plot, { y, isRaised }: Floor): void {
  let bay = 0;
  for (let b = z + 1; b < z + d - 2; b += 3.1, bay++) {
    for (const [face, side] of [
      [x, -1],
      [x + w, 1],
    ] as const) {
      mesh.box(
        m.officeGlass,
        Math.min(face, face + side * 0.05),
        y,
        b,
        Math.max(face, face + side * 0.05),
        y + 1.8,
        b + 1.7,
      );
      if (bay % 3 === 1 && isRaised) {
        mesh.box(
          m.paleConcrete,
          Math.min(face, face + side * 1.4),
          y - 0.7,
          b - 0.5,
          Math.max(face, face + side * 1.4),
          y - 0.5,
          b + 2.2,
        );
        mesh.box(m.cedar, face + side * 1.4 - 0.04, y - 0.5, b - 0.5, face + side * 1.4 + 0.04, y + 0.45, b + 2.2);
      }
    }
  }
}

/** Asphalt with a broken line along its middle. */
function roadway({ mesh }: SceneBuilder, m: Palette, [x0, z0, x1, z1]: (typeof ROADS)[number]): void {
  mesh.floor(m.asphalt, x0, z0, x1, z1, 0.1);
  const isAlongZ = z1 - z0 > x1 - x0;
  for (let t = isAlongZ ? z0 : x0; t < (isAlongZ ? z1 : x1); t += 6) {
    if (isAlongZ) mesh.floor(m.white, (x0 + x1) / 2 - 0.1, t, (x0 + x1) / 2 + 0.1, t + 3, 0.13);
    else mesh.floor(m.white, t, (z0 + z1) / 2 - 0.1, t + 3, (z0 + z1) / 2 + 0.1, 0.13);
  }
}

/** Plain volumes towards the horizon. */
function city(scene: SceneBuilder, m: Palette): void {
  for (let x = -330; x < 44; x += 27) {
    for (let z = 118; z < 640; z += 30) {
      const k = Math.abs(Math.sin(x * 12.9 + z * 78.2)) * 0.999;
      if (k < 0.22 || x + 24 > shore(z) - 14) continue;
      const h = 10 + k * k * 34;
      const wall = [m.paleConcrete, m.paleConcrete, m.paleBrick, m.concrete, m.stone][Math.floor(k * 5)]!;
      scene.mesh.box(wall, x, 0, z, x + 12 + k * 8, h, z + 14 + (1 - k) * 8);
      for (let y = 2.2; y < h - 1.5; y += 6.4) {
        scene.mesh.box(m.officeGlass, x + 1, y, z - 0.06, x + 11 + k * 8, y + 1.5, z - 0.02);
        scene.mesh.box(m.officeGlass, x + 12 + k * 8, y, z + 1, x + 12.06 + k * 8, y + 1.5, z + 13);
      }
    }
  }
  for (const [x, z, wide, high] of [
    [-300, 1150, 520, 70],
    [250, 1250, 600, 85],
    [800, 1100, 420, 60],
  ] as const) {
    scene.mesh.ellipsoid(m.meadow, [x, -8, z], wide, high, 130, 48);
  }
}

function planting(scene: SceneBuilder, m: Palette): void {
  const trees = [
    growTree(m.bark, m.leaf, {
      height: 8.5,
      spread: 3.3,
      clear: 2,
      leafSize: 0.42,
      leafCount: 3600,
      trunk: 0.2,
      seed: 3,
    }),
    growTree(m.bark, m.leafLight, {
      height: 7.4,
      spread: 2.8,
      clear: 1.8,
      leafSize: 0.38,
      leafCount: 3200,
      trunk: 0.18,
      seed: 8,
    }),
    growTree(m.bark, m.leafDark, {
      height: 9.5,
      spread: 3.4,
      clear: 2,
      leafSize: 0.45,
      leafCount: 3600,
      trunk: 0.22,
      seed: 15,
    }),
  ];
  const shrub = growShrub(m.leaf, 0.8, 0.9, 260, 0.26, 5);
  const isOpen = (x: number, z: number, gap: number): boolean =>
    x < shore(z) - 8 &&
    BLOCKS.every((b) => x < b.x - gap || x > b.x + b.w + gap || z < b.z - gap || z > b.z + b.d + gap) &&
    ROADS.every(([x0, z0, x1, z1]) => x < x0 - 3.5 || x > x1 + 3.5 || z < z0 - 3.5 || z > z1 + 3.5) &&
    !(x > 2 && x < 24 && z > -6 && z < 40) &&
    !(x > -3 && x < 5.5 && z > -20 && z < 66);
  for (let z = -120; z < 200; z += 8.5) {
    for (const x of [-28.5, -14.8])
      if (Math.abs(z + 32) > 7 && Math.abs(z - 72) > 7)
        scene.place(trees[(Math.abs(z) % 2) | 0] ?? trees[0]!, x, 0, z, z, 0.85);
  }
  for (let z = -90; z < 240; z += 9) scene.place(trees[(z + 90) % 2]!, shore(z) - 9, 0, z, z, 0.8);
  for (const z of [-1, 7, 27, 35]) for (const x of [6.5, 19.5]) scene.place(trees[1]!, x, 0, z, z + x, 0.7);
  scatter(
    scene,
    trees,
    [-110, -120, 60, 112],
    9.5,
    (x, z) => isOpen(x, z, 5) && Math.sin(x * 0.11) + Math.cos(z * 0.13) > -0.35,
    { jitter: 0.48, spread: 0.5, scale: 0.9, seed: 5 },
  );
  scatter(scene, trees, [-330, 100, 46, 420], 17, (x, z) => x < shore(z) - 10, { spread: 0.5, scale: 1.1, seed: 15 });
  scatter(scene, trees, [136, -60, 260, 420], 12, (x, z) => x > shore(z) + 80, { spread: 0.5, scale: 1.2, seed: 25 });
  scatter(scene, [shrub], [-70, -26, 60, 66], 2.6, (x, z) => isOpen(x, z, 1) && !isOpen(x, z, 2.4), {
    spread: 0.5,
    seed: 35,
  });
}
