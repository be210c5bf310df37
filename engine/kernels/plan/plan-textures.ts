import { latticeRandom, valueNoise } from '../../base/random.ts';
import type { FloorKind } from './plan-palettes.ts';

/**
 * Factor of the base tone at a place of a procedural floor, about 0.75–1.12. Boards run along x.
 *
 * @param x metres
 * @param y metres
 * @param pixel size of a pixel in metres: joints are never thinner
 * @param strength 0–2, how much the material varies
 */
export function floorTone(
  kind: FloorKind,
  x: number,
  y: number,
  pixel: number,
  strength: number,
  seed: number,
): number {
  switch (kind) {
    case 'wood':
      return boards(x, y, 0.15, 1.2, 0.006, 0.82, pixel, strength, seed);
    case 'deck':
      return boards(x, y, 0.14, 2.4, 0.012, 0.62, pixel, strength * 0.8, seed);
    case 'wetTile':
      return tiles(x, y, 0.3, pixel, strength * 0.5, seed, 0.87);
    case 'tile':
      return tiles(x, y, 0.6, pixel, strength * 0.6, seed, 0.87);
    case 'stone': {
      const cloud = valueNoise(x * 1.7, y * 1.7, seed) + 0.5 * valueNoise(x * 4.1, y * 4.1, seed + 1);
      const vein = Math.max(0, 1 - Math.abs(cloud - 0.75) * 14) * 0.07;
      return tiles(x, y, 0.8, pixel, strength, seed, 0.88) * (1 + strength * ((cloud - 0.75) * 0.07 - vein));
    }
    case 'carpet': {
      const pile = latticeRandom(Math.floor(x / Math.max(pixel, 0.012)), Math.floor(y / Math.max(pixel, 0.012)), seed);
      return 1 + strength * (0.09 * (pile - 0.5) + 0.05 * (valueNoise(x * 1.3, y * 1.3, seed) - 0.5));
    }
    case 'concrete': {
      const cloud = valueNoise(x * 1.1, y * 1.1, seed) * 0.6 + valueNoise(x * 3.7, y * 3.7, seed + 1) * 0.4;
      return 1 + strength * 0.13 * (cloud - 0.5);
    }
  }
}

/** True when a place lies on a joint that repeats every `step`; a joint is at least a pixel wide. */
function isJoint(at: number, step: number, joint: number, pixel: number): boolean {
  const rest = at - Math.floor(at / step) * step;
  return rest < Math.max(joint, pixel);
}

function boards(
  x: number,
  y: number,
  breadth: number,
  length: number,
  joint: number,
  jointTone: number,
  pixel: number,
  strength: number,
  seed: number,
): number {
  const row = Math.floor(y / breadth);
  const along = x + latticeRandom(row, 7, seed) * length;
  const board = Math.floor(along / length);
  if (pixel < breadth / 4) {
    const faded = 1 - (1 - jointTone) * Math.min(1, strength) * Math.min(1, (joint / pixel) * 0.5 + 0.35);
    if (isJoint(y, breadth, joint, pixel) || isJoint(along, length, joint, pixel)) return faded;
  }
  const tone = latticeRandom(row, board, seed + 3) - 0.5;
  const grain = valueNoise(along * 2.2, y * 70, seed + row) - 0.5;
  return 1 + strength * (0.13 * tone + 0.05 * grain);
}

function tiles(
  x: number,
  y: number,
  side: number,
  pixel: number,
  strength: number,
  seed: number,
  jointTone: number,
): number {
  if (pixel < side / 5 && (isJoint(x, side, 0.006, pixel) || isJoint(y, side, 0.006, pixel))) return jointTone;
  return 1 + strength * 0.06 * (latticeRandom(Math.floor(x / side), Math.floor(y / side), seed) - 0.5);
}
