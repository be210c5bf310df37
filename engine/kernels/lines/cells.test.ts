import { describe, expect, it } from 'vitest';
import { guidedSmooth } from '../../base/guided-filter.ts';
import { makeRandom } from '../../base/random.ts';
import { cellGrid, cellMoments, readCellRow, smoothByCells } from './cells.ts';

const size = { width: 37, height: 22 };

function filled(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: size.width * size.height }, (_, i) =>
    value(i % size.width, Math.floor(i / size.width)),
  );
}

describe('cells', () => {
  it('cover the picture to its last column and row', () => {
    const grid = cellGrid(size, 2);
    expect([grid.width, grid.height]).toEqual([10, 6]);
    const { mean, square } = cellMoments(
      filled(() => 3),
      grid,
    );
    expect([...new Set(mean)]).toEqual([3]);
    expect([...new Set(square)]).toEqual([9]);
  });

  it.each([1, 2, 3])('give back a slope between their centres: shift %d', (shift) => {
    const grid = cellGrid({ width: 64, height: 32 }, shift);
    const plane = Float32Array.from({ length: 64 * 32 }, (_, i) => 2 * (i % 64) - 5 * Math.floor(i / 64));
    const { mean } = cellMoments(plane, grid);
    const row = new Float32Array(64);
    const half = 2 ** shift / 2;
    for (let y = half; y < 32 - half; y++) {
      readCellRow(mean, grid, y, row, new Float32Array(grid.width + 2));
      for (let x = half; x < 64 - half; x++) expect(row[x]).toBeCloseTo(plane[y * 64 + x]!, 3);
    }
  });

  it('of one pixel make the guided filter itself', () => {
    const random = makeRandom(5);
    const plane = filled((x) => (x < 18 ? 0.2 : 0.8) + random() * 0.05);
    const exact = guidedSmooth(plane, size, 2, 0.01);
    smoothByCells(plane, cellGrid(size, 0), 2, 0.01);
    for (let i = 0; i < plane.length; i++) expect(plane[i]).toBeCloseTo(exact[i]!, 5);
  });

  it('of two pixels smooth noise away and keep an edge', () => {
    const random = makeRandom(6);
    const plane = filled((x) => (x < 18 ? 0.2 : 0.8) + (random() - 0.5) * 0.1);
    const before = Float32Array.from(plane);
    smoothByCells(plane, cellGrid(size, 1), 4, 0.004);
    const deviation = (of: Float32Array) => {
      let total = 0;
      let count = 0;
      for (let y = 4; y < 18; y++) for (let x = 3; x < 12; x++, count++) total += (of[y * size.width + x]! - 0.2) ** 2;
      return Math.sqrt(total / count);
    };
    expect(deviation(plane)).toBeLessThan(deviation(before) * 0.5);
    for (let y = 0; y < size.height; y++) {
      expect(plane[y * size.width + 18]! - plane[y * size.width + 17]!).toBeGreaterThan(0.4);
    }
  });
});
