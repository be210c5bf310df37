/** A park: a path along a pond, a timber pavilion on the far bank, meadow planting. */
import { goldenDay } from '../../engine/kernels/trace/atmospheres.ts';
import { addPalette, type Palette } from '../../engine/kernels/trace/palette.ts';
import { growGrass, growShrub, growTree, growTuft, scatter } from '../../engine/kernels/trace/plants.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';

const POND = { x: 5.5, z: 13, rx: 12.5, rz: 9.5 };
const PAVILION = { x: 8.5, z: 24.5 };

/** 0 in the middle of the pond, 1 at its edge. */
function pondReach(x: number, z: number): number {
  const a = Math.atan2((z - POND.z) / POND.rz, (x - POND.x) / POND.rx);
  const wave = 1 + 0.1 * Math.sin(a * 2 + 0.6) + 0.06 * Math.sin(a * 5);
  return Math.hypot((x - POND.x) / POND.rx, (z - POND.z) / POND.rz) / wave;
}

/** Middle of the path: x for a given z. */
function pathAt(z: number): number {
  return -3.6 - 6.5 * Math.exp(-(((z - 14) / 9.5) ** 2)) + Math.max(0, z - 22) * 0.55;
}

function isOnPath(x: number, z: number, gap: number): boolean {
  return Math.abs(x - pathAt(z)) < 1.25 + gap;
}

export function buildLandscape(): Scene {
  const scene = new SceneBuilder();
  const m = addPalette(scene);
  ground(scene, m);
  pavilion(scene, m);
  planting(scene, m);
  const light = goldenDay([-0.75, 0.4, 0.12]);
  return {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: scene.materials,
    camera: { at: [-4.2, 1.7, -7], yaw: 17, view: 64, shift: 0.06 },
    lights: [],
    portals: [],
    bounces: 1,
    ...light,
    haze: 0.0022,
    hazeColour: [0.92, 0.86, 0.76],
  };
}

function ground(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const step = 0.5;
  const height = (x: number, z: number): number => {
    const reach = pondReach(x, z);
    const bank = Math.max(-1.1, Math.min(0, (reach - 1.06) * 4));
    const swell = Math.max(0, reach - 1.1) * 0.12 * Math.sin(x * 0.13 + 1) ** 2;
    return bank + Math.min(1.2, swell);
  };
  for (let x = -30; x < 34; x += step) {
    for (let z = -12; z < 40; z += step) {
      const middle = isOnPath(x + step / 2, z + step / 2, 0);
      const material = middle ? m.gravel : pondReach(x + step / 2, z + step / 2) < 1.04 ? m.earth : m.lawn;
      const [x1, z1] = [x + step, z + step];
      mesh.quad(
        material,
        [x, height(x, z), z],
        [x, height(x, z1), z1],
        [x1, height(x1, z1), z1],
        [x1, height(x1, z), z],
      );
    }
  }
  for (let z = -12; z < 40; z += 0.5) {
    for (const side of [-1, 1]) {
      const a = pathAt(z) + side * 1.25;
      const b = pathAt(z + 0.5) + side * 1.25;
      const y = 0.06;
      mesh.quad(m.stone, [a - 0.09, y, z], [b - 0.09, y, z + 0.5], [b + 0.09, y, z + 0.5], [a + 0.09, y, z]);
    }
    const [a, b] = [pathAt(z), pathAt(z + 0.5)];
    mesh.quad(m.gravel, [a - 1.2, 0.045, z], [b - 1.2, 0.045, z + 0.5], [b + 1.2, 0.045, z + 0.5], [a + 1.2, 0.045, z]);
  }
  mesh.floor(m.pond, POND.x - 20, POND.z - 16, POND.x + 20, POND.z + 14, -0.3);
  mesh.floor(m.lawn, -300, 40, 300, 400, 0.15);
  mesh.floor(m.lawn, -300, -60, -30, 40, 0.1);
  mesh.floor(m.lawn, 34, -60, 300, 40, 0.1);
  mesh.floor(m.lawn, -30, -60, 34, -12, 0);
}

/** Slender posts, a floating roof, a deck over the water. */
function pavilion(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  const { x, z } = PAVILION;
  mesh.box(m.decking, x - 5.2, -0.1, z - 5.4, x + 5.2, 0.12, z + 3);
  for (const px of [-4.8, -1.6, 1.6, 4.8])
    mesh.box(m.darkMetal, x + px - 0.1, -1.2, z - 5.1, x + px + 0.1, -0.1, z - 4.9);
  for (const px of [-4.2, -1.4, 1.4, 4.2]) {
    for (const pz of [-3.2, 2.2])
      mesh.box(m.cedar, x + px - 0.09, 0.12, z + pz - 0.09, x + px + 0.09, 3.1, z + pz + 0.09);
  }
  for (let px = -5; px <= 5.01; px += 0.5) mesh.box(m.cedar, x + px - 0.05, 3.1, z - 4.3, x + px + 0.05, 3.3, z + 3.2);
  mesh.box(m.cedarLevel, x - 5.2, 3.02, z - 3.3, x + 5.2, 3.14, z - 3.1);
  mesh.box(m.zinc, x - 5.5, 3.3, z - 4.6, x + 5.5, 3.46, z + 3.4);
  for (let px = -4.2; px <= 4.2; px += 0.21) mesh.box(m.cedar, x + px, 0.12, z + 2.1, x + px + 0.07, 3.1, z + 2.25);
  mesh.box(m.cedarLevel, x - 3.6, 0.5, z + 1.2, x + 3.6, 0.57, z + 1.8);
  for (const px of [-3.2, 0, 3.2]) mesh.box(m.concrete, x + px - 0.15, 0.12, z + 1.25, x + px + 0.15, 0.5, z + 1.75);
  mesh.box(m.cedarLevel, pathAt(2) - 2.9, 0.45, 1.2, pathAt(2) - 2.35, 0.52, 3.4);
  for (const pz of [1.5, 3.0]) mesh.box(m.concrete, pathAt(2) - 2.85, 0, pz, pathAt(2) - 2.4, 0.45, pz + 0.2);
  for (const pz of [-1.5, 5, 11, 17]) {
    const px = pathAt(pz) + 1.6;
    mesh.box(m.darkMetal, px - 0.05, 0, pz - 0.05, px + 0.05, 0.8, pz + 0.05);
    mesh.box(m.lampOff, px - 0.055, 0.68, pz - 0.055, px + 0.055, 0.76, pz + 0.055);
  }
}

function planting(scene: SceneBuilder, m: Palette): void {
  const willow = growTree(m.bark, m.leafLight, {
    height: 8.8,
    spread: 3.9,
    clear: 1.9,
    leafSize: 0.17,
    leafCount: 17000,
    trunk: 0.2,
    seed: 91,
  });
  const maple = growTree(m.bark, m.leafRed, {
    height: 5.6,
    spread: 2.5,
    clear: 1.3,
    leafSize: 0.14,
    leafCount: 11000,
    trunk: 0.1,
    seed: 47,
    isMultiStem: true,
  });
  const oak = growTree(m.bark, m.leaf, {
    height: 11,
    spread: 4.2,
    clear: 2.2,
    leafSize: 0.25,
    leafCount: 13000,
    trunk: 0.25,
    seed: 12,
  });
  const dark = growTree(m.bark, m.leafDark, {
    height: 12,
    spread: 3.8,
    clear: 1.6,
    leafSize: 0.28,
    leafCount: 11000,
    trunk: 0.25,
    seed: 57,
  });
  scene.place(willow, -10.5, 0, 6.5, 0.3, 1.05);
  scene.place(maple, 15.8, 0, 27.5, 1.4, 1.1);
  scene.place(maple, 0.6, 0, 26.8, 2.6, 0.95);
  scene.place(willow, 20.5, 0, 12.5, 2, 0.9);
  scene.place(oak, -15.5, 0, 16, 1);
  scatter(scene, [oak, dark, oak], [-46, 32, 60, 76], 7.2, isFar, { scale: 1.05, spread: 0.5, seed: 3 });
  scatter(scene, [dark, oak], [-44, 2, -19, 32], 7, isFar, { scale: 0.9, spread: 0.5, seed: 13 });
  scatter(scene, [dark, oak], [26, 4, 54, 34], 7, isFar, { scale: 0.9, spread: 0.5, seed: 23 });
  undergrowth(scene, m);
}

const isFar = (x: number, z: number): boolean =>
  !isOnPath(x, z, 2.5) && pondReach(x, z) > 1.35 && Math.hypot(x - PAVILION.x, z - PAVILION.z) > 8;

function undergrowth(scene: SceneBuilder, m: Palette): void {
  const shrubs = [
    growShrub(m.leafDark, 0.65, 0.72, 900, 0.12, 3),
    growShrub(m.leaf, 0.55, 0.6, 800, 0.11, 4),
    growShrub(m.blossom, 0.5, 0.55, 800, 0.09, 6),
  ];
  const meadow = [
    growTuft(m.reed, 0.85, 110, 8),
    growTuft(m.blade, 0.75, 110, 9),
    growTuft(m.lavender, 0.55, 120, 10),
    growTuft(m.blade, 0.5, 90, 11),
  ];
  const reeds = [growTuft(m.blade, 1.25, 110, 18), growTuft(m.reed, 1.15, 110, 19)];
  scatter(
    scene,
    reeds,
    [-9, 1, 21, 25],
    0.62,
    (x, z) => {
      const reach = pondReach(x, z);
      const isView = x > -3.2 && x < 3.2 && z < 8;
      return (
        reach > 0.98 &&
        reach < 1.09 &&
        !isView &&
        !(Math.abs(x - PAVILION.x) < 6 && z > 17) &&
        Math.sin(x * 0.9 + z * 0.7) > -0.5
      );
    },
    { y: -0.25, spread: 0.6, seed: 31 },
  );
  const isBed = (x: number, z: number): boolean => {
    const off = x - pathAt(z);
    return (
      ((off > 1.5 && off < 3.1 && z > -5.2 && z < 9) || (off < -3.3 && off > -5.6 && z < 12)) && pondReach(x, z) > 1.08
    );
  };
  scatter(scene, [...meadow, ...meadow, shrubs[2]!], [-18, -5.4, 3, 13], 0.5, isBed, { spread: 0.6, seed: 41 });
  scatter(scene, shrubs, [-30, 27, 36, 33], 1.5, (x, z) => isFar(x, z), { scale: 1.9, spread: 0.6, seed: 51 });
  scatter(scene, shrubs, [-20, 6, -11, 28], 1.7, (x, z) => isFar(x, z), { scale: 1.6, spread: 0.6, seed: 61 });
  scatter(scene, shrubs, [18, 4, 27, 30], 1.7, (x, z) => pondReach(x, z) > 1.25, { scale: 1.7, spread: 0.6, seed: 71 });
  const grass = [1, 2, 3].map((seed) => growGrass(m.blade, 1, 900, 0.08, seed));
  scatter(scene, grass, [-13, -5.6, 12, 5], 0.86, (x, z) => !isOnPath(x, z, 0.45) && pondReach(x, z) > 1.12, {
    jitter: 0.1,
    spread: 0.2,
    seed: 3,
  });
}
