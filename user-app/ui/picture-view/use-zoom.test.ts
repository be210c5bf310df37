import { expect, test } from 'vitest';
import { fitted, kept, zoomedAt } from './use-zoom';

test('the point under the pointer stays where it is while zooming', () => {
  const point = { x: 120, y: -40 };
  const view = zoomedAt({ scale: 2, x: 10, y: 5 }, 1.5, point);
  const pictureAt = (from: { scale: number; x: number; y: number }) => ({
    x: (point.x - from.x) / from.scale,
    y: (point.y - from.y) / from.scale,
  });
  expect(view.scale).toBe(3);
  expect(pictureAt(view).x).toBeCloseTo(pictureAt({ scale: 2, x: 10, y: 5 }).x);
  expect(pictureAt(view).y).toBeCloseTo(pictureAt({ scale: 2, x: 10, y: 5 }).y);
});

test('zooming out as far as it goes fits the picture again', () => {
  expect(zoomedAt({ scale: 1.2, x: 30, y: 30 }, 0.5, { x: 0, y: 0 })).toEqual(fitted);
});

test('a zoomed picture cannot be dragged out of sight', () => {
  expect(kept({ scale: 2, x: 5000, y: -5000 }, { width: 800, height: 600 })).toEqual({ scale: 2, x: 400, y: -300 });
  expect(kept({ scale: 1, x: 50, y: 50 }, { width: 800, height: 600 })).toEqual(fitted);
});
