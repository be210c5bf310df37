import { describe, expect, it } from 'vitest';
import { growMask } from '../../base/mask.ts';
import { homographyOf, mapPoint } from '../material/homography.ts';
import { fillByPatches } from './patch-fill.ts';
import { removeRegion } from './remove-region.ts';

const size = { width: 1280, height: 960 };
/** A front of 8 × 5 bays, its right end half as high as its left one. */
const toBays = homographyOf(
  [
    { x: 40, y: 20 },
    { x: 1240, y: 220 },
    { x: 1240, y: 740 },
    { x: 40, y: 940 },
  ],
  [
    { x: 0, y: 0 },
    { x: 8, y: 0 },
    { x: 8, y: 5 },
    { x: 0, y: 5 },
  ],
)!;

/** Dark windows with light frames in a wall of piers and courses, four samples a pixel. */
function frontAt(x: number, y: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const [dx, dy] of [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const) {
    const at = mapPoint(toBays, { x: x + dx, y: y + dy });
    const isFront = at.x > 0 && at.x < 8 && at.y > 0 && at.y < 5;
    const [fx, fy] = [at.x - Math.floor(at.x), at.y - Math.floor(at.y)];
    const isWindow = fx > 0.25 && fx < 0.75 && fy > 0.2 && fy < 0.75;
    const isFrame = isWindow && (Math.abs(fx - 0.5) < 0.03 || Math.abs(fy - 0.4) < 0.03);
    const isCourse = fy > 0.9 || fx < 0.06;
    const colour = isFrame
      ? [235, 235, 230]
      : isFront && isCourse
        ? [130, 95, 80]
        : isFront
          ? isWindow
            ? [60, 75, 90]
            : [190, 160, 140]
          : [150, 180, 215];
    for (const channel of [0, 1, 2] as const) sum[channel] += colour[channel]! / 4;
  }
  return sum;
}

const isHole = (x: number, y: number) => x >= 480 && x < 680 && y >= 380 && y < 580;
const truth = new Uint8Array(size.width * size.height * 3);
const covered = new Uint8Array(truth.length);
const mask = new Uint8Array(size.width * size.height);
for (let y = 0, i = 0; y < size.height; y++) {
  for (let x = 0; x < size.width; x++, i++) {
    truth.set(frontAt(x, y).map(Math.round), i * 3);
    covered.set(isHole(x, y) ? [30, 150, 40] : truth.subarray(i * 3, i * 3 + 3), i * 3);
    mask[i] = isHole(x, y) ? 255 : 0;
  }
}

/** Mean difference within the hole, grey levels. */
function errorOf(rgb: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < rgb.length; i++) {
    if (!mask[Math.floor(i / 3)]) continue;
    sum += Math.abs(rgb[i]! - truth[i]!);
    count++;
  }
  return sum / count;
}

describe('a hole in a front seen at an angle', () => {
  it('is closed better than without the perspective, and nothing else changes', () => {
    const squared = removeRegion(covered, growMask(mask, size, 0), size, [], { seed: 4 });
    const flat = fillByPatches(
      covered,
      mask.map((level) => (level ? 1 : 0)),
      size,
      { seed: 4 },
    );
    expect(errorOf(squared)).toBeLessThan(0.8 * errorOf(flat));
    const isTouched = squared.some((level, i) => level !== covered[i] && !mask[Math.floor(i / 3)]);
    expect(isTouched).toBe(false);
  });
});

it('a line that enters a hole on one side and leaves it on the other is joined straight', () => {
  const small = { width: 300, height: 200 };
  const isLine = (x: number, y: number) => Math.abs(y - 30 - 0.45 * x) < 2.5 || Math.abs(y - 190 + 0.4 * x) < 2.5;
  const rgb = new Uint8Array(small.width * small.height * 3);
  const region = new Uint8Array(small.width * small.height);
  for (let y = 0, i = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++, i++) {
      const isInside = x >= 100 && x < 180 && y >= 50 && y < 150;
      const grain = (x * 31 + y * 17 + ((x * x * 7 + y * y * 3) % 13)) % 23;
      if (isInside) region[i] = 255;
      rgb.set(isInside ? [200, 40, 40] : isLine(x, y) ? [225, 222, 214] : [90 + grain, 88 + grain, 80 + grain], i * 3);
    }
  }
  const filled = removeRegion(rgb, region, small, [], { seed: 1 });
  let [joined, count] = [0, 0];
  region.forEach((level, i) => {
    if (level === 0 || !isLine(i % small.width, Math.floor(i / small.width))) return;
    count++;
    if (filled[i * 3]! > 160) joined++;
  });
  // Without the lines a tenth of it.
  expect(joined / count).toBeGreaterThan(0.9);
});
