import { expect, it } from 'vitest';
import { resizeMask } from './mask-size.ts';

const from = { width: 40, height: 30 };
const half = new Uint8Array(1200).map((_, i) => (i % 40 < 20 ? 255 : 0));

it('gives a mask back in its own size', () => {
  expect(resizeMask(half, from, { ...from })).toBe(half);
});

it.each([
  [97, 61],
  [23, 17],
  [40, 12],
])('keeps the place of an edge at %d × %d', (width, height) => {
  const mask = resizeMask(half, from, { width, height });
  for (let y = 0; y < height; y++) {
    const row = mask.subarray(y * width, (y + 1) * width);
    const chosen = row.reduce((sum, level) => sum + level / 255, 0);
    expect(Math.abs(chosen - width / 2)).toBeLessThan(0.6);
    expect([row[0], row[width - 1]]).toEqual([255, 0]);
  }
});
