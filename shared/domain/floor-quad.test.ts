import { expect, it } from 'vitest';
import { floorQuadProblem } from './floor-quad.ts';

const quad = (...corners: readonly (readonly [number, number])[]) => corners.map(([x, y]) => ({ x, y }));
const floor = quad([300, 400], [700, 400], [900, 620], [100, 620]);

it('a rectangle on a floor narrows upwards, whichever corner is set first and whichever way they go', () => {
  expect(floorQuadProblem(floor)).toBeUndefined();
  expect(floorQuadProblem([...floor.slice(2), ...floor.slice(0, 2)].reverse())).toBeUndefined();
  expect(floorQuadProblem(quad([500, 380], [820, 460], [430, 640], [150, 470]))).toBeUndefined();
});

it('what can be no floor is told in a sentence of its own', () => {
  const [a, b, c, d] = floor as [(typeof floor)[0], (typeof floor)[0], (typeof floor)[0], (typeof floor)[0]];
  expect(floorQuadProblem([a, c, b, d])).toMatch(/交叉/);
  expect(floorQuadProblem([a, b, { x: 480, y: 440 }, d])).toMatch(/凹/);
  expect(floorQuadProblem([a, b, { x: 900, y: 400 }, d])).toMatch(/直线/);
  expect(floorQuadProblem(floor.map(({ x, y }) => ({ x: x / 50, y: y / 50 })))).toMatch(/太小/);
  expect(floorQuadProblem(quad([100, 100], [500, 100], [500, 300], [100, 300]))).toMatch(/平行/);
  const ceiling = floor.map(({ x, y }) => ({ x, y: 700 - y }));
  const wall = floor.map(({ x, y }) => ({ x: y, y: x }));
  for (const other of [ceiling, wall]) expect(floorQuadProblem(other)).toMatch(/不像平放的地面/);
});
