import { expect, test } from 'vitest';
import { nearest, outlineOf, placed, pointsFrom } from './points';

test('points are whole pixels on the picture', () => {
  expect(placed({ x: 12.6, y: -3 }, { width: 100, height: 50 })).toEqual({ x: 13, y: 0 });
  expect(placed({ x: 120, y: 80 }, { width: 100, height: 50 })).toEqual({ x: 100, y: 50 });
});

test('the nearest handle is taken, and none beyond reach', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];
  expect(nearest(points, { x: 7, y: 1 }, 8)).toBe(1);
  expect(nearest(points, { x: 40, y: 1 }, 8)).toBeUndefined();
});

test('two points are the corners of a box, more are joined in their order', () => {
  const [a, b, c] = [
    { x: 1, y: 2 },
    { x: 5, y: 9 },
    { x: 7, y: 3 },
  ] as const;
  expect(outlineOf([a, b], 2)).toEqual([a, { x: 5, y: 2 }, b, { x: 1, y: 9 }]);
  expect(outlineOf([a, b, c], 4)).toEqual([a, b, c]);
  expect(outlineOf([a], 2)).toEqual([a]);
});

test('values that are no points count as none', () => {
  expect(pointsFrom(undefined)).toEqual([]);
  expect(pointsFrom([{ x: 1, y: 2 }, { x: '1', y: 2 }, null])).toEqual([{ x: 1, y: 2 }]);
});
