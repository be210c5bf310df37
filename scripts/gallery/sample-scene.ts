/** Samples of materials as a photographer would set them up: a wall under raking sun, a floor, blocks on a table. */
import type { Vec3 } from '../../engine/base/vector.ts';
import { finishOf, paintTile } from '../../engine/kernels/material/textures.ts';
import { goldenDay, studio } from '../../engine/kernels/trace/atmospheres.ts';
import { pottedPlant } from '../../engine/kernels/trace/furniture.ts';
import type { Material, Painter } from '../../engine/kernels/trace/materials.ts';
import { addPalette, type Palette } from '../../engine/kernels/trace/palette.ts';
import { type Camera, type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';
import { gardenTree } from '../scenes/garden-tree.ts';
import { categoryId } from './categories.ts';

export type SampleShape = 'wall' | 'corner' | 'floor' | 'blocks';

export interface SampleForm {
  /** Category of materials by name, and which of its tones. */
  category: string;
  tone: number;
  shape: SampleShape;
  seed: number;
  /** Low warm sun instead of a high one. */
  isLate?: boolean;
}

const tileSide = 1024;
/** Reflectance of materials at normal incidence, 0–1. */
const glosses: Readonly<Record<string, number>> = { 石材: 0.035, 瓷砖: 0.05, 玻璃: 0.08, 金属: 0.06 };

export function buildSampleScene({ category, tone, shape, seed, isLate = false }: SampleForm): Scene {
  const scene = new SceneBuilder();
  const m = addPalette(scene);
  const own = scene.material(tileMaterial(category, tone, seed));
  const camera = shape === 'blocks' ? setBlocks(scene, m, own, seed) : setWall(scene, m, own, shape);
  const sun: Vec3 = isLate ? [-0.92, 0.3, -0.5] : [-0.8, 0.62, -0.55];
  const light = shape === 'blocks' ? studio([-0.7, 0.75, -0.45]) : goldenDay(sun);
  return {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: scene.materials,
    camera,
    lights: [],
    portals: [],
    bounces: 2,
    ...light,
    haze: 0,
    exposure: shape === 'blocks' ? 0.86 : 0.82,
  };
}

/** A tile of the material library laid over surfaces at its own size. */
function tileMaterial(category: string, tone: number, seed: number): Material {
  const finish = finishOf(categoryId('材质', category));
  if (!finish) throw new Error(`no finish for ${category}`);
  const tile = paintTile(finish, tileSide, { seed, tone });
  const place = (metres: number, whole: number): number => {
    const share = metres / whole;
    return (share - Math.floor(share)) * tileSide;
  };
  const paint: Painter = (p, out) => {
    const isLevel = Math.abs(p.ny) > 0.7;
    const along = isLevel || Math.abs(p.nx) <= Math.abs(p.nz) ? p.x : p.z;
    const x = place(along, tile.metresWide);
    const y = place(isLevel ? p.z : -p.y, tile.metresHigh);
    const [x0, y0] = [Math.floor(x) % tileSide, Math.floor(y) % tileSide];
    const [x1, y1] = [(x0 + 1) % tileSide, (y0 + 1) % tileSide];
    const [u, v] = [x - Math.floor(x), y - Math.floor(y)];
    const at = (column: number, row: number, channel: number) => tile.rgb[(row * tileSide + column) * 3 + channel]!;
    const mix = (channel: number): number =>
      (at(x0, y0, channel) * (1 - u) + at(x1, y0, channel) * u) * (1 - v) +
      (at(x0, y1, channel) * (1 - u) + at(x1, y1, channel) * u) * v;
    out.r = Math.min(0.86, mix(0));
    out.g = Math.min(0.86, mix(1));
    out.b = Math.min(0.86, mix(2));
  };
  const reflectance = glosses[category];
  return reflectance ? { surface: 'gloss', paint, reflectance, roughness: 0.04 } : { surface: 'matte', paint };
}

/** A wall or a floor of the material outdoors, with the shadow of a tree on it. */
function setWall(scene: SceneBuilder, m: Palette, own: number, shape: 'wall' | 'corner' | 'floor'): Camera {
  const { mesh } = scene;
  const isFloor = shape === 'floor';
  mesh.box(isFloor ? own : m.paving, -9, -0.2, -9, 9, 0, 6);
  mesh.box(isFloor ? m.white : own, -9, 0, 3, 9, 5.2, 3.4);
  if (shape === 'corner') {
    mesh.box(own, 0.6, 0, -0.4, 5, 5.2, 3.2);
    mesh.box(m.oak, -2.4, 0.36, 2.3, 0.3, 0.44, 2.8);
    for (const x of [-2.2, 0.1]) mesh.box(m.darkMetal, x - 0.03, 0, 2.35, x + 0.03, 0.36, 2.75);
  }
  if (shape === 'wall') mesh.box(m.darkMetal, -9, 0, 2.96, 9, 0.06, 3.02);
  if (isFloor) {
    mesh.box(m.oak, -0.5, 0.36, 1.5, 1.7, 0.44, 2);
    for (const x of [-0.3, 1.5]) mesh.box(m.darkMetal, x - 0.03, 0, 1.55, x + 0.03, 0.36, 1.95);
  }
  mesh.append(pottedPlant(m, 1.5, 19, 6), shape === 'wall' ? 1.9 : -1.7, 0, 2.3);
  scene.place(gardenTree(m), -5.6, 0, -2.4, 1.3, 0.85);
  const at: Vec3 = shape === 'floor' ? [0.4, 1.25, -2.4] : [0.5, 1.4, -1.9];
  return { at, yaw: shape === 'corner' ? -6 : -9, view: 52, shift: isFloor ? -0.16 : 0.04 };
}

/** Three blocks of different format on a pale table, set up in one of three ways. */
function setBlocks(scene: SceneBuilder, m: Palette, own: number, seed: number): Camera {
  const { mesh } = scene;
  const side = seed % 2 ? 1 : -1;
  const block = (x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void =>
    mesh.roundBox(own, Math.min(side * x0, side * x1), y0, z0, Math.max(side * x0, side * x1), y1, z1, 0.012);
  mesh.box(m.white, -6, -0.2, -4, 6, 0, 5);
  mesh.box(m.warmWhite, -6, 0, 2.4, 6, 4, 2.6);
  if (seed % 3 === 0) {
    block(-1.15, 0, 0.5, 0.15, 0.95, 0.72);
    block(-0.55, 0, -0.15, 0.75, 0.16, 0.4);
    block(0.35, 0.16, -0.02, 0.68, 0.5, 0.3);
  } else if (seed % 3 === 1) {
    for (const i of [0, 1, 2, 3])
      block(-0.9 + i * 0.08, i * 0.17, -0.1 + i * 0.05, 0.8 - i * 0.22, i * 0.17 + 0.15, 0.7);
    block(0.95, 0, 0.3, 1.2, 1.05, 0.55);
  } else {
    block(-1.1, 0, 0.2, -0.45, 1.15, 0.85);
    block(-0.3, 0, 0, 0.35, 0.62, 0.65);
    block(0.5, 0, -0.2, 1.15, 0.26, 0.45);
  }
  mesh.ellipsoid(m.brass, [side * 0.62, 0.08, -0.42], 0.08, 0.08, 0.08, 28);
  return { at: [side * 0.35, 0.95, -2.3], yaw: side * -8, pitch: 13, view: 46, shift: 0 };
}
