import { expect, it } from 'vitest';
import { labPlanes, lumaPlane, parseHexColour } from './colour.ts';

it.each([
  // L*, a* and b* of the sRGB primaries and of middle grey, D65.
  ['#ffffff', 100, 0, 0],
  ['#000000', 0, 0, 0],
  ['#777777', 50.03, 0, 0],
  ['#ff0000', 53.24, 80.09, 67.2],
  ['#00ff00', 87.73, -86.18, 83.18],
  ['#0000ff', 32.3, 79.19, -107.86],
])('%s has its place in Lab', (hex, lightness, a, b) => {
  const planes = labPlanes(Uint8Array.from(parseHexColour(hex)));
  expect(Math.abs(planes.lightness[0]! * 100 - lightness)).toBeLessThan(0.3);
  expect(Math.abs(planes.a[0]! * 100 - a)).toBeLessThan(0.3);
  expect(Math.abs(planes.b[0]! * 100 - b)).toBeLessThan(0.3);
});

it('luma weighs green most', () => {
  const luma = lumaPlane(Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255]));
  expect([...luma].map((value) => Math.round(value * 1000))).toEqual([299, 587, 114]);
});

it.each(['red', '#fff', '#12345g', '123456', ''])('%j is no colour', (text) => {
  expect(() => parseHexColour(text)).toThrow(RangeError);
});
