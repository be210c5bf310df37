import { expect, it } from 'vitest';
import { draftingFrame, snapToFrame } from './snap-to-frame.ts';

const size = { width: 640, height: 480 };
const straightOn = { size, focal: 700, axes: [[1, 0, 0] as const, [0, -1, 0] as const, [0, 0, 1] as const] };

it('turns the sides of a window to their directions and lets them meet at its corners', () => {
  const drawn = [101, 100, 220, 104, 223, 301, 98, 298];
  const { points, snapped } = snapToFrame(drawn, straightOn, 20, 12);
  const [x1, y1, x2, y2, x3, y3, x4, y4] = points as [number, number, number, number, number, number, number, number];
  expect(y1).toBeCloseTo(y2, 5);
  expect(x2).toBeCloseTo(x3, 5);
  expect(y3).toBeCloseTo(y4, 5);
  expect(Math.hypot(x2 - 220, y2 - 104)).toBeLessThan(12);
  expect(Math.hypot(x1 - 101, y1 - 100)).toBeLessThan(6);
  expect(Math.hypot(x4 - 98, y4 - 298)).toBeLessThan(6);
  expect(snapped).toBeGreaterThan(400);
});

it('points what runs away to the vanishing point in the middle, and leaves other directions and short pieces', () => {
  const away = snapToFrame([40, 460, 200, 345], straightOn, 20, 12).points as [number, number, number, number];
  const [x1, y1, x2, y2] = away;
  const toMiddle = (320 - x1) * (y2 - y1) - (240 - y1) * (x2 - x1);
  expect(Math.abs(toMiddle) / Math.hypot(x2 - x1, y2 - y1)).toBeLessThan(0.01);
  const roof = [100, 240, 200, 140];
  expect(snapToFrame(roof, straightOn, 20, 12)).toEqual({ points: roof, snapped: 0 });
  const short = [100, 100, 108, 100.4];
  expect(snapToFrame(short, straightOn, 20, 12).points).toEqual(short);
});

it('finds the frame of a façade, and none where nothing is straight', () => {
  const facade = new Float32Array(size.width * size.height).fill(0.8);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      if (x % 80 > 25 && x % 80 < 60 && y % 90 > 20 && y % 90 < 70) facade[y * size.width + x] = 0.2;
    }
  }
  const frame = draftingFrame(facade, size, 0.625)!;
  expect(Math.abs(frame.axes[1]![1])).toBeGreaterThan(0.99);
  const even = new Float32Array(size.width * size.height).fill(0.5);
  expect(draftingFrame(even, size, 0.625)).toBeUndefined();
});
