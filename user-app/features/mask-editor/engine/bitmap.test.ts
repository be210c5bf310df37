import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBitmap, fillPolygon, paintLine } from './bitmap';

const size = { width: 48, height: 40 };
const number = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
const point = fc.record({ x: number(-30, 80), y: number(-30, 70) });

test('a line marks the pixels whose middle is within its radius and no others', () => {
  fc.assert(
    fc.property(point, point, number(0.5, 25), (a, b, radius) => {
      const mask = createBitmap(size);
      paintLine(mask, a, b, radius, 255);
      for (let y = 0; y < size.height; y += 1) {
        for (let x = 0; x < size.width; x += 1) {
          const distance = distanceTo(a, b, x + 0.5, y + 0.5);
          // On the very edge rounding decides.
          if (Math.abs(distance - radius) < 1e-6) continue;
          expect(mask.data[y * size.width + x], `${x},${y}`).toBe(distance < radius ? 255 : 0);
        }
      }
      expect(mask.count).toBe(mask.data.filter((value) => value === 255).length);
    }),
    { numRuns: 60, seed: 3 },
  );
});

function distanceTo(a: { x: number; y: number }, b: { x: number; y: number }, x: number, y: number): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / squared));
  return Math.hypot(x - a.x - dx * along, y - a.y - dy * along);
}

test('where a polygon crosses itself, the even-odd rule leaves a hole', () => {
  const mask = createBitmap(size);
  const box = (from: number, to: number) => [
    { x: from, y: from },
    { x: to, y: from },
    { x: to, y: to },
    { x: from, y: to },
  ];
  fillPolygon(mask, [...box(4, 36), { x: 4, y: 4 }, ...box(12, 28), { x: 12, y: 12 }], 255);
  expect(mask.count).toBe(32 * 32 - 16 * 16);
  expect(mask.data[20 * size.width + 20]).toBe(0);
});

test('what lies outside the picture is left out', () => {
  const mask = createBitmap(size);
  fillPolygon(
    mask,
    [
      { x: -100, y: -100 },
      { x: 200, y: -100 },
      { x: 200, y: 200 },
      { x: -100, y: 200 },
    ],
    255,
  );
  expect(mask.count).toBe(size.width * size.height);
  paintLine(mask, { x: -90, y: 5 }, { x: -60, y: 5 }, 20, 0);
  expect(mask.count).toBe(size.width * size.height);
});
