import { clamp } from '../../base/scalar.ts';
import { cellGrid, cellMoments } from './cells.ts';
import type { LineSource } from './line-source.ts';
import { simplify, type VectorLine } from './vector-drawing.ts';

/** Lightness below which shade is solid ink. */
export const shadeLevel = 0.3;
/** Slope with which ink fades above the level: ink = (level - lightness) * slope. */
export const shadeSlope = 14;

/**
 * Outlines of deep shade as closed curves: marching squares (Lorensen & Cline 1987, in the plane) on lightness by cells
 * of four pixels, where ink is half solid. Holes are outlines of their own.
 */
export function outlineShade({ lightness, size, unit }: LineSource): VectorLine[] {
  const grid = cellGrid(size, 2);
  const { mean } = cellMoments(lightness, grid);
  const level = shadeLevel - 0.5 / shadeSlope;
  // One node beyond every side, so that outlines close at the border.
  const columns = grid.width + 2;
  const rows = grid.height + 2;
  const dark = new Float32Array(columns * rows).fill(-1);
  for (let row = 0; row < grid.height; row++) {
    for (let column = 0; column < grid.width; column++) {
      dark[(row + 1) * columns + column + 1] = level - mean[row * grid.width + column]!;
    }
  }
  const next = linkCrossings(dark, columns, rows);
  const lines: VectorLine[] = [];
  for (let start = 0; start < next.length; start++) {
    if (next[start]! < 0) continue;
    const points: number[] = [];
    for (let edge = start; next[edge]! >= 0; ) {
      points.push(...crossingAt(edge, dark, columns, size));
      const following = next[edge]!;
      next[edge] = -1;
      edge = following;
    }
    points.push(points[0]!, points[1]!);
    if (Math.abs(areaOf(points)) < 60 * unit * unit) continue;
    lines.push({ points: simplify(points, 0.8 * unit), width: 0, isCurved: false });
  }
  return lines;
}

/**
 * Which crossing follows which along the outlines. Crossings are named by the edge they lie on: twice the node's index
 * for the edge to the right of a node, one more for the edge below it. -1 where there is none.
 */
function linkCrossings(dark: Float32Array, columns: number, rows: number): Int32Array {
  const next = new Int32Array(columns * rows * 2).fill(-1);
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const node = row * columns + column;
      // Clockwise from the upper left, each corner with the edge that follows it.
      const corners = [node, node + 1, node + columns + 1, node + columns] as const;
      const edges = [node * 2, (node + 1) * 2 + 1, (node + columns) * 2, node * 2 + 1] as const;
      for (let entry = 0; entry < 4; entry++) {
        if (dark[corners[entry]!]! > 0 || dark[corners[(entry + 1) % 4]!]! <= 0) continue;
        let leave = (entry + 1) % 4;
        while (dark[corners[(leave + 1) % 4]!]! > 0) leave = (leave + 1) % 4;
        next[edges[entry]!] = edges[leave]!;
      }
    }
  }
  return next;
}

/** Crossing point of an edge, in pixels of the picture, kept within it. */
function crossingAt(
  edge: number,
  dark: Float32Array,
  columns: number,
  { width, height }: { width: number; height: number },
): [number, number] {
  const node = edge >> 1;
  const isDown = (edge & 1) === 1;
  const here = dark[node]!;
  const there = dark[isDown ? node + columns : node + 1]!;
  const share = here / (here - there);
  const column = (node % columns) - 1 + (isDown ? 0 : share);
  const row = Math.floor(node / columns) - 1 + (isDown ? share : 0);
  return [clamp((column + 0.5) * 4 - 0.5, -0.5, width - 0.5), clamp((row + 0.5) * 4 - 0.5, -0.5, height - 0.5)];
}

function areaOf(points: readonly number[]): number {
  let twice = 0;
  for (let i = 0; i + 3 < points.length; i += 2) {
    twice += points[i]! * points[i + 3]! - points[i + 2]! * points[i + 1]!;
  }
  return twice / 2;
}
