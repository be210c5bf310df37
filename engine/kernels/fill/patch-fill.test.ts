import { describe, expect, it } from 'vitest';
import { valueNoise } from '../../base/random.ts';
import { spreadSmoothly } from './membrane.ts';
import { fillByPatches } from './patch-fill.ts';

const size = { width: 240, height: 180 };
const count = size.width * size.height;

function picture(colourAt: (x: number, y: number) => readonly [number, number, number]): Uint8Array {
  const rgb = new Uint8Array(count * 3);
  for (let i = 0; i < count; i++) rgb.set(colourAt(i % size.width, Math.floor(i / size.width)).map(Math.round), i * 3);
  return rgb;
}
const grass = picture((x, y) => {
  const tone = 90 * (valueNoise(x / 2, y / 4, 5) - 0.5) + 40 * (valueNoise(x / 9, y / 9, 6) - 0.5);
  return [90 + tone, 130 + tone, 60 + tone * 0.6];
});
const sky = picture((x, y) => [90 + y * 0.5 + x * 0.05, 140 + y * 0.35, 210 + y * 0.1]);

const hole = new Uint8Array(count);
for (let y = 62; y < 118; y++) hole.fill(1, y * size.width + 85, y * size.width + 150);

/** In the hole, decibels. */
function psnr(truth: Uint8Array, result: Uint8Array): number {
  let sum = 0;
  let values = 0;
  for (let i = 0; i < truth.length; i++) {
    if (hole[(i / 3) | 0] !== 1) continue;
    sum += (truth[i]! - result[i]!) ** 2;
    values++;
  }
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, sum / values));
}

/** Mean step between neighbours in the hole: how much texture there is. */
function roughness(rgb: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < count; i++)
    if (hole[i] === 1 && hole[i + 1] === 1) sum += Math.abs(rgb[i * 3]! - rgb[i * 3 + 3]!);
  return sum;
}

function withoutHole(rgb: Uint8Array): Uint8Array {
  return rgb.map((value, i) => (hole[(i / 3) | 0] === 1 ? 0 : value));
}

function diffused(rgb: Uint8Array): Uint8Array {
  const isKnown = hole.map((marked) => 1 - marked);
  const out = rgb.slice();
  for (let channel = 0; channel < 3; channel++) {
    const plane = Float32Array.from({ length: count }, (_, i) => rgb[i * 3 + channel]!);
    spreadSmoothly(plane, isKnown, size, { rounds: 200 });
    for (let i = 0; i < count; i++) out[i * 3 + channel] = Math.round(plane[i]!);
  }
  return out;
}

const fill = (rgb: Uint8Array) => fillByPatches(withoutHole(rgb), hole, size, { seed: 1 });
const filledGrass = fill(grass);

describe('filling a hole', () => {
  it('keeps the texture of grass, where a film loses it', () => {
    const truth = roughness(grass);
    expect(roughness(filledGrass) / truth).toBeGreaterThan(0.7);
    expect(roughness(diffused(withoutHole(grass))) / truth).toBeLessThan(0.3);
  });

  it('leaves no step in the gradient of a sky', () => {
    expect(psnr(sky, fill(sky))).toBeGreaterThan(38);
  });

  it('copies only from where it may', () => {
    const halves = picture((x) => (x < 120 ? [200, 40, 40] : [40, 40, 200]));
    const isAllowed = Uint8Array.from({ length: count }, (_, i) => (i % size.width < 80 ? 1 : 0));
    const options = { seed: 1, start: 'exemplars', isAllowed, isToneFitted: false } as const;
    const result = fillByPatches(withoutHole(halves), hole, size, options);
    const others = hole.filter((is, i) => is === 1 && [200, 40, 40].some((level, c) => result[i * 3 + c] !== level));
    expect(others).toHaveLength(0);
  });

  it('gives the picture back when there is nothing to copy from', () => {
    const tiny = new Uint8Array(8 * 8 * 3).fill(90);
    const tinyHole = new Uint8Array(64);
    tinyHole[27] = 1;
    expect(fillByPatches(tiny, tinyHole, { width: 8, height: 8 }, { seed: 1 })).toEqual(tiny);
  });
});
