import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveEdge } from '#shared/domain/mask-edge';
import { createBitmap, fillEllipse, fillPolygon, paintLine } from './bitmap';
import { reduced } from './grey-mask';
import { noRefinement, refine } from './refine';

const size = { width: 60, height: 44 };
const at = (data: Uint8Array, x: number, y: number) => data[y * size.width + x] as number;

function drawn(seed: number) {
  const mask = createBitmap(size);
  for (let dot = 0; dot < 3; dot += 1) {
    const place = { x: (seed * 17 + dot * 23) % 60, y: (seed * 13 + dot * 29) % 44 };
    paintLine(mask, place, place, 1 + ((seed + dot) % 5), 255);
  }
  return mask;
}

test('growing marks what is within the radius of a marked pixel and nothing else; shrinking is the reverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 12 }), (seed, radius) => {
      const mask = drawn(seed);
      const grown = moveEdge(mask, radius);
      const shrunk = moveEdge(mask, -radius);
      for (let y = 0; y < size.height; y += 1) {
        for (let x = 0; x < size.width; x += 1) {
          expect(at(grown, x, y), `${x},${y} grown`).toBe(isNear(mask.data, x, y, radius, 255) ? 255 : 0);
          expect(at(shrunk, x, y), `${x},${y} shrunk`).toBe(isNear(mask.data, x, y, radius, 0) ? 0 : 255);
        }
      }
    }),
    { numRuns: 20, seed: 5 },
  );
});

function isNear(data: Uint8Array, x: number, y: number, radius: number, value: number): boolean {
  for (let row = Math.max(0, y - radius); row <= Math.min(size.height - 1, y + radius); row += 1)
    for (let column = Math.max(0, x - radius); column <= Math.min(size.width - 1, x + radius); column += 1)
      if (data[row * size.width + column] === value && (row - y) ** 2 + (column - x) ** 2 <= radius * radius)
        return true;
  return false;
}

test('the border of the picture is no edge: nothing shrinks or fades away from it', () => {
  const mask = createBitmap(size);
  fillPolygon(
    mask,
    [
      { x: -5, y: -5 },
      { x: 30, y: -5 },
      { x: 30, y: 60 },
      { x: -5, y: 60 },
    ],
    255,
  );
  const refined = refine(mask, { ...noRefinement, grow: -4, feather: 6 });
  expect([at(refined.data, 0, 0), at(refined.data, 10, 43), at(refined.data, 31, 20)]).toEqual([255, 255, 0]);
});

test.each([3, 8, 20])('a feather of %i pixels fades evenly across the edge and leaves the rest alone', (feather) => {
  const wide = { width: 200, height: 60 };
  const mask = createBitmap(wide);
  fillPolygon(
    mask,
    [
      { x: 100, y: -1 },
      { x: 200, y: -1 },
      { x: 200, y: 61 },
      { x: 100, y: 61 },
    ],
    255,
  );
  const { data } = refine(mask, { ...noRefinement, feather });
  const row = [...data.subarray(30 * 200, 31 * 200)];
  expect(row).toEqual([...row].sort((a, b) => a - b));
  const middle = ((row[99] as number) + (row[100] as number)) / 2;
  expect(Math.abs(middle - 127.5)).toBeLessThan(6);
  expect([row[99 - feather], row[100 + feather]]).toEqual([0, 255]);
  expect(new Set(row).size).toBeGreaterThan(3);
});

test('holes are filled, but not bays that reach the border', () => {
  const mask = createBitmap(size);
  fillEllipse(mask, { x: 5, y: 5, width: 40, height: 34 }, 255);
  fillEllipse(mask, { x: 20, y: 16, width: 10, height: 10 }, 0);
  mask.data.fill(0, 10 * size.width, 10 * size.width + 14);
  const { data } = refine(mask, { ...noRefinement, areHolesFilled: true });
  expect([at(data, 25, 21), at(data, 12, 10), at(data, 1, 1)]).toEqual([255, 0, 0]);
});

test('refining leaves the painted mask as it was', () => {
  const mask = drawn(9);
  const before = mask.data.slice();
  refine(mask, { grow: 6, feather: 4, areHolesFilled: true });
  expect(mask.data).toEqual(before);
});

test('a preview at half the size is the same picture, smaller', () => {
  const mask = createBitmap({ width: 400, height: 300 });
  fillEllipse(mask, { x: 80, y: 60, width: 200, height: 160 }, 255);
  const full = refine(mask, { ...noRefinement, grow: 12 });
  const half = refine(reduced(mask, 2), { ...noRefinement, grow: 12 }, 2);
  let different = 0;
  for (let y = 0; y < half.height; y += 1)
    for (let x = 0; x < half.width; x += 1)
      if (half.data[y * half.width + x] !== full.data[(y * 2 + 1) * 400 + x * 2 + 1]) different += 1;
  expect(different / half.data.length).toBeLessThan(0.01);
});
