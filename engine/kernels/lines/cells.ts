import { boxBlur, type Size } from '../../base/blur.ts';

/**
 * A coarse view of a picture: square cells of `2 ** shift` pixels, those at the right and bottom edges smaller. What
 * varies slowly is worked out on cells and read between their centres, at a sixteenth of the cost for cells of four.
 */
export interface CellGrid extends Size {
  /** Size of the picture, pixels. */
  of: Size;
  shift: number;
}

export function cellGrid(of: Size, shift: number): CellGrid {
  const round = (1 << shift) - 1;
  return { of, shift, width: (of.width + round) >> shift, height: (of.height + round) >> shift };
}

/** Divides sums over cells by the number of their pixels, in place. */
export function sumsToMeans(sums: Float32Array, { of, shift, width, height }: CellGrid): Float32Array {
  const side = 1 << shift;
  for (let row = 0, i = 0; row < height; row++) {
    const rows = Math.min(side, of.height - (row << shift));
    for (let column = 0; column < width; column++, i++) {
      sums[i]! /= rows * Math.min(side, of.width - (column << shift));
    }
  }
  return sums;
}

/** Means of a plane and of its squares over every cell. */
export function cellMoments(plane: Float32Array, grid: CellGrid): { mean: Float32Array; square: Float32Array } {
  const { of, shift, width } = grid;
  const mean = new Float32Array(grid.width * grid.height);
  const square = new Float32Array(mean.length);
  for (let y = 0, i = 0; y < of.height; y++) {
    const row = (y >> shift) * width;
    for (let x = 0; x < of.width; x++, i++) {
      const value = plane[i]!;
      const cell = row + (x >> shift);
      mean[cell]! += value;
      square[cell]! += value * value;
    }
  }
  return { mean: sumsToMeans(mean, grid), square: sumsToMeans(square, grid) };
}

/**
 * Reads values at cells along a row of pixels, linearly between the centres of the cells.
 *
 * @param out one value per pixel of the row
 * @param scratch at least `grid.width + 2` values
 */
export function readCellRow(
  cells: Float32Array,
  grid: CellGrid,
  y: number,
  out: Float32Array,
  scratch: Float32Array,
): void {
  const { of, shift, width, height } = grid;
  if (shift === 0) {
    out.set(cells.subarray(y * width, (y + 1) * width));
    return;
  }
  const side = 1 << shift;
  const half = side >> 1;
  const above = Math.max(0, ((y + half) >> shift) - 1) * width;
  const below = Math.min(height - 1, (y + half) >> shift) * width;
  const down = (((y + half) & (side - 1)) + 0.5) / side;
  for (let column = 0; column < width; column++) {
    const upper = cells[above + column]!;
    scratch[column + 1] = upper + (cells[below + column]! - upper) * down;
  }
  scratch[0] = scratch[1]!;
  scratch[width + 1] = scratch[width]!;
  for (let x = 0; x < of.width; x++) {
    const at = (x + half) >> shift;
    const left = scratch[at]!;
    out[x] = left + (scratch[at + 1]! - left) * ((((x + half) & (side - 1)) + 0.5) / side);
  }
}

/**
 * Smooths a plane in place and keeps its edges: the self-guided filter with its windows on cells ("Fast Guided Filter",
 * He & Sun 2015).
 *
 * @param grid cells of two pixels; of one for the exact filter (He, Sun, Tang 2010)
 * @param radius window radius, pixels
 * @param epsilon variance below which a window counts as flat, in the square of the plane's unit
 */
export function smoothByCells(plane: Float32Array, grid: CellGrid, radius: number, epsilon: number): void {
  const { mean, square } = cellMoments(plane, grid);
  const reach = Math.max(1, Math.round(radius / 2 ** grid.shift));
  const work = new Float32Array(mean.length);
  boxBlur(mean, grid, reach, mean, work);
  boxBlur(square, grid, reach, square, work);
  const slope = square;
  const rest = mean;
  for (let i = 0; i < mean.length; i++) {
    const variance = Math.max(0, square[i]! - mean[i]! * mean[i]!);
    slope[i] = variance / (variance + epsilon);
    rest[i] = mean[i]! * (1 - slope[i]!);
  }
  boxBlur(slope, grid, reach, slope, work);
  boxBlur(rest, grid, reach, rest, work);
  const { width, height } = grid.of;
  const slopes = new Float32Array(width);
  const rests = new Float32Array(width);
  const scratch = new Float32Array(grid.width + 2);
  for (let y = 0, i = 0; y < height; y++) {
    readCellRow(slope, grid, y, slopes, scratch);
    readCellRow(rest, grid, y, rests, scratch);
    for (let x = 0; x < width; x++, i++) plane[i] = slopes[x]! * plane[i]! + rests[x]!;
  }
}
