import { describe, expect, it } from 'vitest';
import { enlargePlane } from '../kernels/enlarge/enlarge.ts';
import { makeRandom, valueNoise } from './random.ts';
import { resamplePlane } from './resample.ts';

/** Centroid of the ink of a plane, in shares of its width and height: 0.5 is the middle. */
function centroid(plane: Float32Array, width: number, height: number): [number, number] {
  let total = 0;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < plane.length; i++) {
    total += plane[i]!;
    sumX += plane[i]! * ((i % width) + 0.5);
    sumY += plane[i]! * (Math.floor(i / width) + 0.5);
  }
  return [sumX / total / width, sumY / total / height];
}

function decibels(one: Float32Array, other: Float32Array): number {
  let error = 0;
  for (let i = 0; i < one.length; i++) error += (one[i]! - other[i]!) ** 2;
  return -10 * Math.log10(error / one.length);
}

/** Walls, slanted edges and soft texture, 0…1. */
function drawScene(side: number): Float32Array {
  const plane = new Float32Array(side * side);
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      const isWindow = x % 32 > 10 && x % 32 < 24 && y % 40 > 12 && y % 40 < 32;
      const base = y > x * 0.3 + 30 ? (isWindow ? 0.25 : 0.8) : 0.55;
      plane[i] = base + (valueNoise(x / 5, y / 5, 3) - 0.5) * 0.15;
    }
  }
  return resamplePlane(plane, { width: side, height: side }, { width: side, height: side });
}

describe('resampling', () => {
  it.each([
    ['lanczos3', 2],
    ['lanczos3', 4],
    ['lanczos3', 0.5],
    ['catmullRom', 2],
  ] as const)('leaves a dot where it is: %s, factor %d', (kernel, factor) => {
    const [width, height] = [64, 48];
    const dot = new Float32Array(width * height);
    for (const [x, y] of [
      [20, 30],
      [21, 30],
      [20, 31],
      [21, 31],
    ] as const)
      dot[y * width + x] = 1;
    const to = { width: width * factor, height: height * factor };
    const [x, y] = centroid(resamplePlane(dot, { width, height }, to, kernel), to.width, to.height);
    // 21 / 64 and 31 / 48 are the dot's centre; 0.05 of an output pixel is the limit.
    expect(Math.abs(x - 21 / width) * to.width).toBeLessThan(0.05);
    expect(Math.abs(y - 31 / height) * to.height).toBeLessThan(0.05);
  });

  it('leaves a flat plane flat', () => {
    const flat = new Float32Array(30 * 20).fill(0.37);
    const resampled = resamplePlane(flat, { width: 30, height: 20 }, { width: 77, height: 13 });
    for (const value of resampled) expect(value).toBeCloseTo(0.37, 5);
  });

  it('brings a reduced picture back better than Lanczos, and Lanczos better than bicubic', () => {
    const large = { width: 256, height: 256 };
    const small = { width: 128, height: 128 };
    const scene = drawScene(256);
    const reduced = resamplePlane(scene, large, small);
    const bicubic = decibels(resamplePlane(reduced, small, large, 'catmullRom'), scene);
    const lanczos = decibels(resamplePlane(reduced, small, large, 'lanczos3'), scene);
    const projected = decibels(enlargePlane(reduced, small, 2, 3), scene);
    expect(lanczos).toBeGreaterThan(bicubic + 0.2);
    expect(projected).toBeGreaterThan(lanczos + 0.2);
  });
});

it('random numbers repeat for a seed and differ for another', () => {
  const numbers = (seed: number) => Array.from({ length: 5 }, makeRandom(seed));
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
  for (const number of numbers(3)) expect(number).toBeGreaterThanOrEqual(0);
});
