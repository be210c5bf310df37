import { describe, expect, it } from 'vitest';
import { distanceInside, growLabels, labelComponents, labelNeighbours, sweepMask } from './components.ts';

/** `#` is a member. */
function maskOf(...rows: string[]) {
  const mask = Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? 1 : 0));
  return { mask, size: { width: rows[0]!.length, height: rows.length } };
}

describe('components', () => {
  it('are counted with their boxes, outlines and whether they reach the border', () => {
    const { mask, size } = maskOf('.......', '.###..#', '.###..#', '.###...');
    const { components, labels } = labelComponents(mask, size);
    expect(components).toHaveLength(2);
    expect(components[0]).toMatchObject({ area: 9, left: 1, right: 3, top: 1, bottom: 3, x: 2, y: 2, first: 8 });
    // The bottom row lies on the border, where there is nothing beyond: its middle pixel is no outline.
    expect(components[0]!.outline).toBe(7);
    expect(components.map((component) => component.isAtEdge)).toEqual([true, true]);
    expect(labels[8]).toBe(0);
    expect(labels[0]).toBe(-1);
  });

  it('join over corners only when asked to', () => {
    const { mask, size } = maskOf('#..', '.#.', '..#');
    expect(labelComponents(mask, size).components).toHaveLength(3);
    expect(labelComponents(mask, size, true).components).toHaveLength(1);
  });

  it('spread to the nearest free pixels and stop at barriers', () => {
    const labels = Int32Array.from([0, -1, -1, -1, -1, 1]);
    growLabels(labels, { width: 6, height: 1 });
    expect([...labels]).toEqual([0, 0, 0, 1, 1, 1]);
    const barred = Int32Array.from([0, -1, -1, -1]);
    growLabels(barred, { width: 4, height: 1 }, Uint8Array.from([0, 0, 1, 0]));
    expect([...barred]).toEqual([0, 0, -1, -1]);
  });

  it('know their neighbours by the sides they share', () => {
    const neighbours = labelNeighbours(Int32Array.from([0, 0, 1, 0, 0, 1]), { width: 3, height: 2 }, 2);
    expect(neighbours[0]).toEqual(new Map([[1, 2]]));
    expect(neighbours[1]).toEqual(new Map([[0, 2]]));
  });
});

describe('distances and shadows', () => {
  it('are measured from the nearest pixel outside', () => {
    const { mask, size } = maskOf('.....', '.###.', '.###.', '.###.', '.....');
    const distance = distanceInside(mask, size);
    expect(distance[2 * 5 + 2]).toBe(2);
    expect(distance[5 + 1]).toBe(1);
    expect(distance[0]).toBe(0);
  });

  it.each([
    [5, 0],
    [-5, 0],
    [0, 6],
    [4, -7],
  ])('a swept dot is a line to %i, %i', (dx, dy) => {
    const size = { width: 21, height: 21 };
    const mask = new Uint8Array(21 * 21);
    mask[10 * 21 + 10] = 1;
    const swept = sweepMask(mask, size, dx, dy);
    const length = Math.max(Math.abs(dx), Math.abs(dy));
    const count = swept.reduce((sum, value) => sum + value, 0);
    expect(count).toBeGreaterThan(length);
    expect(count).toBeLessThanOrEqual(length * 2);
    for (const [at, isSwept] of swept.entries()) {
      const [x, y] = [(at % 21) - 10, Math.floor(at / 21) - 10];
      if (isSwept) expect(Math.abs(x * dy - y * dx) / Math.hypot(dx, dy)).toBeLessThan(1.1);
    }
    expect(swept[(10 + dy) * 21 + 10 + dx]).toBe(1);
    expect(swept[10 * 21 + 10]).toBe(1);
  });
});
