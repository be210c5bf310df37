import { expect, it } from 'vitest';
import { moodLooks } from './atmosphere-looks.ts';
import { mirrorSky } from './water-mirror.ts';

const size = { width: 64, height: 48 };

it('lays the colours of the new sky on water, and leaves everything else as it was', () => {
  const light = new Float32Array(size.width * size.height * 3).fill(0.02);
  const water = new Uint8Array(size.width * size.height);
  for (let y = 30; y < 48; y++) water.fill(255, y * 64, y * 64 + 32);
  mirrorSky(light, size, moodLooks.dusk.sky, { water, horizon: 24, seed: 1, amount: 1 });
  const sumAt = (x: number, y: number) => {
    const at = (y * size.width + x) * 3;
    return light[at]! + light[at + 1]! + light[at + 2]!;
  };
  expect(sumAt(10, 32)).toBeGreaterThan(0.12);
  // Looked at more steeply, water mirrors less.
  expect(sumAt(10, 32)).toBeGreaterThan(sumAt(10, 46));
  for (const [x, y] of [
    [40, 32],
    [10, 10],
    [40, 46],
  ] as const)
    expect(sumAt(x, y)).toBeCloseTo(0.06, 5);
});
