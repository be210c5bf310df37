import type { Size } from '../../../base/blur.ts';
import type { LinearLight } from '../../../base/linear-light.ts';
import { makeRandom } from '../../../base/random.ts';
import { fractalNoise } from '../../light/sky-noise.ts';
import { layPlant, type PlantKind, plantSprite } from '../../trace/plant-sprites.ts';
import { dayOf } from '../outdoors/set-outdoors.ts';
import { eyeHeight } from './photo-ground.ts';
import type { PhotoParts } from './photo-parts.ts';

/** Density of planting at the foot of walls: share of its length, and height of the tallest plants, metres. */
const plantings = {
  moderate: { share: 0.5, metres: 0.75 },
  lush: { share: 0.85, metres: 1.05 },
} as const;
export type Planting = keyof typeof plantings;

/** A plain wall must rise above a plant for so many times its height: no door, window or shop front is hidden. */
const clearAbove = 1.7;

/**
 * Sets low plants along the foot of plain walls that stand on sure ground, with nothing before them. In place.
 *
 * @param plain plain wall, 0–1 per pixel
 * @param horizon row, pixels: plants have the size that level ground gives them there
 * @returns number of plants
 */
export function plantFoot(
  light: LinearLight,
  size: Size,
  parts: PhotoParts,
  plain: Float32Array,
  { horizon, planting, seed }: { horizon: number; planting: Planting; seed: number },
): number {
  const { share, metres } = plantings[planting];
  const feet = feetOf(size, parts, plain, horizon, metres);
  const random = makeRandom(seed + 171);
  const brightness = dayOf(light);
  const stands: { kind: PlantKind; x: number; foot: number; tall: number }[] = [];
  for (let x = 0; x < size.width; x++) {
    const foot = feet[x]!;
    if (foot === 0) continue;
    const unit = (foot - horizon) / eyeHeight;
    // Plants stand in groups with gaps between them, as wide as a few metres are.
    const group = fractalNoise(x / (5 * unit), foot / (40 * unit), 2, seed + 172);
    if (group > share * 0.35 + 0.33) continue;
    const tall = unit * metres * (0.6 + 0.4 * random());
    const isTuft = random() < 0.3;
    const wide = tall * (isTuft ? 1.3 : 1.5);
    const isRoomy = [-0.5, 0, 0.5].every((side) => feet[Math.round(x + side * wide)]);
    if (!isRoomy || tall < 7) continue;
    stands.push({ kind: isTuft ? 'tuft' : 'shrub', x, foot: foot + 0.12 * tall, tall });
    x += Math.round(wide * (0.42 + 0.25 * random()));
  }
  stands.sort((a, b) => a.foot - b.foot);
  for (const { kind, x, foot, tall } of stands) {
    layPlant(light, size, plantSprite(kind, tall), { x, foot, tall, isFlipped: random() < 0.5 }, brightness);
  }
  return stands.length;
}

/** Level from which a pixel counts as a thing, 0–255. */
const mostOfThings = 140;

interface FootSearch {
  size: Size;
  parts: PhotoParts;
  plain: Float32Array;
  horizon: number;
  /** Rows between ground and wall, and rows of ground that must be free. */
  gap: number;
  depth: number;
}

/** Row of the foot of a plain wall per column; 0 where none may be planted. */
function feetOf(size: Size, parts: PhotoParts, plain: Float32Array, horizon: number, metres: number): Float32Array {
  const { width, height } = size;
  const feet = new Float32Array(width);
  const gap = Math.max(2, Math.round(height * 0.012));
  const depth = Math.max(4, Math.round(height * 0.025));
  const search: FootSearch = { size, parts, plain, horizon, gap, depth };
  for (let x = 0; x < width; x++) {
    const y = endOfGround(search, x);
    if (y <= horizon + 4) continue;
    const tall = ((y - horizon) / eyeHeight) * metres;
    const clear = Math.round(tall * clearAbove);
    if (y - gap - clear < 0) continue;
    if (isPlainAbove(search, x, y, clear) && isGroundFree(search, x, y)) feet[x] = y;
  }
  return inRows(steady(feet, Math.max(2, Math.round(width * 0.006))), horizon);
}

/** From below upwards, the first row at which ground is followed by a wall; at the horizon when there is none. */
function endOfGround({ size, parts: { hard }, horizon, gap, depth }: FootSearch, x: number): number {
  let y = size.height - depth - 1;
  while (y > horizon + 4 && !(hard[y * size.width + x]! > 140 && hard[(y - gap) * size.width + x]! < 115)) y--;
  return y;
}

/** True when the wall above a foot is plain for `clear` rows, with nothing before it. */
function isPlainAbove({ size, parts, plain, gap }: FootSearch, x: number, y: number, clear: number): boolean {
  let plainSum = 0;
  for (let row = y - gap - clear; row < y - gap; row++) {
    const i = row * size.width + x;
    plainSum += plain[i]!;
    // The reading is coarse: right at the foot wall and ground are one in the other.
    const isNear = row > y - gap - 0.4 * clear;
    if (parts.things[i]! > mostOfThings || (!isNear && parts.wall[i]! < 120)) return false;
  }
  return plainSum / clear > 0.5;
}

/** True when the rows round a foot hold no thing, and those below it are ground. */
function isGroundFree({ size, parts, gap, depth }: FootSearch, x: number, y: number): boolean {
  for (let row = y - gap; row < y + depth; row++) {
    const i = row * size.width + x;
    if (parts.things[i]! > mostOfThings || (row >= y && parts.hard[i]! < 140)) return false;
  }
  return true;
}

/** Shorter stretches of a wall's foot are left as they are, metres: a single shrub looks lost. */
const shortestRow = 2;

function inRows(feet: Float32Array, horizon: number): Float32Array {
  for (let x = 0; x < feet.length; x++) {
    const from = x;
    let metres = 0;
    while (x < feet.length && feet[x]! > 0) metres += eyeHeight / (feet[x++]! - horizon);
    if (metres < shortestRow) feet.fill(0, from, x);
  }
  return feet;
}

/** The median of a few columns to both sides; 0 where most of them have no foot. */
function steady(feet: Float32Array, reach: number): Float32Array {
  return feet.map((_, x) => {
    const around = Array.from(feet.subarray(Math.max(0, x - reach), x + reach + 1)).sort((a, b) => a - b);
    const rows = around.filter((foot) => foot > 0);
    return rows.length > 0.8 * around.length ? rows[rows.length >> 1]! : 0;
  });
}
