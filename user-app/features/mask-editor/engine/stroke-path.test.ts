import { expect, test } from 'vitest';
import type { Stamp } from '../../../canvas/stamp';
import { StrokePath } from './stroke-path';

function walked(points: readonly { x: number; y: number; width?: number }[]): Stamp[] {
  const path = new StrokePath();
  return [...points.flatMap((point) => path.add({ width: 16, ...point })), ...path.settle()];
}

test('a round movement seen in twelve places comes out round', () => {
  const circle = Array.from({ length: 13 }, (_none, step) => ({
    x: 200 + 100 * Math.cos((step * Math.PI) / 6),
    y: 200 + 100 * Math.sin((step * Math.PI) / 6),
  }));
  const inner = walked(circle).filter(({ y }) => Math.abs(y - 200) > 60);
  // Straight lines between the places would run 3.4 px inside.
  for (const { x, y } of inner) expect(Math.abs(Math.hypot(x - 200, y - 200) - 100)).toBeLessThan(0.6);
});

test('stamps lie at equal distances, however unevenly the positions came', () => {
  const stamps = walked([0, 3, 40, 42, 160, 161, 163, 300].map((x) => ({ x, y: 0 })));
  const gaps = stamps.slice(1).map(({ x }, index) => x - (stamps[index]?.x ?? 0));
  const middle = gaps.slice(1, -1);
  expect(Math.max(...middle) - Math.min(...middle)).toBeLessThan(0.2);
  expect(Math.max(...middle)).toBeLessThan(8);
  expect(stamps.at(-1)?.x).toBe(300);
});

test('where the pointer rests the stroke reaches it, and goes on from there', () => {
  const path = new StrokePath();
  const set = (x: number) => path.add({ x, y: 0, width: 8 });
  set(0);
  set(50);
  expect(path.last?.x).toBe(0);
  expect(path.settle().at(-1)?.x).toBe(50);
  expect(path.settle()).toEqual([]);
  set(100);
  const rest = [...set(150), ...path.settle()];
  expect(rest[0]?.x).toBeGreaterThan(50);
  expect(rest.at(-1)?.x).toBe(150);
});

test('the width follows the pressure between the places', () => {
  const stamps = walked([
    { x: 0, y: 0, width: 4 },
    { x: 60, y: 0, width: 20 },
    { x: 120, y: 0, width: 4 },
  ]);
  const nearest = (x: number) => stamps.reduce((a, b) => (Math.abs(a.x - x) < Math.abs(b.x - x) ? a : b)).width;
  expect(nearest(30)).toBeCloseTo(12, 0);
  expect(nearest(60)).toBeGreaterThan(18);
});
