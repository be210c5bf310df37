import { latticeRandom } from '../../base/random.ts';

/**
 * Value noise 0…1 that repeats after whole numbers of units (Perlin 1985, value variant, quintic blend).
 *
 * @param periodX lattice points before it repeats, whole
 */
export function tileNoise(x: number, y: number, periodX: number, periodY: number, seed: number): number {
  const column = Math.floor(x) | 0;
  const row = Math.floor(y) | 0;
  let u = x - column;
  let v = y - row;
  u = u * u * u * (u * (u * 6 - 15) + 10);
  v = v * v * v * (v * (v * 6 - 15) + 10);
  const left = wrap(column, periodX);
  const right = left + 1 === periodX ? 0 : left + 1;
  const top = wrap(row, periodY);
  const bottom = top + 1 === periodY ? 0 : top + 1;
  const upper = latticeRandom(left, top, seed) * (1 - u) + latticeRandom(right, top, seed) * u;
  const lower = latticeRandom(left, bottom, seed) * (1 - u) + latticeRandom(right, bottom, seed) * u;
  return upper * (1 - v) + lower * v;
}

/**
 * Octaves of {@link tileNoise}, each twice as fine and half as strong; 0…1 about 0.5.
 *
 * @param x 0…1 over the tile
 * @param cellsX lattice points of the coarsest octave across the tile, whole
 */
export function tileClouds(
  x: number,
  y: number,
  cellsX: number,
  cellsY: number,
  octaves: number,
  seed: number,
): number {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  let [across, down] = [cellsX, cellsY];
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * tileNoise(x * across, y * down, across, down, seed + octave * 101);
    total += weight;
    weight *= 0.5;
    across *= 2;
    down *= 2;
  }
  return sum / total;
}

/** Distance to the nearest and to the next of jittered points, one per lattice cell, in cells (Worley 1996). */
export function tileCells(x: number, y: number, periodX: number, periodY: number, seed: number): [number, number] {
  const column = Math.floor(x) | 0;
  const row = Math.floor(y) | 0;
  let nearest = 9;
  let next = 9;
  for (let down = -1; down <= 1; down++) {
    for (let across = -1; across <= 1; across++) {
      const cellX = wrap(column + across, periodX);
      const cellY = wrap(row + down, periodY);
      const dx = column + across + 0.15 + 0.7 * latticeRandom(cellX, cellY, seed) - x;
      const dy = row + down + 0.15 + 0.7 * latticeRandom(cellX, cellY, seed + 7919) - y;
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance < nearest) {
        next = nearest;
        nearest = distance;
      } else if (distance < next) next = distance;
    }
  }
  return [nearest, next];
}

function wrap(value: number, period: number): number {
  if (value >= 0 && value < period) return value;
  const rest = value % period;
  return rest < 0 ? rest + period : rest;
}
