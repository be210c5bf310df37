import { describe, expect, it } from 'vitest';
import { decodeLight } from '../../base/linear-light.ts';
import { frameFromRgb } from './i420.ts';
import { keyOfLight, makeLightMixer } from './light-mix.ts';
import { evenWeight } from './time-lapse.ts';

const size = { width: 16, height: 8 };
const noise = (salt: number) =>
  Uint8Array.from({ length: size.width * size.height * 3 }, (_, at) => Math.imul(at + salt, 2654435761) >>> 24);
const plain = (level: number) => new Uint8Array(size.width * size.height * 3).fill(level);
const keyOf = (rgb: Uint8Array) => keyOfLight(decodeLight(rgb));

describe('a mix of light', () => {
  const { mix } = makeLightMixer(size);

  it('begins with one picture and ends with the other', () => {
    const [one, other] = [noise(1), noise(99)];
    for (const [share, rgb] of [
      [0, one],
      [1, other],
    ] as const) {
      const expected = frameFromRgb(rgb, size).data;
      const mixed = mix(keyOf(one), keyOf(other), share).data;
      expect(Math.max(...mixed.map((value, at) => Math.abs(value - expected[at]!)))).toBeLessThanOrEqual(1);
    }
  });

  it('is a mix of light, not of codes: half of white is sRGB 188', () => {
    const [grey] = frameFromRgb(plain(188), size).data;
    expect(mix(keyOf(plain(0)), keyOf(plain(255)), 0.5).data[0]).toBe(grey);
  });

  it('adds lamps only where their level says', () => {
    const groups = Uint8Array.from({ length: size.width * size.height }, (_, at) => (at % size.width < 8 ? 0 : 255));
    const levels = new Float32Array(256);
    levels[255] = 1;
    const dark = keyOf(plain(20));
    const { samples } = mix(dark, dark, 0, { light: keyOf(plain(200)), groups, levels }).planes[0]!;
    expect(samples[0]).toBe(frameFromRgb(plain(20), size).data[0]);
    expect(samples[15]).toBeGreaterThan(samples[0]! + 100);
  });

  it('looks even to the eye: halfway is the geometric mean', () => {
    const weight = evenWeight(0.5, 0.4, 0.1);
    expect(0.4 + (0.1 - 0.4) * weight).toBeCloseTo(0.2, 9);
    expect(evenWeight(0, 0.4, 0.1)).toBeCloseTo(0, 12);
    expect(evenWeight(1, 0.4, 0.1)).toBeCloseTo(1, 12);
    expect(evenWeight(0.3, 0.4, 0.4)).toBe(0.3);
  });
});
