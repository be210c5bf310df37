import { describe, expect, it } from 'vitest';
import { cellGrid } from './cells.ts';
import { traceContours } from './contours.ts';
import { addGradient, makeStructure, tangentFlow } from './flow.ts';
import { drawPolyline } from './pen.ts';
import { closeCorners, joinEnds, lengthOf, straighten } from './polyline.ts';

/** A wobbling right angle: 60 pixels to the right, then 40 down. */
function wobblingCorner(): number[] {
  const line: number[] = [];
  for (let i = 0; i <= 60; i++) line.push(10 + i, 20 + 0.4 * Math.sin(i));
  for (let i = 1; i <= 40; i++) line.push(70 + 0.4 * Math.cos(i), 20 + i);
  return line;
}

describe('lines', () => {
  it('become the pieces they were meant to be', () => {
    const straight = straighten(wobblingCorner(), 1.2);
    expect(straight).toHaveLength(6);
    const meant = [10, 20, 70, 20, 70, 60];
    for (const [i, value] of meant.entries()) expect(Math.abs(straight[i]! - value)).toBeLessThan(0.4);
    expect(lengthOf(straight)).toBeCloseTo(100, 0);
  });

  it('close their corners and the gaps in one line', () => {
    const lines = [
      [10, 10, 60, 10],
      [63, 14, 63, 60],
      [10, 90, 50, 90],
      [54, 91, 90, 91],
    ];
    closeCorners(lines, 8);
    expect(lines[0]!.slice(2)).toEqual([63, 10]);
    expect(lines[1]!.slice(0, 2)).toEqual([63, 10]);
    expect(lines[2]!.slice(2)).toEqual(lines[3]!.slice(0, 2));
    expect(lines[3]!.slice(2)).toEqual([90, 91]);
  });

  it('meet another line that their end nearly touches, and leave distant ones alone', () => {
    const wall = [50, 0, 50, 100];
    const floor = [0, 40, 45, 40];
    const far = [0, 80, 30, 80];
    joinEnds([wall, floor, far], { width: 120, height: 120 }, 8);
    expect(Math.abs(floor[2]! - 50)).toBeLessThan(1);
    expect(floor[3]).toBeCloseTo(40, 5);
    expect(far).toEqual([0, 80, 30, 80]);
  });

  it.each([
    [10, 50, 110, 50],
    [60, 10, 60, 110],
    [15, 20, 105, 95],
    [105, 20, 15, 95],
  ])('are drawn as wide as the pen: from %d, %d to %d, %d', (...line) => {
    const ink = new Float32Array(120 * 120);
    drawPolyline(ink, { width: 120, height: 120 }, line, () => 2);
    const area = ink.reduce((sum, value) => sum + value, 0);
    // Four pixels wide with round ends.
    const expected = 4 * lengthOf(line) + Math.PI * 4;
    expect(area / expected).toBeGreaterThan(0.97);
    expect(area / expected).toBeLessThan(1.03);
  });

  it('are traced on an edge to a fifth of a pixel', () => {
    const size = { width: 80, height: 60 };
    const plane = new Float32Array(size.width * size.height);
    // A soft vertical edge half way between columns 33 and 34.
    for (let i = 0; i < plane.length; i++) plane[i] = 1 / (1 + Math.exp(-(((i % size.width) - 33.5) / 1.2)));
    const grid = cellGrid(size, 2);
    const structure = makeStructure(size, 1.5);
    addGradient(plane, new Float32Array(grid.width * grid.height).fill(1), grid, structure);
    const options = { high: 0.05, low: 0.02, minLength: 20, maxGap: 4, agility: 0.3 };
    const contours = traceContours(structure.gradient, size, tangentFlow(structure), options);
    expect(contours).toHaveLength(1);
    expect(lengthOf(contours[0]!.points)).toBeGreaterThan(50);
    for (let i = 0; i < contours[0]!.points.length; i += 2) {
      expect(Math.abs(contours[0]!.points[i]! - 33.5)).toBeLessThan(0.2);
    }
  });
});
