/** A mid-rise office building on a street corner: brick piers, curtain wall, pavement, trees; and its white model. */
import { clearDay, studio } from '../../engine/kernels/trace/atmospheres.ts';
import { whiteModel } from '../../engine/kernels/trace/materials.ts';
import { Mesh } from '../../engine/kernels/trace/mesh.ts';
import { addPalette, type Palette } from '../../engine/kernels/trace/palette.ts';
import { growShrub, growTree, scatter } from '../../engine/kernels/trace/plants.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';

const STOREY = 3.6;
const GROUND = 4.6;
const BRICK_STOREYS = 4;
const GLASS_STOREYS = 1;
const BAY = 3.2;
const FRONT = 9;
const SIDE = 5;
const TOP = GROUND + (BRICK_STOREYS + GLASS_STOREYS) * STOREY;

export function buildOffice(look: 'photo' | 'white'): Scene {
  const scene = new SceneBuilder();
  const m = addPalette(scene);
  street(scene, m);
  const wide = FRONT * BAY;
  const deep = SIDE * BAY;
  brickBlock(scene, m, wide, deep);
  tower(scene, m, wide, deep);
  neighbours(scene, m);
  planting(scene, m, wide);
  people(scene, m);
  const light = look === 'white' ? studio([0.42, 0.6, -0.78]) : clearDay([0.42, 0.5, -0.78]);
  return {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: look === 'white' ? whiteModel(scene.materials) : scene.materials,
    camera: { at: [-14.5, 1.75, -27.5], yaw: 32, view: 68, shift: 0.27 },
    lights: [],
    portals: [],
    bounces: 1,
    ...light,
  };
}

function street(scene: SceneBuilder, m: Palette): void {
  const { mesh } = scene;
  mesh.floor(m.paving, -300, -7.5, 300, 300, 0.13);
  mesh.floor(m.asphalt, -300, -300, 300, -7.5, 0);
  mesh.box(m.paleConcrete, -300, -0.1, -7.72, 300, 0.14, -7.5);
  mesh.floor(m.asphalt, -16.5, -7.5, -8.5, 300, 0.135);
  for (const x of [-8.5, -16.72]) mesh.box(m.paleConcrete, x, 0, -7.5, x + 0.22, 0.2, 300);
  mesh.box(m.paving, -8.3, 0, -7.5, 300, 0.18, 300);
  for (let i = -12; i < 40; i++) mesh.floor(m.white, i * 5, -12.6, i * 5 + 2.2, -12.45, 0.004);
  for (let i = 0; i < 8; i++) mesh.floor(m.white, -16.2 + i * 1, -10.6, -15.7 + i * 1, -7.9, 0.005);
}

/** Brick volume: deep piers, paired windows, a glazed ground floor behind columns. */
function brickBlock(scene: SceneBuilder, m: Palette, wide: number, deep: number): void {
  const { mesh } = scene;
  const brickTop = GROUND + BRICK_STOREYS * STOREY;
  facade(m, 0, wide, BRICK_STOREYS, brickTop, (a, b, c, d, e, f, material) => mesh.box(material, a, b, c, d, e, f));
  facade(m, 0, deep, BRICK_STOREYS, brickTop, (a, b, c, d, e, f, material) => mesh.box(material, c, b, a, f, e, d));
  mesh.box(m.paleConcrete, 0.9, GROUND, 0.9, wide - 0.4, GROUND + 0.3, deep);
  for (let s = 0; s < 5; s++)
    mesh.box(m.white, 0.4, GROUND + s * STOREY - 0.35, 0.4, wide - 0.2, GROUND + s * STOREY, deep);
  mesh.box(m.greyBrick, wide - 0.4, 0, 0.4, wide, brickTop, deep);
  mesh.box(m.warmWhite, 5, 0.18, 5, wide - 3, brickTop - 0.3, deep - 1);
  mesh.box(m.gravel, 0.4, brickTop, 0.4, wide, brickTop + 0.05, deep);
}

type AddBox = (a: number, y0: number, z0: number, b: number, y1: number, z1: number, material: number) => void;

/** One face, `length` metres from the corner along its own axis; 0 is the face plane, positive inwards. */
function facade(m: Palette, from: number, length: number, storeys: number, top: number, add: AddBox): void {
  const bays = Math.round((length - from) / BAY);
  for (let i = 0; i <= bays; i++) {
    const a = from + i * BAY;
    const half = i === 0 ? 0.55 : 0.34;
    const [left, right] = i === 0 ? [0.2, 0.7] : [-0.3, 0.3];
    add(Math.max(from, a - half), GROUND, 0, a + half, top + 0.9, 0.6, m.brick);
    if (i < bays) add(a + left, 0.18, 0.15, a + right, GROUND, 0.65, m.concrete);
  }
  add(from, GROUND - 0.1, 0.02, length, GROUND + 0.42, 0.62, m.paleConcrete);
  for (let s = 0; s < storeys; s++) {
    const y = GROUND + s * STOREY;
    add(from, y + 0.42, 0.12, length, y + 0.95, 0.5, m.brick);
    add(from, y + 0.95, 0.05, length, y + 1.01, 0.45, m.paleConcrete);
    add(from, y + STOREY - 0.35, 0.1, length, y + STOREY + 0.42, 0.5, m.brick);
    for (let i = 0; i < bays; i++) {
      const a = from + i * BAY + (i === 0 ? 0.55 : 0.34);
      const b = from + (i + 1) * BAY - 0.34;
      windowOf(m, [a, b], y, add);
      if ((i * 7 + s * 3) % 5 < 2)
        add(a + 0.06, y + 1.9 + ((i + s) % 3) * 0.3, 0.45, b - 0.06, y + STOREY - 0.35, 0.46, m.linen);
    }
  }
  add(from, top + 0.9, -0.06, length, top + 1.05, 0.66, m.paleConcrete);
  add(from + 1.4, 0.18, 2.1, length - 0.5, GROUND - 0.1, 2.12, m.glass);
  for (let x = from + 1.4; x < length; x += BAY / 2) add(x, 0.18, 2.04, x + 0.07, GROUND - 0.1, 2.16, m.darkMetal);
  add(from + 1.4, 3.1, 2.04, length, 3.18, 2.16, m.darkMetal);
  add(from + 0.5, GROUND - 0.12, 0.6, length, GROUND - 0.06, 2.2, m.cedarLevel);
}

function windowOf(m: Palette, [a, b]: readonly [number, number], y: number, add: AddBox): void {
  add(a, y + 1.01, 0.34, b, y + STOREY - 0.35, 0.35, m.officeGlass);
  for (const x of [a, a + (b - a) * 0.36, b - 0.06])
    add(x, y + 1.01, 0.29, x + 0.06, y + STOREY - 0.35, 0.38, m.darkMetal);
  add(a, y + STOREY - 0.42, 0.29, b, y + STOREY - 0.35, 0.38, m.darkMetal);
  add(a, y + 1.01, 0.29, b, y + 1.07, 0.38, m.darkMetal);
}

/** Set-back glass storeys above the brick. */
function tower(scene: SceneBuilder, m: Palette, wide: number, deep: number): void {
  const { mesh } = scene;
  const base = GROUND + BRICK_STOREYS * STOREY;
  const [x0, z0, x1, z1] = [2.6, 2.6, wide - 1, deep];
  for (let s = 0; s < GLASS_STOREYS; s++) {
    const y = base + s * STOREY;
    mesh.box(m.paleConcrete, x0 - 0.5, y + STOREY - 0.35, z0 - 0.5, x1 + 0.3, y + STOREY, z1);
    mesh.quad(m.officeGlass, [x0, y, z0], [x1, y, z0], [x1, y + STOREY - 0.35, z0], [x0, y + STOREY - 0.35, z0]);
    mesh.quad(m.officeGlass, [x0, y, z0], [x0, y, z1], [x0, y + STOREY - 0.35, z1], [x0, y + STOREY - 0.35, z0]);
    for (let x = x0; x <= x1; x += 1.5)
      mesh.box(m.darkMetal, x - 0.03, y, z0 - 0.16, x + 0.03, y + STOREY - 0.35, z0 + 0.04);
    for (let z = z0; z <= z1; z += 1.5)
      mesh.box(m.darkMetal, x0 - 0.16, y, z - 0.03, x0 + 0.04, y + STOREY - 0.35, z + 0.03);
    mesh.box(m.warmWhite, x0 + 4, y, z0 + 4, x1, y + STOREY - 0.35, z1);
  }
  mesh.box(m.zinc, 9, TOP, 7, 17, TOP + 2.2, 14);
  const shrub = growShrub(m.leaf, 0.5, 0.8, 500, 0.14, 5);
  for (let x = 1.2; x < wide - 1; x += 0.9)
    if (Math.floor(x / 5) % 2 === 0) scene.place(shrub, x, base + 0.3, 1.3, x, 1);
}

/** Quieter buildings round about. */
function neighbours(scene: SceneBuilder, m: Palette): void {
  const block = (x0: number, z0: number, x1: number, z1: number, storeys: number, wall: number): void => {
    const { mesh } = scene;
    const top = storeys * 3.3 + 1;
    mesh.box(wall, x0, 0, z0, x1, top, z1);
    mesh.box(m.paleConcrete, x0 - 0.2, top, z0 - 0.2, x1 + 0.2, top + 0.4, z1 + 0.2);
    for (let s = 0; s < storeys; s++) {
      const y = 1.3 + s * 3.3;
      for (let x = x0 + 1.1; x < x1 - 1.4; x += 2.6) {
        mesh.box(m.white, x - 0.08, y - 0.1, z0 - 0.05, x + 1.38, y, z0);
        mesh.box(m.officeGlass, x, y, z0 - 0.03, x + 1.3, y + 1.8, z0 - 0.02);
        mesh.box(m.darkMetal, x + 0.62, y, z0 - 0.05, x + 0.68, y + 1.8, z0);
      }
      for (let z = z0 + 1.1; z < z1 - 1.4; z += 2.6) {
        for (const [x, side] of [
          [x0, -1],
          [x1, 1],
        ] as const) {
          mesh.box(m.officeGlass, Math.min(x, x + side * 0.03), y, z, Math.max(x, x + side * 0.03), y + 1.8, z + 1.3);
          mesh.box(
            m.darkMetal,
            Math.min(x, x + side * 0.05),
            y,
            z + 0.62,
            Math.max(x, x + side * 0.05),
            y + 1.8,
            z + 0.68,
          );
        }
      }
    }
  };
  block(31, 1, 46, 16, 5, m.render);
  block(47.5, 0, 64, 16, 7, m.paleBrick);
  block(66, 1, 86, 16, 5, m.greyBrick);
  block(-34, 4, -19, 20, 5, m.paleBrick);
  block(-34, 22, -19, 40, 7, m.render);
  block(2, 26, 26, 42, 7, m.render);
  block(-34, 44, -19, 70, 6, m.greyBrick);
  block(-14, 90, 10, 110, 8, m.paleBrick);
  block(-40, -118, -8, -104, 6, m.paleBrick);
  block(-4, -118, 30, -104, 7, m.render);
  block(34, -118, 70, -104, 5, m.brick);
}

function planting(scene: SceneBuilder, m: Palette, wide: number): void {
  const plane = growTree(m.bark, m.leaf, {
    height: 9,
    spread: 2.9,
    clear: 3,
    leafSize: 0.19,
    leafCount: 14000,
    trunk: 0.15,
    seed: 71,
  });
  const lime = growTree(m.bark, m.leafLight, {
    height: 8,
    spread: 2.5,
    clear: 2.8,
    leafSize: 0.17,
    leafCount: 13000,
    trunk: 0.13,
    seed: 83,
  });
  const tree = (mesh: Mesh, x: number, z: number, turn: number, scale: number): void => {
    scene.place(mesh, x, 0.18, z, turn, scale);
    scene.mesh.box(m.earth, x - 0.8, 0.16, z - 0.8, x + 0.8, 0.195, z + 0.8);
    scene.mesh.box(m.darkMetal, x - 0.85, 0.16, z - 0.85, x + 0.85, 0.19, z + 0.85);
  };
  [8.5, 17.5, 26.5, 35, 44, 53, 62, 71].forEach((x, i) => {
    tree(i % 2 ? lime : plane, x, -5.6, i * 1.7, 0.92 + (i % 3) * 0.05);
  });
  [14, 24, 34, 46].forEach((z, i) => {
    tree(lime, -6.6, z, i, 0.9);
  });
  [1, 10, 19, 30, 42].forEach((z, i) => {
    tree(plane, -18.6, z, i * 2, 0.95);
  });
  const shrubs = [growShrub(m.leafDark, 0.42, 0.5, 700, 0.09, 3), growShrub(m.leafLight, 0.36, 0.42, 600, 0.08, 4)];
  for (let x = 11; x < wide; x += 7) {
    scene.mesh.box(m.concrete, x, 0.18, -3.1, x + 3.6, 0.62, -2.2);
    scene.mesh.box(m.cedarLevel, x, 0.62, -3.1, x + 1.2, 0.68, -2.2);
    scatter(scene, shrubs, [x + 1.5, -2.9, x + 3.5, -2.3], 0.42, () => true, {
      y: 0.55,
      jitter: 0.3,
      seed: Math.round(x),
    });
  }
  for (const x of [-4, 14, 32, 50]) {
    scene.mesh.cylinder(m.darkMetal, x, -6.9, 0.06, 0.15, 6.4, 10);
    scene.mesh.box(m.darkMetal, x - 0.05, 6.35, -8.6, x + 0.05, 6.42, -6.85);
    scene.mesh.box(m.lampOff, x - 0.08, 6.3, -8.6, x + 0.08, 6.36, -8);
  }
}

/** Passers-by as plain figures: coat, legs, head. */
function people(scene: SceneBuilder, m: Palette): void {
  const figure = (x: number, z: number, coat: number, turn: number, step: number): void => {
    const body = new Mesh();
    body.lathe(
      coat,
      0,
      0,
      [
        [0.19, 0.72],
        [0.2, 0.95],
        [0.17, 1.15],
        [0.21, 1.36],
        [0.15, 1.46],
        [0.05, 1.5],
      ],
      18,
    );
    body.bar(m.black, [-0.08, 0.05, -step], [-0.08, 0.8, 0], 0.06, 0.09, 10);
    body.bar(m.black, [0.08, 0.05, step], [0.08, 0.8, 0], 0.06, 0.09, 10);
    body.bar(coat, [-0.22, 1.38, 0], [-0.27, 0.86, step * 0.8], 0.055, 0.045, 8);
    body.bar(coat, [0.22, 1.38, 0], [0.27, 0.86, -step * 0.8], 0.055, 0.045, 8);
    body.ellipsoid(m.oak, [0, 1.62, 0], 0.1, 0.125, 0.11, 14);
    body.ellipsoid(m.black, [0, 1.66, 0.02], 0.108, 0.11, 0.112, 14);
    scene.mesh.append(body, x, 0.18, z, turn);
  };
  figure(3.2, -3.6, m.greyCloth, 1.4, 0.26);
  figure(4.1, -3.3, m.ochre, 1.5, 0.22);
  figure(15.5, -4.2, m.blueCloth, -1.6, 0.28);
  figure(23.2, -2.6, m.linen, -1.4, 0.2);
  figure(-5.2, 3.5, m.rust, 0.2, 0.26);
}
