import type { LinearColour } from '../../base/linear-light.ts';
import { clamp } from '../../base/scalar.ts';
import { normalise, type Vec3 } from '../../base/vector.ts';
import { type Accelerator, buildWorld } from './bvh.ts';
import { Mesh } from './mesh.ts';
import { growPotPlant, growShrub, growTree, growTuft } from './plants.ts';

export type PlantKind = 'tree' | 'slimTree' | 'shrub' | 'tuft' | 'potted';

/** A plant cut out: linear light times coverage, lit by a sun from the upper left, standing on its lower edge. */
export interface Sprite {
  width: number;
  height: number;
  /** Interleaved red, green, blue, coverage; colours are premultiplied. */
  rgba: Float32Array;
  /** Height of the plant, metres. */
  metres: number;
}

/** Materials by number: leaf, bark, pot. */
const colours: Readonly<Record<PlantKind, readonly Vec3[]>> = {
  tree: [
    [0.115, 0.17, 0.055],
    [0.16, 0.12, 0.09],
  ],
  slimTree: [
    [0.15, 0.2, 0.08],
    [0.42, 0.39, 0.35],
  ],
  shrub: [[0.072, 0.105, 0.045]],
  tuft: [[0.2, 0.21, 0.1]],
  potted: [
    [0.07, 0.17, 0.05],
    [0.1, 0.13, 0.05],
    [0.55, 0.5, 0.44],
  ],
};

const meshes: Readonly<Record<PlantKind, () => { mesh: Mesh; high: number; wide: number }>> = {
  tree: () => {
    const shape = { height: 8, spread: 3, clear: 2.3, leafSize: 0.17, leafCount: 13_000, trunk: 0.17, seed: 3 };
    return { mesh: growTree(1, 0, shape), high: 8.2, wide: 7.4 };
  },
  slimTree: () => {
    const shape = { height: 7, spread: 1.8, clear: 1.7, leafSize: 0.15, leafCount: 7500, trunk: 0.13, seed: 9 };
    return { mesh: growTree(1, 0, { ...shape, isMultiStem: true }), high: 7.2, wide: 5 };
  },
  shrub: () => ({ mesh: growShrub(0, 0.75, 1, 3600, 0.07, 4), high: 1.15, wide: 1.9 }),
  tuft: () => ({ mesh: growTuft(0, 1, 420, 6), high: 1.1, wide: 1.7 }),
  potted: () => {
    const mesh = new Mesh();
    mesh.lathe(2, 0, 0, [
      [0.13, 0],
      [0.19, 0.4],
      [0.17, 0.4],
      [0.16, 0.36],
    ]);
    mesh.append(growPotPlant(0, 1.15, 26, 5), 0, 0.36, 0);
    return { mesh, high: 1.6, wide: 1.3 };
  },
};

const sun = normalise([-0.55, 0.75, -0.5]);
/** Rows that a sprite can have, pixels; samples per pixel along each side. */
const rowSteps = [200, 400, 640] as const;
const fineness = 2;
/** Fall of the line of sight: a standing eye looks a little down on the foot. */
const slant = 0.04;
const made = new Map<string, Sprite>();

/**
 * The sprite of a plant, as fine as it is shown; traced the first time a thread asks for it. What was asked for before
 * changes nothing: the same run gives the same picture.
 *
 * @param tall pixels it is shown at; a small one when absent
 */
export function plantSprite(kind: PlantKind, tall = 0): Sprite {
  const rows = rowSteps.find((step) => step >= tall) ?? rowSteps.at(-1)!;
  const key = `${kind} ${rows}`;
  const sprite = made.get(key) ?? trace(kind, rows);
  made.set(key, sprite);
  return sprite;
}

function trace(kind: PlantKind, rows: number): Sprite {
  const { mesh, high, wide } = meshes[kind]();
  const world = buildWorld(mesh, [], new Set());
  const tones = colours[kind];
  const height = rows;
  const width = Math.ceil((rows * wide) / high);
  const step = high / rows / fineness;
  const rgba = new Float32Array(width * height * 4);
  const weight = 1 / (fineness * fineness);
  for (let y = 0; y < height * fineness; y++) {
    const up = high - (y + 0.5) * step;
    for (let x = 0; x < width * fineness; x++) {
      const across = (x + 0.5) * step - wide / 2;
      if (!world.intersect(across, up + 20 * slant, -20, 0, -slant, 1)) continue;
      const at = (Math.floor(y / fineness) * width + Math.floor(x / fineness)) * 4;
      addLight(world, [across, up + (20 - world.hit.t) * slant, -20 + world.hit.t], tones, high, rgba, at, weight);
    }
  }
  return { width, height, rgba, metres: high };
}

function addLight(
  world: Accelerator,
  [px, py, pz]: Vec3,
  tones: readonly Vec3[],
  high: number,
  rgba: Float32Array,
  at: number,
  weight: number,
): void {
  const { triangle, u, v } = world.hit;
  const n = triangle * 9;
  const { normals } = world;
  const mixed = [0, 1, 2].map(
    (axis) => normals[n + axis]! * (1 - u - v) + normals[n + 3 + axis]! * u + normals[n + 6 + axis]! * v,
  );
  const [nx, ny, nz] = normalise([mixed[0]!, mixed[1]!, mixed[2]!]);
  const material = world.material[triangle]!;
  const facing = nx * sun[0] + ny * sun[1] + nz * sun[2];
  const isBlocked = world.isBlocked(px + sun[0] * 0.03, py + sun[1] * 0.03, pz + sun[2] * 0.03, ...sun, 40);
  // Leaves let a third of the light through; deep in the crown little sky is left.
  const through = material === 0 ? Math.max(facing, -0.45 * facing) : Math.max(0, facing);
  const direct = isBlocked ? 0.06 : 2.5 * through;
  const sky = (0.35 + 0.4 * Math.max(0, ny)) * (0.45 + 0.55 * Math.min(1, py / high));
  const tone = tones[Math.min(material, tones.length - 1)]!;
  const light: Vec3 = [direct * 1.04 + sky * 0.86, direct + sky * 0.95, direct * 0.86 + sky * 1.15];
  for (let channel = 0; channel < 3; channel++) rgba[at + channel]! += tone[channel]! * light[channel]! * weight;
  rgba[at + 3]! += weight;
}

/** Position and size of a sprite: foot and height in pixels. */
export interface Stand {
  x: number;
  foot: number;
  tall: number;
  isFlipped: boolean;
}

/**
 * Lays a sprite over a picture with its shadow on the ground, reduced by area means. In place.
 *
 * @param brightness light of the scene, 1 = day; by channel where it has a colour
 */
export function layPlant(
  light: Float32Array,
  { width, height }: { width: number; height: number },
  sprite: Sprite,
  { x, foot, tall, isFlipped }: Stand,
  brightness: number | LinearColour,
): void {
  const [redLight, greenLight, blueLight] =
    typeof brightness === 'number' ? [brightness, brightness, brightness] : brightness;
  const scale = sprite.height / tall;
  const wide = sprite.width / scale;
  layShadow(light, { width, height }, x, foot, wide);
  const left = Math.max(0, Math.floor(x - wide / 2));
  const right = Math.min(width - 1, Math.ceil(x + wide / 2));
  for (let py = Math.max(0, Math.floor(foot - tall)); py < Math.min(height, foot); py++) {
    const top = (py - (foot - tall)) * scale;
    for (let px = left; px <= right; px++) {
      const across = isFlipped ? x + wide / 2 - px - 1 : px - (x - wide / 2);
      const from = across * scale;
      let [red, green, blue, cover, taken] = [0, 0, 0, 0, 0];
      const lastY = Math.min(sprite.height - 1, Math.max(Math.floor(top), Math.ceil(top + scale) - 1));
      const lastX = Math.min(sprite.width - 1, Math.max(Math.floor(from), Math.ceil(from + scale) - 1));
      for (let sy = Math.max(0, Math.floor(top)); sy <= lastY; sy++) {
        for (let sx = Math.max(0, Math.floor(from)); sx <= lastX; sx++) {
          const at = (sy * sprite.width + sx) * 4;
          red += sprite.rgba[at]!;
          green += sprite.rgba[at + 1]!;
          blue += sprite.rgba[at + 2]!;
          cover += sprite.rgba[at + 3]!;
          taken++;
        }
      }
      if (taken === 0 || cover === 0) continue;
      const open = 1 - cover / taken;
      const at = (py * width + px) * 3;
      light[at] = light[at]! * open + (red / taken) * redLight;
      light[at + 1] = light[at + 1]! * open + (green / taken) * greenLight;
      light[at + 2] = light[at + 2]! * open + (blue / taken) * blueLight;
    }
  }
}

/** Least and most that a channel of a sprite is changed by, as a share of the light of the scene. */
const [leastTint, mostTint] = [0.3, 1.3];

/** The light under which the leaves of a sprite have the colour of a picture's own. */
export function lightLikeLeaves({ rgba }: Sprite, leaves: LinearColour, brightness: number): LinearColour {
  let [red, green, blue, cover] = [0, 0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    red += rgba[at]!;
    green += rgba[at + 1]!;
    blue += rgba[at + 2]!;
    cover += rgba[at + 3]!;
  }
  const by = (own: number, sum: number) => brightness * clamp((own * cover) / Math.max(1e-6, sum), leastTint, mostTint);
  return [by(leaves[0], red), by(leaves[1], green), by(leaves[2], blue)];
}

/** A soft shadow to the lower right. */
function layShadow(
  light: Float32Array,
  { width, height }: { width: number; height: number },
  x: number,
  foot: number,
  wide: number,
) {
  const flat = Math.max(2, wide * 0.14);
  for (let py = Math.max(0, Math.floor(foot - flat)); py < Math.min(height, foot + flat); py++) {
    for (let px = Math.max(0, Math.floor(x - wide)); px < Math.min(width, x + wide); px++) {
      const u = (px - x - wide * 0.16) / (wide * 0.55);
      const v = (py - foot) / flat;
      const far = u * u + v * v;
      if (far >= 1) continue;
      const dark = 1 - 0.5 * (1 - far) ** 0.8;
      for (let at = (py * width + px) * 3, end = at + 3; at < end; at++) light[at] = light[at]! * dark;
    }
  }
}
